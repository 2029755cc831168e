// intent.rescoped: scopes, uses or dependencies are replaced, those given (spec 4.1).
import { isListOf, isName, isRecord, listFault, scopeClaimFault, scopeFault } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { openIntent } from "./move-intent.ts";

export const intentRescoped: IntentEvent<"intent.rescoped"> = {
  type: "intent.rescoped",
  of: "intent",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.intent_id)) return "/intent_id";
    if (data.depends_on !== undefined && !isListOf(data.depends_on, isName)) return "/depends_on";
    return (
      (data.scopes === undefined ? undefined : listFault(data.scopes, "/scopes", scopeClaimFault)) ??
      (data.uses === undefined ? undefined : listFault(data.uses, "/uses", scopeFault))
    );
  },
  subject: (data) => data.intent_id,
  move: () => "none",
  apply(draft, { data, at }) {
    const intent = openIntent(draft);
    if (!intent) return;
    if (data.scopes) intent.scopes = [...data.scopes];
    if (data.uses) intent.uses = [...data.uses];
    if (data.depends_on) intent.depends_on = [...data.depends_on];
    intent.updated_at = at;
  },
};
