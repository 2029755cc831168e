// foremerge plan undo: take the newest step of a node back, with every node that it touched.
import { planStepCommand } from "./plan-step.ts";

export const command = planStepCommand("undo", {
  summary: "Take the newest freeze, thaw, replan or order of a node back",
  examples: ["foremerge plan undo STORY-0001", 'foremerge plan undo TASK-00125 --reason "frozen by mistake"'],
  details: "All nodes of the step come back as they were. Refused when one of them was changed since.",
});
