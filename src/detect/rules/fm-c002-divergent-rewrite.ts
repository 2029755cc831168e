// FM-C002: both sides rebuild the same thing.
import { isDestructive, type ScopeRule } from "./rule.ts";

export const divergentRewrite: ScopeRule = {
  meta: {
    id: "FM-C002",
    kind: "divergent_rewrite",
    summary: "Both intents replace, remove, rename or migrate the same thing.",
    rationale:
      "Two rewrites of one thing have two target designs; whichever lands second undoes the first. Even two equal " +
      "operations diverge, since nothing says that they lead to the same place.",
    severity: { asserted: "HIGH", surfaced: "MEDIUM" },
    example: { source: "symbol:LabelPrinter=remove", target: "symbol:LabelPrinter=replace" },
    miss: {
      source: "symbol:LabelPrinter=replace",
      target: "symbol:LabelCache=replace",
      why: "the scopes do not overlap",
    },
    since: "0.1.0",
    yieldsToOrder: true,
  },
  check: ({ source, target }) => isDestructive(source) && isDestructive(target),
};
