// What an agent has not been told yet (spec 4.1, 4.3): findings that others brought to its work, leases that ended,
// orders that let it go.
import { printScope } from "../detect/scope.ts";
import type { Claim, Conflict, Intent } from "../store/model.ts";
import { readPresence } from "../store/presence.ts";
import type { State } from "../store/state.ts";
import { openFindings } from "./gate.ts";
import { isLapsed } from "./leases.ts";
import type { Session } from "./session.ts";

/** Open findings of these intents that came from the other side and that the agent was never shown; worst first, then oldest. */
export function unseenFindings(state: State, own: readonly Intent[], seen: ReadonlySet<string>): readonly Conflict[] {
  const mine = new Set(own.map(({ id }) => id));
  const found = new Map<string, Conflict>();
  for (const intent of own) {
    for (const conflict of openFindings(state, intent)) {
      const latest = conflict.detections.at(-1)?.source_intent_id ?? conflict.source_intent_id;
      if (!seen.has(conflict.id) && !mine.has(latest)) found.set(conflict.id, conflict);
    }
  }
  const rank = { HIGH: 0, MEDIUM: 1, LOW: 2 } as const;
  return [...found.values()].toSorted(
    (a, b) =>
      rank[a.severity] - rank[b.severity] ||
      b.score - a.score ||
      a.order.lc - b.order.lc ||
      a.order.n - b.order.n ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Ids of findings on the caller's open work that it was not shown before this call. */
export function unseenOf(session: Session, state: State): readonly string[] {
  const { agent } = session.who;
  const own = state.openIntentsOf(agent);
  const shown = new Set(readPresence(session.place.folder, agent)?.shown ?? []);
  return unseenFindings(state, own, shown).map(({ id }) => id);
}

/** The one line of spec 4.1. */
export function unseenLine(unseen: readonly Conflict[]): string | undefined {
  if (unseen.length === 0) return undefined;
  const named = unseen.slice(0, 3).map((conflict) => {
    const scope = conflict.scope ? ` ${printScope(conflict.scope)}` : "";
    return `${conflict.id} ${conflict.severity} ${conflict.kind}${scope}`;
  });
  const more = unseen.length > named.length ? `, and ${unseen.length - named.length} more` : "";
  const many =
    unseen.length === 1
      ? "1 finding on your open intents that you have not seen"
      : `${unseen.length} findings on your open intents that you have not seen`;
  return `${many}: ${named.join("; ")}${more} (foremerge conflicts check)`;
}

/** Claims of the agent that lapsed and that it was not told of. */
export const untoldLapses = (claims: readonly Claim[], told: ReadonlySet<string>, now: Date): readonly Claim[] =>
  claims.filter((claim) => isLapsed(claim, now) && !told.has(claim.id));

export const lapseLine = (claim: Claim): string =>
  `your ${claim.exclusive ? "lock" : "claim"} ${claim.id} on ${printScope(claim.scope)} lapsed at ${claim.expires_at} (foremerge claim take, or claim release)`;

/** Open conflicts in whose order one of these intents comes second. */
export const waitingOrders = (state: State, own: readonly Intent[]): readonly string[] =>
  own.flatMap((intent) =>
    openFindings(state, intent)
      .filter((conflict) => conflict.ordered?.[1] === intent.id)
      .map(({ id }) => id),
  );

/** For the second of an order: the first is through, and what changed under it can be looked at (spec 4.6). */
export function freedLines(state: State, own: readonly Intent[], waited: readonly string[]): readonly string[] {
  if (waited.length === 0) return [];
  const still = new Set(waitingOrders(state, own));
  return waited.flatMap((id) => {
    const conflict = still.has(id) ? undefined : state.conflict(id);
    if (conflict?.status !== "RESOLVED" || conflict.ordered === undefined) return [];
    const [first] = conflict.ordered;
    const end = state.intent(first)?.status.toLowerCase() ?? "done";
    return [
      `${first} is ${end}, so ${id} holds you back no longer; foremerge conflicts show ${id} --diff shows what changed under you`,
    ];
  });
}
