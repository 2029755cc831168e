// intent.adopted: somebody takes over stopped work (spec 4.1).
import { absentOr, isName, isRecord, isText } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { openIntent } from "./move-intent.ts";

export const intentAdopted: IntentEvent<"intent.adopted"> = {
  type: "intent.adopted",
  of: "intent",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.intent_id)) return "/intent_id";
    if (!isName(data.agent)) return "/agent";
    if (!isName(data.previous_agent)) return "/previous_agent";
    if (!isText(data.reason)) return "/reason";
    if (!absentOr(data.session, isName)) return "/session";
    return undefined;
  },
  subject: (data) => data.intent_id,
  session: (data) => data.session,
  move: () => "none",
  apply(draft, { data, at }) {
    const intent = openIntent(draft);
    // Of two adoptions at once the first in event order holds: the second names an owner who is none any more.
    if (!intent || intent.agent !== data.previous_agent) return;
    intent.previous_owners.push({ agent: intent.agent, at, reason: data.reason });
    intent.agent = data.agent;
    if (data.session === undefined) delete intent.session;
    else intent.session = data.session;
    intent.updated_at = at;
  },
};
