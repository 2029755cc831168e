// FM-C006: one side takes away what the other depends on.
import { eitherWay, isDestructive, type ScopeRule } from "./rule.ts";

export const destructiveVsUse: ScopeRule = {
  meta: {
    id: "FM-C006",
    kind: "destructive_vs_use",
    summary: "One intent replaces, removes, renames or migrates what the other uses without changing it.",
    rationale:
      "A new caller of something that is being removed merges cleanly and breaks the build afterwards: no line is " +
      "shared, so nothing else sees it.",
    severity: { asserted: "HIGH", surfaced: "MEDIUM" },
    example: { source: "symbol:AutoHealConfig.DEFAULT_TTL=use", target: "symbol:AutoHealConfig.DEFAULT_TTL=remove" },
    miss: {
      source: "symbol:LabelPrinter=use",
      target: "symbol:LabelPrinter=extend",
      why: "an extension leaves its users working",
    },
    since: "0.1.0",
    yieldsToOrder: true,
  },
  check: (meeting) => eitherWay(meeting, isDestructive, (claim) => claim.operation === "use"),
};
