// FM-D001: an intent changed what it did not declare, or did more to it than it declared.
import type { DetectOptions, Finding, Operation, Scope } from "../model.ts";
import { printScope } from "../scope.ts";
import type { NamedRule } from "./rule.ts";
import { surfaced } from "./surfaced.ts";

/** What was really done to something. */
export interface ActualChange extends Scope {
  readonly operation: Operation;
  readonly file: string;
}

/** A declared additive operation that turned out to take something away. */
export interface TurnedDestructive extends ActualChange {
  readonly declared: Operation;
  readonly destructive: true;
}

export const scopeDrift: NamedRule & {
  readonly check: (
    intentId: string,
    undeclared: readonly ActualChange[],
    destructive: readonly TurnedDestructive[],
    options?: DetectOptions,
  ) => Finding | undefined;
} = {
  meta: {
    id: "FM-D001",
    kind: "scope_drift",
    summary: "An intent changed what it did not declare, or an operation turned out destructive.",
    rationale:
      "Others were compared with what was declared. What is outside of it nobody has been warned of; republishing or " +
      "rescoping lets the detector look again.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "file:src/label.ts=modify declared", target: "src/queue.ts changed as well" },
    miss: {
      source: "file:src/label.ts=modify declared",
      target: "src/label.ts changed",
      why: "it is what was declared",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (intentId, undeclared, destructive, options = {}) => {
    const [first] = [...destructive, ...undeclared];
    if (!first) return undefined;
    const parts = [
      ...(undeclared.length > 0 ? [`changed ${list(undeclared.map(printScope))}, which it did not declare`] : []),
      ...destructive.map(
        (one) => `declared ${one.kind}:${one.key}=${one.declared} and did ${one.operation} it (destructive)`,
      ),
    ];
    const scope: Scope = { kind: first.kind, key: first.key };
    return surfaced(
      scopeDrift.meta,
      {
        source: intentId,
        target: intentId,
        scopes: [scope, scope],
        score: 0.9,
        explanation: `Intent ${intentId} ${parts.join("; ")}.`,
        suggestion: `declare what was really done with foremerge intent rescope ${intentId} --scope …, so that others are compared with it.`,
        evidence: {
          source_operation: first.operation,
          undeclared: undeclared.slice(0, 50),
          destructive: destructive.slice(0, 50),
        },
        fromCode: true,
        ephemeral: true,
      },
      options,
    );
  },
};

function list(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");
}
