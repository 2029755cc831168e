// FM-X001: what is to be added is there already. Where it is, is handed in.
import type { DetectOptions, Finding, Operation, Scope, Severity } from "../model.ts";
import { printScope } from "../scope.ts";
import { levelOf, underLevel } from "../severity.ts";
import type { NamedRule, RuleMeta } from "./rule.ts";

/** A place in the tree as it is. */
export interface CodePlace {
  readonly file: string;
  readonly name?: string;
  readonly start_line?: number;
  readonly end_line?: number;
}

/** What one plan says of the code as it is: no other side takes part, so it is no finding of a pair. */
export interface CodeNote extends Pick<Finding, "kind" | "explanation" | "suggestion"> {
  readonly rule: string;
  readonly severity: Severity;
  readonly scope: Scope;
  readonly operation: Operation;
  /** Where it is. */
  readonly places: readonly CodePlace[];
  /** Files that were looked at in vain. */
  readonly looked_at?: number;
  /** Who refers to it, as far as a parser saw. */
  readonly callers?: readonly CodePlace[];
}

export const alreadyExists: NamedRule & {
  readonly check: (
    id: string,
    scope: Scope,
    places: readonly CodePlace[],
    options?: DetectOptions,
  ) => CodeNote | undefined;
} = {
  meta: {
    id: "FM-X001",
    kind: "already_exists",
    summary: "A plan adds a symbol, endpoint, table, file or package that the tree has already.",
    rationale:
      "Work that was planned from an old picture of the code, or is done already. The plan may still be right (another " +
      "thing of the same name), so it is said before the work starts and never blocks.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "symbol:format=add", target: "src/label.ts, which has a function format" },
    miss: {
      source: "symbol:format=modify",
      target: "src/label.ts, which has a function format",
      why: "it is not added",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (id, scope, places, options = {}) => {
    const [first] = places;
    if (!first) return undefined;
    const at = first.start_line === undefined ? first.file : `${first.file}:${first.start_line}`;
    return note(
      alreadyExists.meta,
      {
        scope,
        operation: "add",
        explanation: `${id} would add ${printScope(scope)}, which is there already (${at}).`,
        suggestion:
          "Heuristic: look at what is there first; then extend or modify it, or give the new one another name.",
        places,
      },
      options,
    );
  },
};

/** The note under the level of the settings, or undefined when the rule is off. */
export function note(
  meta: RuleMeta,
  facts: Omit<CodeNote, "rule" | "kind" | "severity">,
  options: DetectOptions,
): CodeNote | undefined {
  const severity = underLevel("MEDIUM", levelOf(meta.id, options));
  return severity && { rule: meta.id, kind: meta.kind, severity, ...facts };
}
