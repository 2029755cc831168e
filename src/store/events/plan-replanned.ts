// plan.replanned: a task gets a new plan (spec 4.4).
import { planStep } from "./plan-step.ts";

export const planReplanned = planStep("plan.replanned");
