// claim.released: a claim ends; it never comes back (spec 4.3).
import { fields, name, oneOf } from "./check.ts";
import type { IntentEvent } from "./definition.ts";

export const claimReleased: IntentEvent<"claim.released"> = {
  type: "claim.released",
  of: "intent",
  check: fields({
    claim_id: name,
    intent_id: name,
    why: oneOf("released", "finished", "accepted", "discarded", "adopted", "lapsed", "expired"),
  }),
  subject: (data) => data.intent_id,
  move: () => "none",
  apply(draft, { data, at }) {
    const claim = draft.claims.get(data.claim_id);
    if (claim) claim.released ??= { at, why: data.why };
  },
};
