// foremerge plan thaw: give a frozen node, and what was frozen with it, the earlier status back.
import { planStepCommand } from "./plan-step.ts";

export const command = planStepCommand("thaw", {
  summary: "Give a frozen plan node its earlier status back",
  examples: [
    'foremerge plan thaw STORY-0001 --reason "the contract is agreed"',
    'foremerge plan thaw TASK-00125 --reason "no longer in the way" --dry-run',
  ],
  details: "A node with another open conflict in which it is the proposed side stays frozen.",
});
