// intent.accepted: the work is in; with `merged` for work that the base branch holds already (spec 4.1).
import { absentOr, isBoolean, isListOf, isName, isRecord, isText } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { moveIntent, releaseAll } from "./move-intent.ts";

export const intentAccepted: IntentEvent<"intent.accepted"> = {
  type: "intent.accepted",
  of: "intent",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.intent_id)) return "/intent_id";
    if (!absentOr(data.merged, isBoolean)) return "/merged";
    if (data.overridden !== undefined && !isListOf(data.overridden, isName)) return "/overridden";
    if (!absentOr(data.reason, isText)) return "/reason";
    return undefined;
  },
  subject: (data) => data.intent_id,
  move: (data) => (data.merged ? "accept-merged" : "accept"),
  apply(draft, event) {
    const { merged, overridden, reason } = event.data;
    const intent = moveIntent(draft, merged ? "accept-merged" : "accept", event);
    if (!intent) return;
    intent.closed = {
      at: event.at,
      ...(reason === undefined ? {} : { reason }),
      ...(merged ? { merged } : {}),
      ...(overridden && overridden.length > 0 ? { high_conflicts_overridden: true } : {}),
    };
    releaseAll(draft, "accepted", event.at);
  },
};
