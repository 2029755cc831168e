// modifications.rolled_back: the files are as they were before (spec 4.5).
import { isName, isRecord } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const modificationsRolledBack: ConflictEvent<"modifications.rolled_back"> = {
  type: "modifications.rolled_back",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    if (!isName(data.result_id)) return "/result_id";
    if (!isName(data.agent)) return "/agent";
    return undefined;
  },
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply({ conflict }, { data, at }) {
    if (!conflict) return;
    conflict.modifications = conflict.modifications.map((result) =>
      result.result_id === data.result_id && !result.rolled_back
        ? { ...result, rolled_back: { at, agent: data.agent } }
        : result,
    );
  },
};
