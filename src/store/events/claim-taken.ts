// claim.taken: an intent says that it is on a scope, or locks a file (spec 4.3).
import { absentOr, inside, isBoolean, isName, isNumber, isRecord, isText, isTime, scopeFault } from "./check.ts";
import type { IntentEvent } from "./definition.ts";
import { moveIntent } from "./move-intent.ts";

function claimFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.id)) return "/id";
  if (!isName(value.intent_id)) return "/intent_id";
  if (!isName(value.agent)) return "/agent";
  if (!isBoolean(value.exclusive)) return "/exclusive";
  if (!isBoolean(value.read)) return "/read";
  if (!isNumber(value.lease_seconds)) return "/lease_seconds";
  if (!isTime(value.expires_at)) return "/expires_at";
  if (!absentOr(value.session, isName)) return "/session";
  if (!absentOr(value.reason, isText)) return "/reason";
  return inside(value.scope, "/scope", scopeFault);
}

export const claimTaken: IntentEvent<"claim.taken"> = {
  type: "claim.taken",
  of: "intent",
  check(data) {
    if (!isRecord(data)) return "";
    return inside(data.claim, "/claim", claimFault);
  },
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
