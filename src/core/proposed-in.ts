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

/** True when two blockers are one piece of work: a task, and the intent that was published for it. */
export function isSameWork(state: State, a: string, b: string): boolean {
  return a === b || state.intent(a)?.task === b || state.intent(b)?.task === a;
}

/** Other open conflicts of the same proposed task with the same work: they end where this one does. */
export function twinsOf(state: State, conflict: Conflict): readonly Conflict[] {
  const task = proposedTask(conflict);
  const blocker = blockerOf(conflict);
  return state
    .openConflicts()
    .filter((other) => other.id !== conflict.id && proposedTask(other) === task && other.severity !== "HIGH")
    .filter((other) => isSameWork(state, blockerOf(other), blocker));
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
