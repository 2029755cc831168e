// Looking things up: intents, conflicts, detections, by id or filter. Reads only.
import { ForemergeError } from "../errors.ts";
import type { Claim, Conflict, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { ClaimView, ConflictDocument, ConflictView, IntentDocument, IntentView } from "./documents.ts";
import { lockRules } from "./held-claims.ts";
import { resolveId } from "./ids.ts";
import { lostLocks } from "./locks.ts";
import { isOpenIntent } from "./ownership.ts";
import { isOpen, viewOfConflict } from "./recording.ts";
import type { Session } from "./session.ts";
import { stoppedSince } from "./stopped.ts";
import { viewOfIntent } from "./views.ts";

export interface IntentFilter {
  /** All states instead of the open ones. */
  readonly all?: boolean;
  readonly status?: string;
  readonly by?: string;
  readonly task?: string;
  readonly group?: string;
}

const earlierFirst = (a: Intent, b: Intent): number =>
  a.order.lc - b.order.lc ||
  (a.order.replica < b.order.replica ? -1 : a.order.replica > b.order.replica ? 1 : a.order.n - b.order.n);

/** Intents that pass the filter, in the order they were published. */
export function listIntents(session: Session, state: State, filter: IntentFilter): readonly IntentView[] {
  const wanted = filter.status?.toUpperCase();
  const source =
    filter.all || (wanted !== undefined && (wanted === "ACCEPTED" || wanted === "DISCARDED"))
      ? state.allIntents()
      : state.openIntents();
  return source
    .filter(
      (intent) =>
        (wanted === undefined || intent.status === wanted) &&
        (filter.by === undefined || intent.agent === filter.by) &&
        (filter.task === undefined || intent.task === filter.task) &&
        (filter.group === undefined || intent.group === filter.group),
    )
    .toSorted(earlierFirst)
    .map((intent) => {
      const since = isOpenIntent(intent) ? stoppedSince(session, state, intent) : undefined;
      return { ...viewOfIntent(intent), ...(since === undefined ? {} : { owner_stopped_since: since }) };
    });
}

/** An intent with its claims and what is open against it. @throws NOT_FOUND, AMBIGUOUS_ID */
export function showIntent(session: Session, state: State, typed: string): IntentDocument {
  const intent = state.intent(resolveId(state, typed, "int"));
  if (!intent) throw new ForemergeError("NOT_FOUND", `no intent ${typed}`);
  const since = isOpenIntent(intent) ? stoppedSince(session, state, intent) : undefined;
  return {
    schema: "foremerge.intent/1",
    as_of_event: state.asOf,
    intent: { ...viewOfIntent(intent), ...(since === undefined ? {} : { owner_stopped_since: since }) },
    claims: claimViews(session, state, state.claims(intent.id)),
    open_conflicts: openConflictsOf(state, intent),
  };
}

/** Open findings of an intent; none when both sides have ended (spec 4.2). */
export function openConflictsOf(state: State, intent: Intent): readonly ConflictView[] {
  const open = new Set(state.openConflicts().map(({ id }) => id));
  return state
    .conflictsOf(intent.id)
    .filter((conflict) => open.has(conflict.id))
    .map(viewOfConflict);
}

/** Claims with what became of them: a lock may have lost to one of another machine. */
export function claimViews(session: Session, state: State, claims: readonly Claim[]): readonly ClaimView[] {
  const lost = lostLocks(state, lockRules(session), session.now);
  return claims.map((claim) => {
    const winner = lost.get(claim.id);
    const view = viewOfClaim(claim, session.now);
    return winner === undefined ? view : { ...view, lost_to: { claim_id: winner.id, agent: winner.agent } };
  });
}

export function viewOfClaim(claim: Claim, now: Date): ClaimView {
  const live = Date.parse(claim.expires_at) > now.getTime();
  return {
    id: claim.id,
    intent_id: claim.intent_id,
    agent: claim.agent,
    scope: claim.scope,
    exclusive: claim.exclusive,
    read: claim.read,
    taken_at: claim.taken_at,
    expires_at: claim.expires_at,
    live,
    state: live ? "live" : "lapsed",
    reason: claim.reason ?? null,
  };
}

export interface ConflictFilter {
  readonly status?: string;
  readonly severity?: string;
  readonly intent?: string;
  readonly by?: string;
  readonly all?: boolean;
}

const SEVERITY_RANK: Readonly<Record<string, number>> = { HIGH: 0, MEDIUM: 1, LOW: 2 };

/** Conflicts that pass the filter: the open ones unless a status or `all` says otherwise; worst first. */
export function listConflicts(state: State, filter: ConflictFilter): readonly Conflict[] {
  const status = filter.status?.toUpperCase();
  const intentId = filter.intent === undefined ? undefined : resolveId(state, filter.intent, "int");
  const source =
    filter.all || (status !== undefined && status !== "OPEN" && status !== "COORDINATING")
      ? state.allConflicts()
      : state.openConflicts();
  const owner = (id: string): string | undefined => state.intent(id)?.agent;
  return source
    .filter(
      (conflict) =>
        (status === undefined || conflict.status === status) &&
        (filter.severity === undefined || conflict.severity === filter.severity.toUpperCase()) &&
        (intentId === undefined || conflict.source_intent_id === intentId || conflict.target_intent_id === intentId) &&
        (filter.by === undefined ||
          owner(conflict.source_intent_id) === filter.by ||
          owner(conflict.target_intent_id) === filter.by),
    )
    .toSorted(
      (a, b) =>
        (SEVERITY_RANK[a.severity] ?? 3) - (SEVERITY_RANK[b.severity] ?? 3) ||
        b.score - a.score ||
        (a.id < b.id ? -1 : 1),
    );
}

/** A conflict with everything recorded about it. @throws NOT_FOUND, AMBIGUOUS_ID */
export function showConflict(state: State, typed: string): ConflictDocument {
  const conflict = findConflict(state, typed);
  const pair = new Set([conflict.source_intent_id, conflict.target_intent_id]);
  return {
    schema: "foremerge.conflict/1",
    as_of_event: state.asOf,
    conflict: { ...viewOfConflict(conflict), ...(isOpen(conflict) ? {} : { settled: conflict.decisions[0] }) },
    detections: conflict.detections,
    decisions: conflict.decisions,
    assessments: state.assessments().filter(({ intent_id, other_id }) => pair.has(intent_id) && pair.has(other_id)),
    arbitrations: conflict.arbitrations,
  };
}

export function findConflict(state: State, typed: string): Conflict {
  const conflict = state.conflict(resolveId(state, typed, "cfl"));
  if (!conflict)
    throw new ForemergeError("NOT_FOUND", `no conflict ${typed}`, { hint: "foremerge conflicts list --all" });
  return conflict;
}
