// FM-C007: both sides add the same new thing.
import type { ScopeKind } from "../model.ts";
import { isKind, type ScopeRule } from "./rule.ts";

/** Kinds of which there can be only one definition of a name. */
const DEFINED_ONCE: readonly ScopeKind[] = [
  "symbol",
  "api",
  "schema",
  "migration",
  "env",
  "config",
  "component",
  "module",
];

export const doubleDefinition: ScopeRule = {
  meta: {
    id: "FM-C007",
    kind: "double_definition",
    summary: "Both intents add the same symbol, endpoint, schema element, migration, setting, component or module.",
    rationale:
      "The same name defined twice, often in two files, merges without a conflict and fails or shadows at run time; " +
      "two migrations of one number do not even apply.",
    severity: { asserted: "HIGH", surfaced: "MEDIUM" },
    example: { source: "symbol:computeKey=add", target: "symbol:computeKey=add" },
    miss: {
      source: "domain:labels=add",
      target: "domain:labels=add",
      why: "a domain is no definition; that pair is a shared contract (FM-C003)",
    },
    since: "0.1.0",
    replaces: "FM-C003",
    yieldsToOrder: true,
  },
  check: ({ source, target, overlap }) =>
    overlap.match === "full" &&
    source.operation === "add" &&
    target.operation === "add" &&
    isKind(source, DEFINED_ONCE),
};
