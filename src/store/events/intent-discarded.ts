// intent.discarded: the work will not be done (spec 4.1).
import { isName, isRecord, isText } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { moveIntent, releaseAll } from "./move-intent.ts";

export const intentDiscarded: IntentEvent<"intent.discarded"> = {
  type: "intent.discarded",
  of: "intent",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.intent_id)) return "/intent_id";
    if (!isText(data.reason)) return "/reason";
    return undefined;
  },
  subject: (data) => data.intent_id,
  move: () => "discard",
  apply(draft, event) {
    const intent = moveIntent(draft, "discard", event);
    if (!intent) return;
    intent.closed = { at: event.at, reason: event.data.reason };
    releaseAll(draft, "discarded", event.at);
  },
};
