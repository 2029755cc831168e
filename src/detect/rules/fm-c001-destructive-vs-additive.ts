// FM-C001: one side takes away what the other builds on.
import { eitherWay, isAdditive, isDestructive, type ScopeRule } from "./rule.ts";

export const destructiveVsAdditive: ScopeRule = {
  meta: {
    id: "FM-C001",
    kind: "destructive_vs_additive",
    summary: "One intent replaces, removes, renames or migrates what the other adds to, extends or modifies.",
    rationale:
      "The additive work lands on something that is about to be gone. Git merges the two happily when they touch " +
      "different lines; the addition is lost or does not compile. Both sides declared it, so it may be HIGH.",
    severity: { asserted: "HIGH", surfaced: "MEDIUM" },
    example: { source: "symbol:PaymentService=extend", target: "symbol:PaymentService=replace" },
    miss: {
      source: "symbol:PaymentService=use",
      target: "symbol:PaymentService=extend",
      why: "neither side is destructive",
    },
    since: "0.1.0",
    yieldsToOrder: true,
  },
  check: (meeting) => eitherWay(meeting, isDestructive, isAdditive),
};
