// Taking claims end to end (spec 4.3): one attempt for plain claims; for locks, waiting with the holder shown, time-out
// and refusal of the newest waiter of a ring. Who waits writes nothing to the ledger by it.

import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { printScope } from "../detect/scope.ts";
import { ForemergeError } from "../errors.ts";
import { monotonicMs } from "../monotonic.ts";
import type { NewEvent } from "../store/event.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { decideTake, type Taken, type TakeRequest } from "./claims.ts";
import { callerOn } from "./held-claims.ts";
import { partyName } from "./holders.ts";
import { requireIntent } from "./ids.ts";
import type { Blocker } from "./locks.ts";
import type { Session } from "./session.ts";
import { WaitingHere } from "./wait-edges.ts";
import { findRing, newestOf, type WaitEdge } from "./wait-graph.ts";

/** How often a waiter looks whether something has changed. */
const GLANCE_MS = 100;
/** How often it asks again although nothing has. */
const ASK_AGAIN_MS = 1000;

export interface TakenReport {
  readonly taken: Taken;
  readonly asOf: number;
  /** The moment at which the claims were had. */
  readonly now: Date;
}

type Attempt =
  | { readonly taken: Taken; readonly asOf: number }
  | {
      readonly blockers: readonly Blocker[];
      readonly intent: Intent;
      readonly ring?: readonly WaitEdge[];
      readonly refused: boolean;
    };

/**
 * Takes claims or locks. `waitSeconds` is how long a lock is waited for, on the real clock from `--now` on.
 * @throws NOT_OWNER, INVALID_STATE, LOCK_HELD (no waiting), LOCK_TIMEOUT, DEADLOCK
 */
export async function takeClaims(session: Session, request: TakeRequest, waitSeconds: number): Promise<TakenReport> {
  const ledger = session.ledger();
  const edge = new WaitingHere(ledger.folder);
  const began = monotonicMs();
  const waited = (): number => monotonicMs() - began;
  let shown = "";
  try {
    for (let first = true; ; first = false) {
      const now = first ? session.now : new Date(session.now.getTime() + Math.round(waited()));
      const last = waitSeconds === 0 || waited() >= waitSeconds * 1000;
      const attempt = ledger.transact({ actor: session.who.agent, at: now }, (state) =>
        tryOnce(session, state, request, edge, now, last),
      ).result;
      if ("taken" in attempt) return { taken: attempt.taken, asOf: attempt.asOf, now };
      if (attempt.refused) throw refusal(attempt, waitSeconds, waited());
      const holders = attempt.blockers.map(heldBy).join("; ");
      if (holders !== shown) session.note(`waiting up to ${waitSeconds} s: ${holders}`);
      shown = holders;
      await change(ledger.path, nextEnd(attempt.blockers, now), waitSeconds * 1000 - waited());
    }
  } finally {
    edge.remove();
  }
}

function tryOnce(
  session: Session,
  state: State,
  request: TakeRequest,
  edge: WaitingHere,
  now: Date,
  last: boolean,
): { readonly events: readonly NewEvent[]; readonly result: Attempt } {
  const intent = requireIntent(state, request.intentId);
  const outcome = decideTake(session, state, intent, request, now);
  if ("taken" in outcome) {
    const { events } = outcome.taken;
    return { events, result: { taken: outcome.taken, asOf: state.asOf + events.length } };
  }
  const { blockers } = outcome;
  if (last)
    return { events: [refusedEvent(session, intent, request, blockers)], result: { blockers, intent, refused: true } };
  const { mine, others } = edge.record({
    waiter: callerOn(session, intent),
    holders: blockers.map(({ holder }) => holder),
    scopes: request.scopes.map(printScope),
  });
  const ring = findRing(mine, others);
  if (ring === undefined || newestOf(ring).id !== mine.id)
    return { events: [], result: { blockers, intent, refused: false } };
  const event = refusedEvent(session, intent, request, blockers, "deadlock");
  return { events: [event], result: { blockers, intent, ring, refused: true } };
}

