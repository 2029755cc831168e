// Which conflicts a snapshot must hold. Pure.
import type { Conflict } from "../model.ts";
import { isUnsettled } from "../transitions.ts";

/** True for a conflict that may be asked for without its id: it is open, or both its sides are. */
export function isLive(conflict: Conflict, openSides: number): boolean {
  return isUnsettled(conflict.status) ? openSides !== 0 : openSides === 2;
}

/** How many sides of a conflict are intents that pass; -1 when no side is an intent (records of plan tasks). */
export function countSides(conflict: Conflict, passes: (intentId: string) => boolean): number {
  const sides = [conflict.source_intent_id, conflict.target_intent_id].filter((id) => id.startsWith("int_"));
  return sides.length === 0 ? -1 : sides.filter(passes).length;
}
