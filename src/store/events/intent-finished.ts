// intent.finished: the work is done and waits for acceptance (spec 4.1).
import { fields, name, record, text } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { moveIntent } from "./move-intent.ts";

export const intentFinished: IntentEvent<"intent.finished"> = {
  type: "intent.finished",
  of: "intent",
  check: fields({ intent_id: name }, { head: text, drift: record }),
  subject: (data) => data.intent_id,
  move: () => "finish",
  apply(draft, event) {
    const intent = moveIntent(draft, "finish", event);
    if (intent && event.data.head !== undefined) intent.head = event.data.head;
  },
};
