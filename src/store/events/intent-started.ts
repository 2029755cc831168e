// intent.started: work began, or began again after it was finished (spec 4.1).
import { fields, name } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { moveIntent } from "./move-intent.ts";

export const intentStarted: IntentEvent<"intent.started"> = {
  type: "intent.started",
  of: "intent",
  check: fields({ intent_id: name }),
  subject: (data) => data.intent_id,
  move: () => "start",
  apply(draft, event) {
    moveIntent(draft, "start", event);
  },
};
