// The dispatch check through the built binary: what other tests of the plan room cannot see without a ledger.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = openStage({ exclude: ["wt/"] });
  stage.write("src/a.ts", "export const x = 1\n");
});
afterEach(() => stage.remove());

const task = (id: string, ...lines: string[]): void =>
  stage.write(`plans/${id}.md`, `---\nid: ${id}\n${lines.join("\n")}\n---\n\n# ${id}\n`);
const check = (id: string, ...words: string[]) => stage.json(["plan", "check", id, ...words]);

test("the same state twice is one record and two detections, from either side", async () => {
  task("T1", "artifacts: [src/a.ts]");
  task("T2", "status: active", "artifacts: [src/a.ts]");
  await stage.commit("Plans");
  await stage.json(["init"]);
  const first = await check("T1");
  const again = await check("T1");
  const id = first.pairs[0].finding_id;
  expect(again.pairs[0].finding_id).toBe(id);
  expect((await stage.json(["detections", id])).detections).toHaveLength(2);
  const { findings } = await stage.json(["status"]);
  expect(findings).toMatchObject([{ agents: [], tasks: ["T1", "T2"] }]);
  expect((await stage.run(["status"])).stdout).toContain("task T1, task T2");
  const shown = await stage.json(["conflicts", "show", id]);
  expect(shown.conflict.record).toMatchObject({
    layer: "L1",
    class: "C1",
    participants: [
      { task: "T1", role: "proposed" },
      { task: "T2", role: "active" },
    ],
    overlap: { files: ["src/a.ts"] },
    confidence: 1,
    checkpoint: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
  const whatIf = await check("T1", "--no-record");
  expect(whatIf.pairs[0].finding_id).toMatch(/^eph_/);
  expect((await stage.json(["detections", id])).detections).toHaveLength(2);
});

test("nothing declared, nothing readable, nothing known: unknown and never clear", async () => {
  task("T1", "artifacts: [src/a.ts]");
  await stage.commit("Plans");
  await stage.json(["init"]);
  const exit = async (...words: string[]) => (await stage.run(["plan", "check", "T1", ...words, "--json"])).exit;
  expect(await exit()).toBe(0);
  stage.write("plans/broken.md", "---\nid: T9\nstatus: [active\n---\n");
  const broken = await check("T1");
  expect(broken).toMatchObject({ verdict: "unknown", not_assessed: [{ what: "T9", side: "counterpart" }] });
  expect(await exit()).toBe(1);
  expect(await exit("--allow-unknown")).toBe(0);
  expect(await check("T9")).toMatchObject({ verdict: "unknown", assessment: "incomplete" });
  stage.write("plans/broken.md", "# No node any more\n");
  task("T1", "intent: Something");
  expect(await check("T1")).toMatchObject({ verdict: "unknown", not_assessed: [{ what: "T1", side: "subject" }] });
});

test("a cloned repository cannot start a judge, whatever it brings along", async () => {
  task("T1", "artifacts: [src/a.ts]");
  task("T2", "status: active", "artifacts: [src/b.ts]");
  stage.write(
    "evil.mjs",
    'import { writeFileSync } from "node:fs";\nwriteFileSync("pwned", "");\nconsole.log("{}");\n',
  );
  stage.write(".foremerge.yaml", `judge:\n  commands:\n    - [${JSON.stringify(process.execPath)}, evil.mjs]\n`);
  stage.write(".gitconfig", "[foremerge]\n\tjudge = true\n");
  stage.write(".claude/settings.json", '{"env": {"FOREMERGE_JUDGE": "1"}}\n');
  await stage.commit("Bait");
  await stage.git(["clone", "-q", stage.repo, "../clone"]);
  const clone = join(stage.tmp, "clone");
  await stage.json(["init"], { cwd: clone });
  for (const words of [
    ["plan", "check", "T1"],
    ["plan", "waves"],
  ])
    await stage.json(words, { cwd: clone });
  const call = JSON.stringify({ tool_name: "Task", cwd: clone, tool_input: { prompt: "Do T1" } });
  await stage.run(["hook", "pre-dispatch"], { cwd: clone, stdin: call });
  await stage.run(["doctor"], { cwd: clone });
  expect(existsSync(join(clone, "pwned"))).toBe(false);
  const told = await stage.json(["plan", "check", "T1"], { cwd: clone });
  expect(told).toMatchObject({ verdict: "clear", not_assessed: [{ what: "judge", side: "counterpart" }] });
  await stage.git(["config", "foremerge.judge", "true"], { cwd: clone });
  await stage.json(["plan", "check", "T1"], { cwd: clone });
  expect(existsSync(join(clone, "pwned"))).toBe(true);
});

test("a judge that hangs is cut at its cap, with everything that it started, and the verdict is a conflict", async () => {
  task("T1", "artifacts: [src/a.ts]");
  task("T2", "status: active", "artifacts: [src/b.ts]");
  stage.write(
    ".foremerge.yaml",
    'judge:\n  commands: [[sh, -c, "sleep 30 & sleep 30"]]\n  cold_ms: {L3: 300, L4: 300}\n',
  );
  await stage.commit("Plans");
  await stage.json(["init"]);
  const ran = await stage.run(["plan", "check", "T1", "--json"], { env: { FOREMERGE_JUDGE: "1" } });
  expect(ran.exit).toBe(1);
  expect(ran.document).toMatchObject({
    verdict: "conflict",
    timed_out: true,
    pairs: [{ with: "T2", layer: "L3", timed_out: true, finding_id: null }],
  });
  expect(ran.ms).toBeLessThan(20_000);
});

test("a freeze written in one worktree holds in the others, and is written there byte for byte", async () => {
  stage.write(
    "plans/T2.md",
    "\ufeff---\r\nid: T2\r\nstatus: planned # soon\r\nartifacts: [src/a.ts]\r\n---\r\nBody\r\n",
  );
  task("T1", "artifacts: [src/a.ts]");
  await stage.commit("Plans");
  await stage.json(["init"]);
  await stage.git(["worktree", "add", "-q", "-b", "side", "wt/side"]);
  await stage.json(["plan", "freeze", "T2", "--reason", "Waits"]);
  const what = await stage.json(["plan", "check", "T1", "--no-record"], { cwd: "wt/side" });
  expect(what.verdict).toBe("clear");
  const file = join(stage.repo, "wt/side/plans/T2.md");
  expect(readFileSync(file, "utf8")).toContain("status: planned # soon\r\n");
  await stage.json(["plan", "waves"], { cwd: "wt/side" });
  expect(readFileSync(file, "utf8")).toMatch(
    /^\ufeff---\r\nid: T2\r\nstatus: frozen # soon\r\nartifacts: \[src\/a\.ts\]\r\n(freeze_reason|frozen_)[\s\S]*\r\n---\r\nBody\r\n$/,
  );
});

test("an intent stands where its task stands; what carries out the task itself is not compared", async () => {
  task("T1", "artifacts: [src/a.ts]", "depends_on: [T2]");
  task("T2", "artifacts: [src/b.ts]");
  await stage.commit("Plans");
  await stage.json(["init"]);
  await stage.json(["intent", "publish", "Do T1", "--task", "T1", "--scope", "file:src/a.ts=modify", "--agent", "ada"]);
  expect(await check("T1")).toMatchObject({ verdict: "clear", pairs: [{ with: "T2", sequenced: true }] });
  const ahead = await stage.json([
    "intent",
    "publish",
    "Do T2",
    "--task",
    "T2",
    "--scope",
    "file:src/a.ts=modify",
    "--agent",
    "bob",
  ]);
  const pairs = (await check("T1")).pairs.map((pair: { with: string; sequenced?: boolean }) => [
    pair.with,
    pair.sequenced,
  ]);
  expect(pairs).toContainEqual([ahead.intent.id, true]);
});

test("waves: a circle is exit 1 with its members, in both streams' words; open intents take rounds", async () => {
  task("T1", "depends_on: [T2]", "artifacts: [src/a.ts]");
  task("T2", "depends_on: [T1]", "artifacts: [src/b.ts]");
  await stage.commit("Plans");
  const ran = await stage.run(["plan", "waves", "--json"]);
  expect(ran).toMatchObject({ exit: 1, stderr: expect.stringContaining("T1 → T2 → T1") });
  expect(ran.document).toMatchObject({ waves: [], cycles: [["T1", "T2"]] });
  task("T2", "artifacts: [src/b.ts]");
  await stage.json(["init"]);
  const intent = (await stage.json(["intent", "publish", "Tidy", "--scope", "file:src/b.ts=modify"])).intent.id;
  const { waves, critical_path } = await stage.json(["plan", "waves", "--intents"]);
  expect(critical_path).toEqual(["T2", "T1"]);
  const round = (id: string): number => waves.findIndex((wave: { tasks: string[] }) => wave.tasks.includes(id));
  expect(round(intent)).not.toBe(round("T2"));
  expect(round("T1")).toBeGreaterThan(round("T2"));
});

test("frozen tasks whose blocker is over are told about, and thawed only with --apply", async () => {
  task("T1", "artifacts: [src/a.ts]");
  task("T2", "status: active", "artifacts: [src/a.ts]");
  await stage.commit("Plans");
  await stage.json(["init"]);
  const id = (await check("T1")).pairs[0].finding_id;
  await stage.json(["arbitrate", id, "--apply"]);
  expect(await stage.run(["hook", "post-task"])).toMatchObject({ exit: 0, stdout: "", stderr: "" });
  stage.write("plans/T2.md", stage.read("plans/T2.md").replace("status: active", "status: done"));
  const told = await stage.run(["hook", "post-task"]);
  expect(told.stdout).toMatch(/T1 may go on \(auto_thaw\)/);
  expect(stage.read("plans/T1.md")).toContain("status: frozen");
  expect((await stage.run(["hook", "post-task", "--apply"])).stdout).toMatch(/T1 was thawed/);
  expect(stage.read("plans/T1.md")).toContain("status: planned");
});
