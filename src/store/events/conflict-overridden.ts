// conflict.overridden: somebody goes on all the same (spec 4.2).
import { decisionFault, inside, isName, isRecord } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { settle } from "./settle-conflict.ts";

export const conflictOverridden: ConflictEvent<"conflict.overridden"> = {
  type: "conflict.overridden",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    return inside(data.decision, "/decision", decisionFault);
  },
  subject: (data) => data.conflict_id,
  move: () => "override",
  apply(draft, event) {
    settle(draft, "override", event);
  },
};
