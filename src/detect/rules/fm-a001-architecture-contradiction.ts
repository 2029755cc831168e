// FM-A001: a task would do what a recorded decision forbids. Found by the dispatch check (src/core/dispatch).
import type { NamedRule } from "./rule.ts";

export const architectureContradiction: NamedRule = {
  meta: {
    id: "FM-A001",
    kind: "architecture_contradiction",
    summary: "A task declares an operation that a decision of the settings file forbids.",
    rationale:
      "A decision that was written down once is cheaper to read than to discuss again in review. Both sides are " +
      "declarations about the same thing, the decision's and the task's, so it may be HIGH. Asked of tasks of tier 2 " +
      "and above, and of those that create a new pattern.",
    severity: { asserted: "HIGH", surfaced: "MEDIUM" },
    example: {
      source: "symbol:LegacyApiClient=extend",
      target: 'decision ADR-7: "symbol:LegacyApi*" forbids extend, add',
    },
    miss: {
      source: "symbol:LegacyApiClient=modify",
      target: 'decision ADR-7: "symbol:LegacyApi*" forbids extend, add',
      why: "the decision allows a modification",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
};
