// assessment.recorded: an agent judges its own intent against another (spec 4.2).
import { fields, name, oneOf, text } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

export const assessmentRecorded: PlainEvent<"assessment.recorded"> = {
  type: "assessment.recorded",
  of: "assessment",
  check: fields({
    assessment: fields({
      id: name,
      intent_id: name,
      other_id: name,
      verdict: oneOf("conflicts", "compatible", "duplicate", "depends_on"),
      action: oneOf("proceeding", "rescoping", "waiting", "abandoning"),
      reason: text,
      agent: name,
    }),
  }),
};
