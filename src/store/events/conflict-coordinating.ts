// conflict.coordinating: the sides talk, or an order was agreed (spec 4.2, 4.6).
import { nextConflictStatus } from "../transitions.ts";
import { absentOr, isName, isPair, isRecord, isSettledBy, isText } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const conflictCoordinating: ConflictEvent<"conflict.coordinating"> = {
  type: "conflict.coordinating",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    if (!isSettledBy(data.by)) return "/by";
    if (!isName(data.agent)) return "/agent";
    if (!absentOr(data.note, isText)) return "/note";
    if (!absentOr(data.ordered, isPair)) return "/ordered";
    if (!absentOr(data.strategy, isText)) return "/strategy";
    return undefined;
  },
  subject: (data) => data.conflict_id,
  move: () => "coordinate",
  apply({ conflict }, { data, at }) {
    if (!conflict) return;
    const next = nextConflictStatus(conflict.status, "coordinate");
    if (next === undefined) return;
    conflict.status = next;
    if (data.ordered) conflict.ordered = [data.ordered[0], data.ordered[1]];
    if (data.note !== undefined) conflict.notes.push({ text: data.note, agent: data.agent, at });
  },
};
