// ledger.created: the first event of a ledger that `init` made.
import { fields, oneOf } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

export const ledgerCreated: PlainEvent<"ledger.created"> = {
  type: "ledger.created",
  of: "nothing",
  check: fields({ place: oneOf("git-dir", "in-tree", "folder", "explicit") }),
};
