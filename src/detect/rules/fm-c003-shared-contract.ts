// FM-C003: both sides build on the same thing.
import type { ScopeKind } from "../model.ts";
import { eitherWay, isAdditive, isKind, type ScopeRule } from "./rule.ts";

/** Kinds whose change its users must hear of, even when nothing is destroyed. */
const CONTRACTS: readonly ScopeKind[] = ["contract", "api", "schema"];

export function isContractKind(kind: ScopeKind): boolean {
  return CONTRACTS.includes(kind);
}

export const sharedContract: ScopeRule = {
  meta: {
    id: "FM-C003",
    kind: "shared_contract",
    summary: "Both intents add to, extend or modify the same thing, or one modifies a contract that the other uses.",
    rationale:
      "Additive work usually stands together, so this is never HIGH; but the two sides share a surface and should " +
      "agree what it looks like afterwards.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "component:SessionVault=extend", target: "component:SessionVault=modify" },
    miss: {
      source: "symbol:SessionVault=use",
      target: "symbol:SessionVault=modify",
      why: "a use of a modified symbol is no finding; of a contract, an api or a schema it is",
    },
    since: "0.1.0",
    yieldsToOrder: true,
  },
  check: (meeting) =>
    (isAdditive(meeting.source) && isAdditive(meeting.target)) ||
    (meeting.overlap.match === "full" &&
      isKind(meeting.source, CONTRACTS) &&
      eitherWay(
        meeting,
        (claim) => claim.operation === "modify",
        (claim) => claim.operation === "use",
      )),
};
