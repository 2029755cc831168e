// Which locks stand in the way of which (spec 4.3). Pure: waiting is src/core/take-lock.ts, deadlocks wait-graph.ts.
import { globsMeet } from "../detect/glob.ts";
import type { Scope } from "../detect/model.ts";
import { overlapOf } from "../detect/overlap.ts";
import { prepareScope } from "../detect/prepared.ts";
import type { Claim } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { LockRules } from "./held-claims.ts";
import { isSameParty, type Party, partyOf } from "./holders.ts";
import { isLive } from "./leases.ts";

export type RefusalType = "concurrent_write" | "write_after_read";

/** A lock that is in the way. */
export interface Blocker {
  readonly claim: Claim;
  readonly holder: Party;
  readonly type: RefusalType;
  /** The scope that was asked for. */
  readonly wanted: Scope;
}

export interface LockRequest {
  readonly scopes: readonly Scope[];
  /** A shared lock: others may read too. */
  readonly read: boolean;
  readonly party: Party;
}

/** Whether two `file:` scopes name a common path: the same, one inside the other, or two patterns that could meet. */
export function filesMeet(a: Scope, b: Scope, ignoreCase: boolean): boolean {
  const [left, right] = [prepareScope(a, ignoreCase), prepareScope(b, ignoreCase)];
  if (left.path === undefined || right.path === undefined) return false;
  const match = overlapOf(left, right, { ignoreCase })?.match;
  if (match === "full" || match === "contains") return true;
  return left.glob && right.glob && globsMeet(left.path, right.path, ignoreCase);
}

/**
 * Live locks of others that stop this request, in the order in which they were taken. Of two locks on one file that
 * were taken on two machines before they met, the earlier in event order holds; the other stops nobody.
 */
export function blockersOf(state: State, request: LockRequest, rules: LockRules, now: Date): readonly Blocker[] {
  const locks = effectiveLocks(state, rules, now);
  const blockers: Blocker[] = [];
  for (const { claim, party } of locks) {
    if (isSameParty(party, request.party)) continue;
    for (const wanted of request.scopes) {
      const type = refusalType(claim.read, request.read, rules);
      if (type === undefined || !filesMeet(claim.scope, wanted, rules.ignoreCase)) continue;
      blockers.push({ claim, holder: party, type, wanted });
      break;
    }
  }
  return blockers;
}

/** Read and read share; a writer stops everybody; readers stop a writer only where reads are tracked. */
function refusalType(heldRead: boolean, wantedRead: boolean, rules: LockRules): RefusalType | undefined {
  if (!heldRead) return "concurrent_write";
  if (wantedRead) return undefined;
  return rules.trackReads ? "write_after_read" : undefined;
}

interface HeldLock {
  readonly claim: Claim;
  readonly party: Party;
}

/**
 * Live locks in the order in which they were taken, without those that came second to one already held, and without those
 * that another took over when their lease had ended: a machine whose clock is behind would go on seeing these.
 */
function effectiveLocks(state: State, rules: LockRules, now: Date): readonly HeldLock[] {
  let held: readonly HeldLock[] = [];
  for (const lock of liveLocks(state, now)) {
    const met = held.filter((earlier) => excludes(earlier, lock, rules));
    if (met.every((earlier) => tookOver(lock, earlier))) held = [...held.filter((each) => !met.includes(each)), lock];
  }
  return held;
}

const excludes = (earlier: HeldLock, later: HeldLock, rules: LockRules): boolean =>
  !isSameParty(earlier.party, later.party) &&
  refusalType(earlier.claim.read, later.claim.read, rules) !== undefined &&
  filesMeet(earlier.claim.scope, later.claim.scope, rules.ignoreCase);

/** By what the events say, and no clock of today: every machine sees the same winner. */
const tookOver = (later: HeldLock, earlier: HeldLock): boolean =>
  Date.parse(earlier.claim.expires_at) <= Date.parse(later.claim.taken_at);

function liveLocks(state: State, now: Date): readonly HeldLock[] {
  return state
    .liveClaims(now)
    .filter((claim) => claim.exclusive)
    .toSorted(byOrder)
    .map((claim) => ({ claim, party: partyOf(claim, state.intent(claim.intent_id)) }));
}

const byOrder = (a: Claim, b: Claim): number =>
  a.order.lc - b.order.lc ||
  (a.order.replica === b.order.replica ? a.order.n - b.order.n : a.order.replica < b.order.replica ? -1 : 1);

/** The lock that this one lost to when two machines met; undefined for a lock that holds (spec 2.6). */
export function lostTo(state: State, claim: Claim, rules: LockRules, now: Date): Claim | undefined {
  if (!claim.exclusive || !isLive(claim, now)) return undefined;
  const own = { claim, party: partyOf(claim, state.intent(claim.intent_id)) };
  const locks = effectiveLocks(state, rules, now);
  if (locks.some((lock) => lock.claim.id === claim.id)) return undefined;
  return locks.find((lock) => excludes(lock, own, rules) || excludes(own, lock, rules))?.claim;
}

/** Every live lock that lost, by its id, with the lock that it lost to. */
export function lostLocks(state: State, rules: LockRules, now: Date): ReadonlyMap<string, Claim> {
  const held = effectiveLocks(state, rules, now);
  const ids = new Set(held.map(({ claim }) => claim.id));
  const lost = new Map<string, Claim>();
  for (const own of liveLocks(state, now)) {
    const winner = ids.has(own.claim.id)
      ? undefined
      : held.find((lock) => excludes(lock, own, rules) || excludes(own, lock, rules));
    if (winner) lost.set(own.claim.id, winner.claim);
  }
  return lost;
}

/** Whether a lock is before another one in the order in which they were taken. */
export const isBefore = (a: Claim, b: Claim): boolean => byOrder(a, b) < 0;
