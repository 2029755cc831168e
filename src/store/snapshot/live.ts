// Which conflicts a snapshot must hold. Pure.
import type { Conflict } from "../model.ts";
import { isUnsettled } from "../transitions.ts";

/** True for a conflict that may be asked for without its id: it is open, or both its sides are. */
export function isLive(conflict: Conflict, openSides: number): boolean {
  return isUnsettled(conflict.status) ? openSides !== 0 : openSides === 2;
}
