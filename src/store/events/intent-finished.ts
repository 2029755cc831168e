// intent.finished: the work is done and waits for acceptance (spec 4.1).
import { absentOr, isName, isRecord, isText } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { moveIntent } from "./move-intent.ts";

export const intentFinished: IntentEvent<"intent.finished"> = {
  type: "intent.finished",
  of: "intent",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.intent_id)) return "/intent_id";
    if (!absentOr(data.head, isText)) return "/head";
    if (!absentOr(data.drift, isRecord)) return "/drift";
    return undefined;
  },
  subject: (data) => data.intent_id,
  move: () => "finish",
  apply(draft, event) {
    const intent = moveIntent(draft, "finish", event);
    if (intent && event.data.head !== undefined) intent.head = event.data.head;
  },
};
