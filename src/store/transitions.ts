// The state machines of intents (spec 4.1) and conflicts (spec 4.2) as tables. Pure; the fold and the event index both
// ask here, so that a state is decided in one place.
import type { ConflictStatus, IntentStatus } from "./model.ts";

/** Steps of an intent's or a conflict's life. An event carries one, or "none". The position is the code stored in columns. */
export const MOVES = [
  "none",
  "publish",
  "claim",
  "start",
  "finish",
  "accept",
  "accept-merged",
  "discard",
  "detect",
  "coordinate",
  "resolve",
  "override",
  "dismiss",
] as const;
export type Move = (typeof MOVES)[number];

const OPEN: readonly IntentStatus[] = ["INTENT", "CLAIMED", "IN_PROGRESS", "PROVISIONAL"];

/** The state after a move, or undefined when the machine does not allow it. `now` undefined: not published yet. */
export function nextIntentStatus(now: IntentStatus | undefined, move: Move): IntentStatus | undefined {
  if (now === undefined) return move === "publish" ? "INTENT" : undefined;
  switch (move) {
    case "claim":
      return now === "INTENT" ? "CLAIMED" : now === "CLAIMED" || now === "IN_PROGRESS" ? now : undefined;
    case "start":
      return now === "INTENT" || now === "CLAIMED" || now === "PROVISIONAL" ? "IN_PROGRESS" : undefined;
    case "finish":
      return now === "INTENT" || now === "CLAIMED" || now === "IN_PROGRESS" ? "PROVISIONAL" : undefined;
    case "accept":
      return now === "PROVISIONAL" ? "ACCEPTED" : undefined;
    case "accept-merged":
      return OPEN.includes(now) ? "ACCEPTED" : undefined;
    case "discard":
      return OPEN.includes(now) ? "DISCARDED" : undefined;
    default:
      return undefined;
  }
}

/** True for states that are compared and can change. */
export function isOpenStatus(status: IntentStatus | undefined): boolean {
  return status !== undefined && OPEN.includes(status);
}

/** The state after a move, or undefined when it changes nothing: no way back from a settlement. */
export function nextConflictStatus(now: ConflictStatus | undefined, move: Move): ConflictStatus | undefined {
  if (now === undefined) return move === "detect" ? "OPEN" : undefined;
  if (now !== "OPEN" && now !== "COORDINATING") return undefined;
  switch (move) {
    case "coordinate":
      return "COORDINATING";
    case "resolve":
      return "RESOLVED";
    case "override":
      return "OVERRIDDEN";
    case "dismiss":
      return "DISMISSED";
    default:
      return undefined;
  }
}

/** True for a conflict that still waits for somebody. */
export function isUnsettled(status: ConflictStatus | undefined): boolean {
  return status === "OPEN" || status === "COORDINATING";
}
