// merge.attempted: git was asked whether two heads merge (spec 4.6).
import { absentOr, isBoolean, isListOf, isName, isNumber, isPair, isRecord, isText } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const mergeAttempted: ConflictEvent<"merge.attempted"> = {
  type: "merge.attempted",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    if (!isPair(data.commits)) return "/commits";
    if (!isBoolean(data.clean)) return "/clean";
    if (!isNumber(data.confidence)) return "/confidence";
    if (!isListOf(data.united_files, isText)) return "/united_files";
    if (!absentOr(data.tree, isText)) return "/tree";
    return undefined;
  },
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
