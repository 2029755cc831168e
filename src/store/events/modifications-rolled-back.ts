// modifications.rolled_back: the files are as they were before (spec 4.5).
import { fields, name } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const modificationsRolledBack: ConflictEvent<"modifications.rolled_back"> = {
  type: "modifications.rolled_back",
  of: "conflict",
  check: fields({ conflict_id: name, result_id: name, agent: name }),
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
