// conflict.redetected: a known conflict was found again; its first evidence and state stay (spec 4.2).
import { detectionFault, inside, isName, isRecord } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { addDetection } from "./settle-conflict.ts";

export const conflictRedetected: ConflictEvent<"conflict.redetected"> = {
  type: "conflict.redetected",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    return inside(data.detection, "/detection", detectionFault);
  },
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply(draft, { data, at }) {
    if (draft.conflict) addDetection(draft.conflict, data.detection, at);
  },
};
