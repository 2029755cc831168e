// claim.released: a claim ends; it never comes back (spec 4.3).
import { isName, isRecord } from "./check.ts";
import type { IntentEvent } from "./definition.ts";

const REASONS = new Set<unknown>(["released", "finished", "accepted", "discarded", "adopted", "lapsed", "expired"]);

export const claimReleased: IntentEvent<"claim.released"> = {
  type: "claim.released",
  of: "intent",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.claim_id)) return "/claim_id";
    if (!isName(data.intent_id)) return "/intent_id";
    if (!REASONS.has(data.why)) return "/why";
    return undefined;
  },
  subject: (data) => data.intent_id,
  move: () => "none",
  apply(draft, { data, at }) {
    const claim = draft.claims.get(data.claim_id);
    if (claim) claim.released ??= { at, why: data.why };
  },
};
