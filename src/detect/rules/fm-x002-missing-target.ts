// FM-X002: what is to be replaced, removed, renamed, migrated, extended or used is nowhere.
import type { DetectOptions, Operation, Scope } from "../model.ts";
import { printScope } from "../scope.ts";
import { type CodeNote, note } from "./fm-x001-already-exists.ts";
import type { NamedRule } from "./rule.ts";

export const missingTarget: NamedRule & {
  /** @param lookedAt number of files that name it and were read in vain */
  readonly check: (
    id: string,
    scope: Scope,
    operation: Operation,
    lookedAt: number,
    options?: DetectOptions,
  ) => CodeNote | undefined;
} = {
  meta: {
    id: "FM-X002",
    kind: "missing_target",
    summary:
      "A plan replaces, removes, renames, migrates, extends or uses what the tree does not have and nobody adds.",
    rationale:
      "Often a misspelt or remembered name. It may live where nobody looked (generated code, another repository), so " +
      "it is said and decides nothing.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "symbol:shout=replace", target: "src/label.ts, which has no shout" },
    miss: {
      source: "symbol:shout=add",
      target: "src/label.ts, which has no shout",
      why: "what is added need not be there",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (id, scope, operation, lookedAt, options = {}) =>
    note(
      missingTarget.meta,
      {
        scope,
        operation,
        explanation: `${id} would ${operation} ${printScope(scope)}, which is nowhere in the tree (${lookedAt === 0 ? "no file names it" : `${lookedAt} ${lookedAt === 1 ? "file" : "files"} read`}), and nobody adds it.`,
        suggestion: "Heuristic: look the name up (foremerge symbols FILE lists what a file has), or plan to add it.",
        places: [],
        looked_at: lookedAt,
      },
      options,
    ),
};
