// conflict.escalated: a question waits for a person; asked once per conflict (spec 4.6).
import { isUnsettled } from "../transitions.ts";
import { fields, list, name, settledBy, text } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const conflictEscalated: ConflictEvent<"conflict.escalated"> = {
  type: "conflict.escalated",
  of: "conflict",
  check: fields({ conflict_id: name, question: text, options: list(text) }, { by: settledBy, agent: name }),
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
