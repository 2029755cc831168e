// decision.recorded: somebody went past a gate and said why (spec 4.1).
import { fields, name, text } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

export const decisionRecorded: PlainEvent<"decision.recorded"> = {
  type: "decision.recorded",
  of: "nothing",
  check: fields({ decision: fields({ id: name, subject: text, reason: text, agent: name }) }),
};
