// intent.rescoped: scopes, uses or dependencies are replaced, those given (spec 4.1).
import { fields, list, name, scope, scopeClaim } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { openIntent } from "./move-intent.ts";

export const intentRescoped: IntentEvent<"intent.rescoped"> = {
  type: "intent.rescoped",
  of: "intent",
  check: fields({ intent_id: name }, { scopes: list(scopeClaim), uses: list(scope), depends_on: list(name) }),
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
