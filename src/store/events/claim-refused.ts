// claim.refused: a lock was not had; counted as contention, changes nothing (spec 4.3).
import { isName, isRecord, isTime, listFault, scopeFault } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

const WHY = new Set<unknown>(["concurrent_write", "write_after_read", "deadlock"]);

function holderFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.agent)) return "/agent";
  if (!isName(value.claim_id)) return "/claim_id";
  if (!isTime(value.expires_at)) return "/expires_at";
  return undefined;
}

export const claimRefused: PlainEvent<"claim.refused"> = {
  type: "claim.refused",
  of: "nothing",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.intent_id)) return "/intent_id";
    if (!isName(data.agent)) return "/agent";
    if (!WHY.has(data.why)) return "/why";
    return listFault(data.scopes, "/scopes", scopeFault) ?? listFault(data.holders, "/holders", holderFault);
  },
};
