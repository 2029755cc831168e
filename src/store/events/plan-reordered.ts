// plan.reordered: an order between tasks was imposed (spec 4.4).
import { planStep } from "./plan-step.ts";

export const planReordered = planStep("plan.reordered");
