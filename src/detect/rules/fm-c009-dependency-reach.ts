// FM-C009: a destructive operation on a symbol that code in the other intent's files refers to. Where it is referred to
// is handed in.
import type { DetectOptions, Finding, Operation, Scope } from "../model.ts";
import { printScope } from "../scope.ts";
import type { CodePlace } from "./fm-x001-already-exists.ts";
import type { NamedRule } from "./rule.ts";
import { surfaced } from "./surfaced.ts";

export interface ReachedSymbol {
  readonly scope: Scope;
  readonly operation: Operation;
}

export const dependencyReach: NamedRule & {
  /** @param callers places in what `other` declares that refer to the symbol */
  readonly check: (
    intentId: string,
    reached: ReachedSymbol,
    other: string,
    callers: readonly CodePlace[],
    options?: DetectOptions,
  ) => Finding | undefined;
} = {
  meta: {
    id: "FM-C009",
    kind: "dependency_reach",
    summary: "A destructive operation on a symbol that code in the other intent's files or symbols refers to.",
    rationale:
      "The two declare different things, so no scope overlaps; the code says that one stands on the other. Only edges " +
      "that a parser extracted count, and names with more than 20 definitions are left out: they say too little.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "symbol:format=remove", target: "file:src/print.ts=modify, where print calls format" },
    miss: {
      source: "symbol:format=extend",
      target: "file:src/print.ts=modify, where print calls format",
      why: "an extension leaves its callers working",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (intentId, reached, other, callers, options = {}) => {
    const [first] = callers;
    if (!first) return undefined;
    const at = first.name === undefined ? first.file : `${first.name} (${first.file}:${first.start_line ?? 1})`;
    const { kind, key } = reached.scope;
    const more = callers.length > 1 ? ` and ${callers.length - 1} more` : "";
    return surfaced(
      dependencyReach.meta,
      {
        source: intentId,
        target: other,
        scopes: [reached.scope, { kind: "file", key: first.file }],
        score: 0.75,
        explanation: `Intent ${intentId} would ${reached.operation} ${printScope({ kind, key })}, which ${at}${more} in the scope of intent ${other} refers to.`,
        suggestion:
          "let the other intent declare it with --uses, and agree the order, or keep the old name as long as it has callers.",
        evidence: { source_operation: reached.operation, callers: callers.slice(0, 20) },
        fromCode: true,
        ephemeral: true,
      },
      options,
    );
  },
};
