// conflict.resolved: settled by an agreement (spec 4.2).
import { decision, fields, name } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { settle } from "./settle-conflict.ts";

export const conflictResolved: ConflictEvent<"conflict.resolved"> = {
  type: "conflict.resolved",
  of: "conflict",
  check: fields({ conflict_id: name, decision }),
  subject: (data) => data.conflict_id,
  move: () => "resolve",
  apply(draft, event) {
    settle(draft, "resolve", event);
  },
};
