// Plays fixtures/conformance/resolution.json through the built binary (spec 4), as its README lays down.
import { test } from "vitest";
import { casesOf } from "./areas.ts";
import { playScenario, type Scenario, type ScenarioExpect } from "./scenario.ts";
import { testSchemasSeen } from "./schemas-seen.ts";

for (const { id, area, input, expect, why } of casesOf<Scenario, ScenarioExpect>("resolution")) {
  test.concurrent(`${id} (${area}): ${why}`, () => playScenario(input, expect), 120_000);
}
testSchemasSeen();
