// conflict.overridden: somebody goes on all the same (spec 4.2).
import { decision, fields, name } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { settle } from "./settle-conflict.ts";

export const conflictOverridden: ConflictEvent<"conflict.overridden"> = {
  type: "conflict.overridden",
  of: "conflict",
  check: fields({ conflict_id: name, decision }),
  subject: (data) => data.conflict_id,
  move: () => "override",
  apply(draft, event) {
    settle(draft, "override", event);
  },
};
