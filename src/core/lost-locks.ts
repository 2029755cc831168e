// Locks that lost to an earlier one of another machine (spec 2.6): what their owner is told. Loaded only by who holds one.
import { printScope } from "../detect/scope.ts";
import type { Claim } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { LockRules } from "./held-claims.ts";
import { lostTo } from "./locks.ts";

/** Locks that lost to an earlier one of another machine (spec 2.6). */
export function lostLines(state: State, claims: readonly Claim[], rules: LockRules, now: Date): readonly string[] {
  return claims.flatMap((claim) => {
    const winner = lostTo(state, claim, rules, now);
    if (winner === undefined) return [];
    return [
      `your lock ${claim.id} on ${printScope(claim.scope)} lost to ${winner.agent}, who took ${winner.id} earlier and holds it until ${winner.expires_at}`,
    ];
  });
}
