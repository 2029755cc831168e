// conflict.coordinating: the sides talk, or an order was agreed (spec 4.2, 4.6).
import { nextConflictStatus } from "../transitions.ts";
import { fields, name, pair, settledBy, text } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const conflictCoordinating: ConflictEvent<"conflict.coordinating"> = {
  type: "conflict.coordinating",
  of: "conflict",
  check: fields({ conflict_id: name, by: settledBy, agent: name }, { note: text, ordered: pair(name), strategy: text }),
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
