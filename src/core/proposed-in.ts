// Which open conflicts hold a plan node back: those in which it is the proposed side (spec 4.4).
import type { HeldBy } from "../plan/steps.ts";
import type { Conflict } from "../store/model.ts";
import type { State } from "../store/state.ts";

/** The proposed task of a conflict of the dispatch check. */
export const proposedTask = (conflict: Conflict): string | undefined =>
  conflict.record?.participants.find(({ role }) => role === "proposed")?.task;

/** The other side of it; for a decision on record, its id. */
export function blockerOf(conflict: Conflict): string {
  const other = conflict.record?.participants.find(({ role }) => role !== "proposed")?.task;
  const proposed = proposedTask(conflict);
  const ids = [conflict.target_intent_id, conflict.source_intent_id];
  return other ?? ids.find((id) => id !== proposed) ?? conflict.target_intent_id;
}

/** Open conflicts by the task that is proposed in them. */
export function heldByConflicts(state: State): HeldBy {
  const held = new Map<string, string[]>();
  for (const conflict of state.openConflicts()) {
    const task = proposedTask(conflict);
    if (task === undefined) continue;
    const known = held.get(task);
    if (known) known.push(conflict.id);
    else held.set(task, [conflict.id]);
  }
  return (node) => held.get(node) ?? [];
}
