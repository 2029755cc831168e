// ledger.created: the first event of a ledger that `init` made.
import { isRecord } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

const PLACES = new Set<unknown>(["git-dir", "in-tree", "folder", "explicit"]);

export const ledgerCreated: PlainEvent<"ledger.created"> = {
  type: "ledger.created",
  of: "nothing",
  check(data) {
    if (!isRecord(data)) return "";
    if (!PLACES.has(data.place)) return "/place";
    return undefined;
  },
};
