// Which locks stand in the way of which (spec 4.3). Pure: waiting is src/core/take-lock.ts, deadlocks wait-graph.ts.
import { insideByName } from "../detect/contains.ts";
import type { Scope } from "../detect/model.ts";
import { type PreparedScope, prepareScope } from "../detect/prepared.ts";
import type { Claim } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { LockRules } from "./held-claims.ts";
import { isSameParty, type Party, partyOf } from "./holders.ts";

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

interface HeldLock {
  readonly claim: Claim;
  readonly party: Party;
  readonly file: PreparedScope;
}

/**
 * Live locks that hold, in the order in which they were taken, filed so that asking costs what is found. Of two locks
 * on one file that were taken on two machines before they met, the earlier in event order holds; the other stops
 * nobody.
 */
export class HeldLocks {
  readonly #rules: LockRules;
  readonly #order = new Map<string, number>();
  readonly #byFile = new Map<string, HeldLock[]>();
  /** Under every directory above: what a lock on that directory meets. */
  readonly #below = new Map<string, HeldLock[]>();
  readonly #globs: HeldLock[] = [];
  readonly #all: HeldLock[] = [];
  readonly #lost = new Map<string, Claim>();

  constructor(state: State, rules: LockRules, now: Date) {
    this.#rules = rules;
    const locks = state.liveClaims(now).filter((claim) => claim.exclusive);
    for (const claim of locks.toSorted(byOrder)) {
      const party = partyOf(claim, state.intent(claim.intent_id));
      const lock = { claim, party, file: prepareScope(claim.scope, rules.ignoreCase) };
      const winner = this.#stopping(lock.file, claim.read, party)[0];
      if (winner) this.#lost.set(claim.id, winner.claim);
      else this.#file(lock);
    }
  }

  /** Locks of others that stop this request, in the order in which they were taken. */
  blockersOf(request: LockRequest): readonly Blocker[] {
    const found = new Map<string, Blocker>();
    for (const wanted of request.scopes) {
      const file = prepareScope(wanted, this.#rules.ignoreCase);
      for (const { claim, party } of this.#stopping(file, request.read, request.party)) {
        const type = refusalType(claim.read, request.read, this.#rules);
        if (type && !found.has(claim.id)) found.set(claim.id, { claim, holder: party, type, wanted });
      }
    }
    return [...found.values()].sort((a, b) => this.#position(a.claim) - this.#position(b.claim));
  }

  /** The earlier lock that this one lost to when two machines met; undefined for a lock that holds (spec 2.6). */
  lostTo(claim: Claim): Claim | undefined {
    return this.#lost.get(claim.id);
  }

  #file(lock: HeldLock): void {
    const into = (map: Map<string, HeldLock[]>, key: string): void => {
      const list = map.get(key);
      if (list) list.push(lock);
      else map.set(key, [lock]);
    };
    this.#order.set(lock.claim.id, this.#all.length);
    this.#all.push(lock);
    if (lock.file.glob) this.#globs.push(lock);
    into(this.#byFile, lock.file.full);
    for (const above of lock.file.containers) into(this.#below, above);
  }

  /** Held locks of others that a lock on this file would meet, earliest first. */
  #stopping(file: PreparedScope, read: boolean, party: Party): readonly HeldLock[] {
    const met = file.glob
      ? this.#all.filter((lock) => filesMeet(lock.file, file, this.#rules.ignoreCase))
      : [
          ...[file.full, ...file.containers].flatMap((key) => this.#byFile.get(key) ?? []),
          ...(this.#below.get(file.full) ?? []),
          ...this.#globs.filter((lock) => filesMeet(lock.file, file, this.#rules.ignoreCase)),
        ];
    return [...new Set(met)]
      .filter(
        (lock) => !isSameParty(lock.party, party) && refusalType(lock.claim.read, read, this.#rules) !== undefined,
      )
      .sort((a, b) => this.#position(a.claim) - this.#position(b.claim));
  }

  #position(claim: Claim): number {
    return this.#order.get(claim.id) ?? 0;
  }
}

/** Whether two `file:` scopes name a common path: the same, one inside the other, or two patterns that could meet. */
export function filesMeet(a: PreparedScope, b: PreparedScope, ignoreCase: boolean): boolean {
  return a.full === b.full || insideByName(a, b, { ignoreCase }) || insideByName(b, a, { ignoreCase });
}

/** Read and read share; a writer stops everybody; readers stop a writer only where reads are tracked. */
function refusalType(heldRead: boolean, wantedRead: boolean, rules: LockRules): RefusalType | undefined {
  if (!heldRead) return "concurrent_write";
  if (wantedRead) return undefined;
  return rules.trackReads ? "write_after_read" : undefined;
}

const byOrder = (a: Claim, b: Claim): number =>
  a.order.lc - b.order.lc ||
  (a.order.replica === b.order.replica ? a.order.n - b.order.n : a.order.replica < b.order.replica ? -1 : 1);
