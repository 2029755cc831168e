// modifications.applied: a strategy changed files of the repository (spec 4.5).
import { isListOf, isName, isRecord, isText, listFault } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

function failedFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isText(value.file)) return "/file";
  if (!isText(value.reason)) return "/reason";
  return undefined;
}

export const modificationsApplied: ConflictEvent<"modifications.applied"> = {
  type: "modifications.applied",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    if (!isName(data.result_id)) return "/result_id";
    if (!isListOf(data.applied, isRecord)) return "/applied";
    return listFault(data.failed, "/failed", failedFault);
  },
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply({ conflict }, { data, at }) {
    conflict?.modifications.push({ result_id: data.result_id, applied: data.applied, failed: data.failed, at });
  },
};
