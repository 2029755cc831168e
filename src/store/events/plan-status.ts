// plan.status: tasks' status or fields changed by hand or by undo (spec 4.4).
import { planStep } from "./plan-step.ts";

export const planStatus = planStep("plan.status");
