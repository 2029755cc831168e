// FM-C010: two works that really changed the same files. What they changed and what git says of it is handed in.
import { findingId } from "../finding-id.ts";
import type { DetectOptions, Finding } from "../model.ts";
import { levelOf, underLevel } from "../severity.ts";
import type { NamedRule } from "./rule.ts";

/** One of the two works. */
export interface EditedWork {
  readonly intentId: string;
  readonly agent: string;
  /** Branch or worktree, as people call it. */
  readonly place: string;
  readonly commit: string;
}

export interface SharedFile {
  readonly path: string;
  /** git's word when it cannot merge the file (`content`, `modify/delete`); undefined when it can. */
  readonly conflict: string | undefined;
}

/** A finding whose evidence is about code that exists. */
export type EditFinding = Omit<Finding, "evidence"> & { readonly evidence: Readonly<Record<string, unknown>> };

const SCORE = { MEDIUM: 0.86, LOW: 0.4 } as const;
const MOST_NAMED = 5;

export const overlappingEdit: NamedRule & {
  /** The finding of one pair of works, or none: MEDIUM where git cannot merge, LOW where both changed a file and it can. */
  readonly check: (
    source: EditedWork,
    target: EditedWork,
    shared: readonly SharedFile[],
    options?: DetectOptions,
  ) => EditFinding | undefined;
} = {
  meta: {
    id: "FM-C010",
    kind: "overlapping_edit",
    summary: "Two works changed the same files; git can merge them (LOW) or cannot (MEDIUM).",
    rationale:
      "It is found in what was changed, not in what was declared, so it comes late; git says exactly where the texts " +
      "do not fit. It is no HIGH: a person or an agent merges texts, and nothing is lost by it.",
    severity: { asserted: "MEDIUM", surfaced: "LOW" },
    example: { source: "branch labels changes line 12 of src/label.ts", target: "branch payments changes line 13" },
    miss: {
      source: "branch labels changes src/label.ts",
      target: "branch payments changes src/pay.ts",
      why: "no file was changed by both",
    },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (source, target, shared, options = {}) => {
    const [first] = shared;
    if (first === undefined) return undefined;
    const conflicts = shared.filter(({ conflict }) => conflict !== undefined);
    const found = conflicts.length > 0 ? "MEDIUM" : "LOW";
    const severity = underLevel(found, levelOf(overlappingEdit.meta.id, options));
    if (severity === undefined) return undefined;
    const named = conflicts.length > 0 ? conflicts : shared;
    const path = (named[0] ?? first).path;
    return {
      id: findingId(
        overlappingEdit.meta.kind,
        [source.intentId, target.intentId],
        [source.place, target.place].sort(),
        true,
      ),
      kind: overlappingEdit.meta.kind,
      severity,
      score: SCORE[found],
      source_intent_id: source.intentId,
      target_intent_id: target.intentId,
      scope: { kind: "file", key: path },
      explanation: explain(source, target, named, conflicts.length > 0),
      suggestion:
        conflicts.length > 0
          ? `Heuristic: merge one into the other now, while both are small: foremerge merge preview ${source.place} ${target.place} shows the lines.`
          : "Heuristic: the texts fit together; whether the code does is for the tests of the merged result.",
      evidence: {
        rule: overlappingEdit.meta.id,
        asserted: false,
        match: null,
        overlap: "the same files were changed",
        source_scope: `file:${path}`,
        target_scope: `file:${path}`,
        source_place: source.place,
        target_place: target.place,
        commits: [source.commit, target.commit],
        files: shared.map((file) => ({ path: file.path, conflict: file.conflict ?? null })),
        detected_before_code: false,
        ephemeral: true,
      },
    };
  },
};

function explain(source: EditedWork, target: EditedWork, files: readonly SharedFile[], conflict: boolean): string {
  const names = files.slice(0, MOST_NAMED).map(({ path, conflict: kind }) => (kind ? `${path} (${kind})` : path));
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : "";
  const what = conflict ? "git cannot merge" : "both changed";
  return (
    `${source.agent} on ${source.place} (${source.intentId}) and ${target.agent} on ${target.place} ` +
    `(${target.intentId}): ${what} ${names.join(", ")}${more}.`
  );
}
