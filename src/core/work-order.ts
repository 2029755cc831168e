// Who goes first (spec 4.6, SERIALIZE): an order that exists already, else the earlier claim, else the id. Pure.
import { normalise } from "../detect/normal-form.ts";
import type { Claim, Conflict, Intent, OrderKey } from "../store/model.ts";
import type { State } from "../store/state.ts";

export type OrderedPair = readonly [first: string, second: string];

export interface WorkOrder {
  readonly order: OrderedPair;
  readonly because: "landed" | "asked" | "dependency" | "claim" | "id";
}

/** Orders decided in the same write, which the state does not know yet. */
export type FreshOrders = readonly OrderedPair[];

/**
 * The order of a conflict's two intents. Undefined when each is to wait for the other: that is for a person.
 * Work that is accepted already goes first; a declared or recorded order, direct or not, comes next.
 */
export function orderWork(
  state: State,
  conflict: Conflict,
  a: Intent,
  b: Intent,
  fresh: FreshOrders = [],
): WorkOrder | undefined {
  if (a.status === "ACCEPTED") return { order: [a.id, b.id], because: "landed" };
  if (b.status === "ACCEPTED") return { order: [b.id, a.id], because: "landed" };
  const aWaits = waitsFor(state, a.id, b.id, fresh);
  const bWaits = waitsFor(state, b.id, a.id, fresh);
  if (aWaits && bWaits) return undefined;
  if (aWaits) return { order: [b.id, a.id], because: "dependency" };
  if (bWaits) return { order: [a.id, b.id], because: "dependency" };
  const byClaim = earlierClaim(state, conflict, a.id, b.id);
  if (byClaim !== undefined) return { order: byClaim, because: "claim" };
  return { order: a.id < b.id ? [a.id, b.id] : [b.id, a.id], because: "id" };
}

/** The order that somebody asked for. Undefined when the first waits for the other already: it would close a ring. */
export function orderAskedFor(
  state: State,
  conflict: Conflict,
  first: string,
  second: string,
  fresh: FreshOrders = [],
): WorkOrder | undefined {
  if (waitsFor(state, first, second, fresh, conflict.id)) return undefined;
  return { order: [first, second], because: "asked" };
}

/** Does one intent wait for the other, by `depends_on` and recorded orders, over any number of open intents? */
export function waitsFor(
  state: State,
  waiting: string,
  other: string,
  fresh: FreshOrders = [],
  /** A conflict whose own order does not count, because it is to be put in another. */
  except?: string,
): boolean {
  return reaches(waiting, other, (id) => [
    ...(state.intent(id)?.depends_on ?? []),
    ...recordedBefore(state, id, except),
    ...fresh.filter(([, second]) => second === id).map(([first]) => first),
  ]);
}

/** The same by `depends_on` alone: what the intents themselves declared. */
export function declaresToWait(state: State, waiting: string, other: string): boolean {
  return reaches(waiting, other, (id) => state.intent(id)?.depends_on ?? []);
}

function reaches(start: string, goal: string, before: (id: string) => readonly string[]): boolean {
  const seen = new Set([start]);
  const next = [start];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    for (const earlier of before(id)) {
      if (earlier === goal) return true;
      if (seen.has(earlier)) continue;
      seen.add(earlier);
      next.push(earlier);
    }
  }
  return false;
}

/** Intents that were put before this one by an order on record. */
const recordedBefore = (state: State, id: string, except: string | undefined): string[] =>
  state
    .conflictsOf(id)
    .flatMap(({ id: conflict, ordered }) => (ordered && ordered[1] === id && conflict !== except ? [ordered[0]] : []));

/** By the first claim on what the conflict is about; where neither has one, by the first claim at all. */
function earlierClaim(state: State, conflict: Conflict, a: string, b: string): OrderedPair | undefined {
  const { source_scope, target_scope } = conflict.evidence as { source_scope?: unknown; target_scope?: unknown };
  const about = new Set([source_scope, target_scope].filter((scope) => typeof scope === "string"));
  const onScope = (claim: Claim): boolean => about.has(normalise(claim.scope).alias);
  for (const counts of [onScope, () => true]) {
    const first = (id: string): OrderKey | undefined => state.claims(id).find(counts)?.order;
    const [ofA, ofB] = [first(a), first(b)];
    if (ofA === undefined && ofB === undefined) continue;
    if (ofA === undefined) return [b, a];
    if (ofB === undefined) return [a, b];
    return compareOrder(ofA, ofB) <= 0 ? [a, b] : [b, a];
  }
  return undefined;
}

/** Event order: Lamport clock, replica, counter (spec 2.2). */
export function compareOrder(x: OrderKey, y: OrderKey): number {
  if (x.lc !== y.lc) return x.lc - y.lc;
  if (x.replica !== y.replica) return x.replica < y.replica ? -1 : 1;
  return x.n - y.n;
}
