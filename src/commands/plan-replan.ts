// foremerge plan replan: a node gets a new plan, if its budget allows one more.
import { planStepCommand } from "./plan-step.ts";

export const command = planStepCommand("replan", {
  summary: "Count a new plan for a node; its unfinished children need one too",
  examples: [
    'foremerge plan replan STORY-0001 --reason "the contract changed"',
    'foremerge plan replan STORY-0001 --reason "the base moved" --dry-run',
  ],
  details: "Refused when replan_count has reached the budget of the node or of its tier (replan_budget).",
});
