// A mistake in the settings inside a hook: said in one line, and the other settings hold (spec 3.6, 5.5).
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = openStage();
  stage.write("src/pay.ts", "export const x = 1\n");
  await stage.commit("Start");
  await stage.json(["init"]);
  const { intent } = await stage.json([
    "intent",
    "publish",
    "Rework",
    "--scope",
    "file:src/pay.ts=modify",
    "--agent",
    "bob",
  ]);
  await stage.json([
    "claim",
    "take",
    "file:src/pay.ts",
    "--intent",
    intent.id,
    "--exclusive",
    "--wait",
    "0",
    "--agent",
    "bob",
  ]);
});
afterAll(() => stage.remove());

test("an unknown key is named and switches off no lock", async () => {
  stage.write(".foremerge.yaml", "fail_onn: high\nhooks: {block_on: sometimes}\n");
  const ran = await stage.run(["hook", "pre-tool", "--path", "src/pay.ts", "--agent", "alice"]);
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain("bob");
  expect(ran.stderr).toMatch(/not assessed: unknown key "fail_onn"/);
  expect(ran.stderr).toContain("hooks.block_on");
});

test("a file that is no YAML is named, and a hook with nothing to say ends with 0", async () => {
  stage.write(".foremerge.yaml", "a: [\n");
  const ran = await stage.run(["hook", "pre-tool", "--path", "src/other.ts", "--agent", "alice"]);
  expect(ran.exit).toBe(0);
  expect(ran.stderr).toContain("not assessed");
});
