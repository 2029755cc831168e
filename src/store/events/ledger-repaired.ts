// ledger.repaired: damaged bytes were moved away; a gap that it names is no damage (spec 2.4).
import { isCount, isName, isRecord, isSha256, nullOr } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

export const ledgerRepaired: PlainEvent<"ledger.repaired"> = {
  type: "ledger.repaired",
  of: "nothing",
  check(data) {
    if (!isRecord(data)) return "";
    if (!nullOr(data.replica, isName)) return "/replica";
    if (!nullOr(data.n, isCount)) return "/n";
    if (!isSha256(data.sha256)) return "/sha256";
    return undefined;
  },
};
