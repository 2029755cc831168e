// merge.attempted: git was asked whether two heads merge (spec 4.6).
import { bool, fields, list, name, number, pair, text } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const mergeAttempted: ConflictEvent<"merge.attempted"> = {
  type: "merge.attempted",
  of: "conflict",
  check: fields(
    { conflict_id: name, commits: pair(name), clean: bool, confidence: number, united_files: list(text) },
    { tree: text },
  ),
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply({ conflict }, { data, at }) {
    conflict?.merges.push({
      commits: data.commits,
      clean: data.clean,
      confidence: data.confidence,
      ...(data.tree === undefined ? {} : { tree: data.tree }),
      united_files: data.united_files,
      at,
    });
  },
};
