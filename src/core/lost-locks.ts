// Locks that lost to one of another machine (spec 2.6): what their owner is told. Loaded only by who holds one.
import { printScope } from "../detect/scope.ts";
import type { Claim } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { LockRules } from "./held-claims.ts";
import { isBefore, lostTo } from "./locks.ts";

/** One line for each lock that lost to one of another machine. */
export function lostLines(state: State, claims: readonly Claim[], rules: LockRules, now: Date): readonly string[] {
  return claims.flatMap((claim) => {
    const winner = lostTo(state, claim, rules, now);
    if (winner === undefined) return [];
    const how = isBefore(winner, claim)
      ? `whose lock ${winner.id} comes first in the order of events`
      : `who took over with ${winner.id} after your lease had ended`;
    const lost = `your lock ${claim.id} on ${printScope(claim.scope)} lost to ${winner.agent}`;
    return [`${lost}, ${how} and holds until ${winner.expires_at}`];
  });
}
