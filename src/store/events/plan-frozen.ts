// plan.frozen: tasks were put on hold (spec 4.4).
import { planStep } from "./plan-step.ts";

export const planFrozen = planStep("plan.frozen");
