// intent.adopted: somebody takes over stopped work (spec 4.1).
import { fields, name, text } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { openIntent } from "./move-intent.ts";

export const intentAdopted: IntentEvent<"intent.adopted"> = {
  type: "intent.adopted",
  of: "intent",
  check: fields({ intent_id: name, agent: name, previous_agent: name, reason: text }, { session: name }),
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
