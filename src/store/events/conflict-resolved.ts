// conflict.resolved: settled by an agreement (spec 4.2).
import { decisionFault, inside, isName, isRecord } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { settle } from "./settle-conflict.ts";

export const conflictResolved: ConflictEvent<"conflict.resolved"> = {
  type: "conflict.resolved",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    return inside(data.decision, "/decision", decisionFault);
  },
  subject: (data) => data.conflict_id,
  move: () => "resolve",
  apply(draft, event) {
    settle(draft, "resolve", event);
  },
};
