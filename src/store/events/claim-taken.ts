// claim.taken: an intent says that it is on a scope, or locks a file (spec 4.3).
import { bool, fields, name, number, scope, text, time } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { moveIntent } from "./move-intent.ts";

export const claimTaken: IntentEvent<"claim.taken"> = {
  type: "claim.taken",
  of: "intent",
  check: fields({
    claim: fields(
      {
        id: name,
        intent_id: name,
        agent: name,
        scope,
        exclusive: bool,
        read: bool,
        lease_seconds: number,
        expires_at: time,
      },
      { session: name, reason: text },
    ),
  }),
  subject: (data) => data.claim.intent_id,
  session: (data) => data.claim.session,
  move: () => "claim",
  apply(draft, event) {
    const { claim } = event.data;
    if (draft.claims.has(claim.id) || !moveIntent(draft, "claim", event)) return;
    const { lc, replica, n } = event;
    draft.claims.set(claim.id, {
      id: claim.id,
      intent_id: claim.intent_id,
      agent: claim.agent,
      ...(claim.session === undefined ? {} : { session: claim.session }),
      scope: { kind: claim.scope.kind, key: claim.scope.key },
      exclusive: claim.exclusive,
      read: claim.read,
      lease_seconds: claim.lease_seconds,
      taken_at: event.at,
      expires_at: claim.expires_at,
      ...(claim.reason === undefined ? {} : { reason: claim.reason }),
      order: { lc, replica, n },
    });
  },
};
