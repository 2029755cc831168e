// conflict.escalated: a question waits for a person; asked once per conflict (spec 4.6).
import { isUnsettled } from "../transitions.ts";
import { isListOf, isName, isRecord, isText } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const conflictEscalated: ConflictEvent<"conflict.escalated"> = {
  type: "conflict.escalated",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    if (!isText(data.question)) return "/question";
    if (!isListOf(data.options, isText)) return "/options";
    return undefined;
  },
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply({ conflict }, { data, at }) {
    if (!conflict || !isUnsettled(conflict.status)) return;
    conflict.escalation ??= {
      question: data.question,
      options: data.options,
      at,
      ...(data.by === undefined ? {} : { by: data.by }),
    };
  },
};
