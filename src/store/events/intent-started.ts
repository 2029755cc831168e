// intent.started: work began, or began again after it was finished (spec 4.1).
import { isName, isRecord } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { moveIntent } from "./move-intent.ts";

export const intentStarted: IntentEvent<"intent.started"> = {
  type: "intent.started",
  of: "intent",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.intent_id)) return "/intent_id";
    return undefined;
  },
  subject: (data) => data.intent_id,
  move: () => "start",
  apply(draft, event) {
    moveIntent(draft, "start", event);
  },
};
