// claim.renewed: a lease runs on; never a shorter one (spec 4.3).
import { fields, name, number, time } from "./check.ts";
import type { IntentEvent } from "./definition.ts";

export const claimRenewed: IntentEvent<"claim.renewed"> = {
  type: "claim.renewed",
  of: "intent",
  check: fields({ claim_id: name, intent_id: name, expires_at: time, lease_seconds: number }),
  subject: (data) => data.intent_id,
  move: () => "none",
  apply(draft, { data }) {
    const claim = draft.claims.get(data.claim_id);
    if (!claim || claim.released) return;
    if (data.expires_at > claim.expires_at) claim.expires_at = data.expires_at;
    claim.lease_seconds = data.lease_seconds;
  },
};
