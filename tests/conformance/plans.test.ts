// Plays fixtures/conformance/plans.json through the built binary (spec 3), as its README lays down.
import { test } from "vitest";
import { casesOf } from "./areas.ts";
import { type PlanExpect, type PlanInput, playPlanCase } from "./plan-scenario.ts";
import { testSchemasSeen } from "./schemas-seen.ts";

for (const { id, area, input, expect, why } of casesOf<PlanInput, PlanExpect>("plans")) {
  test.concurrent(`${id} (${area}): ${why}`, () => playPlanCase(input, expect));
}
testSchemasSeen();