function refusedEvent(
  session: Session,
  intent: Intent,
  request: TakeRequest,
  blockers: readonly Blocker[],
  why: Blocker["type"] | "deadlock" = typeOf(blockers),
): NewEvent {
  return {
    type: "claim.refused",
    data: {
      intent_id: intent.id,
      agent: session.who.agent,
      scopes: request.scopes,
      why,
      holders: blockers.map(({ claim }) => ({ agent: claim.agent, claim_id: claim.id, expires_at: claim.expires_at })),
    },
  };
}

/** A writer in the way weighs more than readers. */
const typeOf = (blockers: readonly Blocker[]): Blocker["type"] =>
  blockers.some(({ type }) => type === "concurrent_write") ? "concurrent_write" : "write_after_read";

const heldBy = ({ claim, holder }: Blocker): string =>
  `${printScope(claim.scope)} is held by ${partyName(holder)} until ${claim.expires_at} (${claim.id})`;

function refusal(
  attempt: { readonly blockers: readonly Blocker[]; readonly ring?: readonly WaitEdge[] },
  waitSeconds: number,
  waitedMs: number,
): ForemergeError {
  const { blockers, ring } = attempt;
  const type = typeOf(blockers);
  const details = {
    type,
    holders: blockers.map(({ claim, holder, type: why, wanted }) => ({
      agent: claim.agent,
      ...(holder.session === undefined ? {} : { session: holder.session }),
      claim_id: claim.id,
      intent_id: claim.intent_id,
      scope: printScope(claim.scope),
      wanted: printScope(wanted),
      read: claim.read,
      type: why,
      expires_at: claim.expires_at,
    })),
    expiry: latestEnd(blockers),
    waited_seconds: waitSeconds === 0 ? 0 : Math.round(waitedMs / 100) / 10,
  };
  const held = blockers.map(heldBy).join("; ");
  if (ring) {
    const cycle = ring.map((one, i) => ({
      agent: one.waiter.agent,
      waits_for: one.scopes,
      held_by: (ring[(i + 1) % ring.length] as WaitEdge).waiter.agent,
    }));
    const path = cycle.map((one) => `${one.agent} waits for ${one.waits_for.join(", ")} of ${one.held_by}`).join("; ");
    return new ForemergeError("DEADLOCK", `waiting would never end (${type}): ${path}. ${held}`, {
      hint: "release what you hold (foremerge claim release --all) and take all of it in one call later",
      details: { ...details, cycle },
    });
  }
  const names = [...new Set(blockers.map(({ holder }) => partyName(holder)))].join(" and ");
  if (waitSeconds === 0) {
    return new ForemergeError("LOCK_HELD", `${type}: ${held}`, {
      hint: `wait for it (--wait 5m), ask ${names}, or do something else until then`,
      details,
    });
  }
  return new ForemergeError("LOCK_TIMEOUT", `${type}: not had within ${waitSeconds} s: ${held}`, {
    hint: `wait longer (--wait), ask ${names}, or do something else until then`,
    details,
  });
}

const latestEnd = (blockers: readonly Blocker[]): string =>
  blockers
    .map(({ claim }) => claim.expires_at)
    .sort()
    .at(-1) ?? "";

/** Milliseconds until the first lease in the way ends. */
const nextEnd = (blockers: readonly Blocker[], now: Date): number =>
  Math.min(...blockers.map(({ claim }) => Date.parse(claim.expires_at))) - now.getTime();

/** Waits until the ledger's file changes, a lease ends, it is time to ask again, or the time is up. */
async function change(path: string, untilEnd: number, untilTimeout: number): Promise<void> {
  const stamp = (): string => {
    try {
      const { size, mtimeMs } = statSync(path);
      return `${size} ${mtimeMs}`;
    } catch {
      return "gone";
    }
  };
  const before = stamp();
  const end = monotonicMs() + Math.max(1, Math.min(ASK_AGAIN_MS, untilEnd, untilTimeout));
  for (;;) {
    const left = end - monotonicMs();
    if (left <= 0 || stamp() !== before) return;
    await sleep(Math.min(GLANCE_MS, left));
  }
}
