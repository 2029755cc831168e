// foremerge plan freeze: put a node and everything below it on hold.
import { planStepCommand } from "./plan-step.ts";

export const command = planStepCommand("freeze", {
  summary: "Put a plan node and everything below it on hold",
  examples: [
    'foremerge plan freeze STORY-0001 --reason "waits for the payment contract"',
    'foremerge plan freeze TASK-00125 --reason "waits for TASK-00120" --dry-run',
  ],
  details: "Done and archived nodes are spared. foremerge plan undo NODE takes the whole step back.",
});
