// conflict.redetected: a known conflict was found again; its first evidence and state stay (spec 4.2).
import { detection, fields, name } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { addDetection } from "./settle-conflict.ts";

export const conflictRedetected: ConflictEvent<"conflict.redetected"> = {
  type: "conflict.redetected",
  of: "conflict",
  check: fields({ conflict_id: name, detection }),
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply(draft, { data, at }) {
    if (draft.conflict) addDetection(draft.conflict, data.detection, at);
  },
};
