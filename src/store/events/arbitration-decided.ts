// arbitration.decided: what happens next to a conflict between tasks (spec 4.4).
import { fields, list, name, nullOr, oneOf, text } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const arbitrationDecided: ConflictEvent<"arbitration.decided"> = {
  type: "arbitration.decided",
  of: "conflict",
  check: fields({
    arbitration: fields({
      id: name,
      conflict_id: nullOr(name),
      task: nullOr(name),
      blocker: nullOr(name),
      outcome: text,
      reason: text,
      actions: list(text),
      by: oneOf("arbiter", "auto", "agent", "human"),
      agent: name,
    }),
  }),
  subject: (data) => data.arbitration.conflict_id,
  nodes: ({ arbitration: { task, blocker } }) =>
    [...new Set([task, blocker])].filter((node): node is string => node !== null),
  move: () => "none",
  apply({ conflict }, { data, at }) {
    conflict?.arbitrations.push({ ...data.arbitration, at });
  },
};
