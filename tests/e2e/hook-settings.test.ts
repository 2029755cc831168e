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

test("a wrong variable is named and switches off no lock; where nobody uses foremerge it is not", async () => {
  stage.write(".foremerge.yaml", "");
  const env = { FOREMERGE_CLAIMS_LEASE: "x", FOREMERGE_HOOKS_BLOCK_ON: "sometimes" };
  const words = ["hook", "pre-tool", "--path", "src/pay.ts", "--agent", "alice"];
  const ran = await stage.run(words, { env });
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain("bob");
  for (const [name, value] of Object.entries(env)) expect(ran.stderr).toContain(`not assessed: ${name}: "${value}"`);
  const elsewhere = await stage.run(words, { env, cwd: "/" });
  expect([elsewhere.exit, elsewhere.stderr]).toEqual([0, ""]);
});

test("an edit in a linked worktree renews the leases of its agent, wherever the hook was started", async () => {
  stage.write(".foremerge.yaml", "");
  await stage.git(["worktree", "add", "-q", "-b", "side", "../side"]);
  const side = `${stage.tmp}/side`;
  const at = (minute: string) => ["--now", `2026-11-30T${minute}:00.000Z`, "--agent", "eve"];
  const { intent } = await stage.json(
    ["intent", "publish", "Side", "--scope", "file:src/side.ts=add", ...at("12:00")],
    { cwd: side },
  );
  await stage.json(
    ["claim", "take", "file:src/side.ts", "--intent", intent.id, "--exclusive", "--wait", "0", ...at("12:00")],
    { cwd: side },
  );
  const call = {
    session_id: "s",
    hook_event_name: "PreToolUse",
    cwd: side,
    tool_name: "Edit",
    tool_input: { file_path: `${side}/src/side.ts` },
  };
  await stage.run(["hook", "pre-tool", ...at("12:40")], { stdin: JSON.stringify(call) });
  const { claims } = await stage.json(["claim", "list", "--now", "2026-11-30T12:41:00.000Z"]);
  expect(claims.find((each: { agent: string }) => each.agent === "eve").expires_at).toBe("2026-11-30T13:40:00.000Z");
});

test("a file that is no YAML is named, and a hook with nothing to say ends with 0", async () => {
  stage.write(".foremerge.yaml", "a: [\n");
  const ran = await stage.run(["hook", "pre-tool", "--path", "src/other.ts", "--agent", "alice"]);
  expect(ran.exit).toBe(0);
  expect(ran.stderr).toContain("not assessed");
});
