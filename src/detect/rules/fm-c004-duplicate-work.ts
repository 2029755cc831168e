// FM-C004: two intents that read alike. Needs no scopes; judged on the summaries and the pair's best overlap.
import { rounded } from "../overlap.ts";
import type { Meeting, NamedRule } from "./rule.ts";

/** Least summary Jaccard that is a duplicate by itself. */
export const DUPLICATE_THRESHOLD = 0.62;
/** With equal operations on the best overlap, more than this is enough. */
export const SAME_OPERATION_THRESHOLD = 0.42;

export const duplicateWork: NamedRule & {
  /** Whether summaries this alike are a duplicate, given whether the best overlap's operations are equal. */
  readonly check: (alike: number, sameOperation: boolean) => boolean;
  readonly score: (alike: number) => number;
} = {
  meta: {
    id: "FM-C004",
    kind: "duplicate_work",
    summary: "The summaries of two intents say nearly the same.",
    rationale:
      "Two agents who solve one problem twice cost a review and a merge. Words are no proof, so this is surfaced and " +
      "never asserted.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: '"Give CourierClient a retry budget"', target: '"Build a retry budget for CourierClient"' },
    miss: {
      source: '"Retry courier calls twice"',
      target: '"Paint the dashboard green"',
      why: "the summaries share no words",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (alike, sameOperation) => alike >= DUPLICATE_THRESHOLD || (sameOperation && alike > SAME_OPERATION_THRESHOLD),
  score: (alike) => rounded(0.55 + 0.4 * alike, 3),
};

/** Equal operations that mean the same work; two users of one thing do not. */
export function sameOperation({ source, target }: Meeting): boolean {
  return source.operation === target.operation && source.operation !== "use";
}
