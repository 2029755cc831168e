// modifications.applied: a strategy changed files of the repository (spec 4.5).
import { fields, list, name, record, text } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const modificationsApplied: ConflictEvent<"modifications.applied"> = {
  type: "modifications.applied",
  of: "conflict",
  check: fields({
    conflict_id: name,
    result_id: name,
    applied: list(record),
    failed: list(fields({ file: text, reason: text })),
  }),
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply({ conflict }, { data, at }) {
    conflict?.modifications.push({ result_id: data.result_id, applied: data.applied, failed: data.failed, at });
  },
};
