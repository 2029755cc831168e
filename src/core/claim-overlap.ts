// FM-C005 overlapping_claim (spec 1.5, 4.3): a claim on what another intent has claimed. It warns, once per other
// intent; the claim succeeds all the same. The rule itself is the detector's; which claims are live is known here.
import type { Finding } from "../detect/model.ts";
import { type HeldScope, overlappingClaim } from "../detect/rules/fm-c005-overlapping-claim.ts";
import type { Claim, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { detectOptions } from "./detection.ts";
import type { Session } from "./session.ts";

/** Findings of freshly taken claims against every live claim of other intents. Readers do not disturb readers. */
export function claimFindings(
  session: Session,
  state: State,
  intent: Intent,
  taken: readonly Claim[],
  now: Date,
): readonly Finding[] {
  const others = state.liveClaims(now).filter((claim) => claim.intent_id !== intent.id);
  if (others.length === 0) return [];
  const held = (claims: readonly Claim[]): HeldScope[] =>
    claims.map(({ intent_id, agent, scope }) => ({ intentId: intent_id, agent, scope }));
  const options = detectOptions(session, state);
  const writing = overlappingClaim.check(held(taken.filter((claim) => !claim.read)), held(others), options);
  const reading = overlappingClaim.check(
    held(taken.filter((claim) => claim.read)),
    held(others.filter((claim) => !claim.read)),
    options,
  );
  const warned = new Set(writing.map((finding) => finding.target_intent_id));
  return [...writing, ...reading.filter((finding) => !warned.has(finding.target_intent_id))];
}
