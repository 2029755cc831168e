// What an answer does to the exit status of a check (spec 5.1): severity against the policy, and not assessed is not clear.
import type { FailOn } from "../config/settings.ts";
import type { Severity } from "../detect/model.ts";
import type { NotAssessed, ShownFinding } from "./documents.ts";

export interface CheckPolicy {
  readonly failOn: FailOn;
  readonly allowUnknown: boolean;
  /** Counterparts that could not be looked at change the verdict too. */
  readonly strict: boolean;
}

export const RANK: Readonly<Record<Severity, number>> = { LOW: 1, MEDIUM: 2, HIGH: 3 };
const THRESHOLD: Readonly<Record<FailOn, number>> = { low: 1, medium: 2, high: 3, never: 4 };

/** The part of a document that the exit status follows. */
export interface Verdict {
  readonly findings: readonly ShownFinding[];
  readonly not_assessed: readonly NotAssessed[];
}

/** 1 for a finding at or above the threshold that is not settled, or for something that should have been looked at. */
export function policyExit(verdict: Verdict, policy: CheckPolicy): number {
  const open = verdict.findings.filter((finding) => !finding.previously_settled);
  if (open.some(({ severity }) => RANK[severity] >= THRESHOLD[policy.failOn])) return 1;
  return isIncomplete(verdict.not_assessed, policy) && !policy.allowUnknown ? 1 : 0;
}

/** True when something that counts could not be looked at. */
export function isIncomplete(notAssessed: readonly NotAssessed[], policy: Pick<CheckPolicy, "strict">): boolean {
  return notAssessed.some(({ side }) => side === "subject" || policy.strict);
}
