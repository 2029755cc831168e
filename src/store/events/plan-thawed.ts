// plan.thawed: tasks got their earlier status back (spec 4.4).
import { planStep } from "./plan-step.ts";

export const planThawed = planStep("plan.thawed");
