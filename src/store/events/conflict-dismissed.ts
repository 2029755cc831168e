// conflict.dismissed: it is no conflict, or no longer one (spec 4.2).
import { decision, fields, name } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { settle } from "./settle-conflict.ts";

export const conflictDismissed: ConflictEvent<"conflict.dismissed"> = {
  type: "conflict.dismissed",
  of: "conflict",
  check: fields({ conflict_id: name, decision }),
  subject: (data) => data.conflict_id,
  move: () => "dismiss",
  apply(draft, event) {
    settle(draft, "dismiss", event);
  },
};
