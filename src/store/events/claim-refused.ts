// claim.refused: a lock was not had; counted as contention, changes nothing (spec 4.3).
import { fields, list, name, oneOf, scope, time } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

export const claimRefused: PlainEvent<"claim.refused"> = {
  type: "claim.refused",
  of: "nothing",
  check: fields({
    intent_id: name,
    agent: name,
    scopes: list(scope),
    why: oneOf("concurrent_write", "write_after_read", "deadlock"),
    holders: list(fields({ agent: name, claim_id: name, expires_at: time })),
  }),
};
