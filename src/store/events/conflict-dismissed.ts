// conflict.dismissed: it is no conflict, or no longer one (spec 4.2).
import { decisionFault, inside, isName, isRecord } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { settle } from "./settle-conflict.ts";

export const conflictDismissed: ConflictEvent<"conflict.dismissed"> = {
  type: "conflict.dismissed",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    return inside(data.decision, "/decision", decisionFault);
  },
  subject: (data) => data.conflict_id,
  move: () => "dismiss",
  apply(draft, event) {
    settle(draft, "dismiss", event);
  },
};
