// claim.renewed: a lease runs on; never a shorter one (spec 4.3).
import { isName, isNumber, isRecord, isTime } from "./check.ts";
import type { IntentEvent } from "./definition.ts";

export const claimRenewed: IntentEvent<"claim.renewed"> = {
  type: "claim.renewed",
  of: "intent",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.claim_id)) return "/claim_id";
    if (!isName(data.intent_id)) return "/intent_id";
    if (!isTime(data.expires_at)) return "/expires_at";
    if (!isNumber(data.lease_seconds)) return "/lease_seconds";
    return undefined;
  },
  subject: (data) => data.intent_id,
  move: () => "none",
  apply(draft, { data }) {
    const claim = draft.claims.get(data.claim_id);
    if (!claim || claim.released) return;
    if (data.expires_at > claim.expires_at) claim.expires_at = data.expires_at;
    claim.lease_seconds = data.lease_seconds;
  },
};
