// ledger.repaired: damaged bytes were moved away; a gap that it names is no damage (spec 2.4).
import { count, fields, name, nullOr, sha256 } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

export const ledgerRepaired: PlainEvent<"ledger.repaired"> = {
  type: "ledger.repaired",
  of: "nothing",
  check: fields({ replica: nullOr(name), n: nullOr(count), sha256 }),
};
