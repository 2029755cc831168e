// Edits of documents and of plan nodes are all or nothing, also when the process is killed between any two files; the
// next run finishes or rolls back, and says which (spec 4.4, 4.5).
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { onStage, type Stage } from "../stage.ts";

const PRELOAD = pathToFileURL(fileURLToPath(new URL("kill-at-rename.mjs", import.meta.url))).href;
const killedAt = (at: string) => ({ env: { NODE_OPTIONS: `--import=${PRELOAD}`, KILL_AT: at } });

const DOCUMENTS = ["docs/api.md", "docs/data.md", "docs/labels.md"];
const BEFORE = "Tokens are checked by the gateway only.\n";
const AFTER = "Tokens are checked by AuthManager only.\n";

async function conflictWithEdits(stage: Stage): Promise<string> {
  for (const path of DOCUMENTS) stage.write(path, BEFORE);
  await stage.commit("Begin");
  await stage.json(["init"]);
  const scope = "symbol:PaymentService";
  await stage.json(["intent", "publish", "Split pay totals", "--scope", `${scope}=replace`, "--agent", "mara"]);
  const second = await stage.json([
    "intent",
    "publish",
    "Round weights",
    "--scope",
    `${scope}=extend`,
    "--agent",
    "ivo",
  ]);
  const id = second.findings[0].id as string;
  const way = (name: string, level: string) => ({
    id: name,
    name,
    approach: "step by step",
    complexity: level,
    risk: level,
    effort: "a day",
    pros: ["clear"],
    cons: ["slow"],
  });
  const modifications = DOCUMENTS.map((file) => ({
    file,
    section: null,
    change_type: "update",
    old_content: BEFORE.trim(),
    new_content: AFTER.trim(),
    rationale: "agreed",
  }));
  const strategies = [{ ...way("patch", "Low"), modifications }, way("leave", "High")];
  await stage.json(["resolve", id, "--add-strategies", "-"], { stdin: JSON.stringify({ strategies }) });
  return id;
}

const texts = (stage: Stage): string[] => DOCUMENTS.map((path) => stage.read(path));
const leftovers = (stage: Stage): string[] => [
  ...readdirSync(join(stage.repo, "docs")).filter((name) => name.endsWith(".tmp")),
  ...readdirSync(join(dirname(stage.ledger), "undo")).filter((name) => /pending|tmp/.test(name)),
];
const apply = (id: string) => ["resolve", id, "--strategy", "patch", "--apply", "--reason", "agreed"];

describe("a run that is killed", () => {
  test.each([
    ["before the first file is changed", "before:1"],
    ["between the first and the second file", "before:2"],
    ["between the second and the third file", "before:3"],
    ["when all files are changed and nothing is recorded", "after:3"],
  ])("%s is rolled back by the next one, which says so", (_when, at) =>
    onStage({}, async (stage) => {
      const id = await conflictWithEdits(stage);
      const killed = await stage.run(apply(id), killedAt(at));
      expect(killed.exit).toBe(-2);
      const { checks } = await stage.json(["doctor"]);
      expect(checks).toContainEqual(expect.objectContaining({ check: "edits", state: "wrong" }));

      const next = await stage.run(["resolve", id, "--strategies", "--json"]);
      expect(next.stderr).toMatch(/cut short; it is rolled back now/);
      expect(texts(stage)).toEqual([BEFORE, BEFORE, BEFORE]);
      expect((await stage.json(["conflicts", "show", id])).conflict.status).toBe("OPEN");
      expect(leftovers(stage)).toEqual([]);

      const again = await stage.run([...apply(id), "--json"]);
      expect([again.exit, again.stderr]).toEqual([0, ""]);
      expect(texts(stage)).toEqual([AFTER, AFTER, AFTER]);
    }),
  );

  test("after it was recorded is finished by the next one, which says so", () =>
    onStage({}, async (stage) => {
      const id = await conflictWithEdits(stage);
      await stage.run(apply(id), killedAt("before:4"));
      const next = await stage.run(["resolve", id, "--strategies", "--json"]);
      expect(next.stderr).toMatch(/cut short after its files were written; it is finished now/);
      expect(texts(stage)).toEqual([AFTER, AFTER, AFTER]);
      expect((await stage.json(["conflicts", "show", id])).conflict.status).toBe("RESOLVED");
      expect(leftovers(stage)).toEqual([]);
    }));

  test("never touches what somebody wrote since, and names it", () =>
    onStage({}, async (stage) => {
      const id = await conflictWithEdits(stage);
      await stage.run(apply(id), killedAt("before:3"));
      stage.write("docs/api.md", `${AFTER}A later line.\n`);
      const next = await stage.run(["resolve", id, "--strategies", "--json"]);
      expect(next.stderr).toMatch(/edited since and left alone: docs\/api\.md/);
      expect(texts(stage)).toEqual([`${AFTER}A later line.\n`, BEFORE, BEFORE]);
    }));
});

test("a roll-back that is killed halfway leaves the run as it was, and can be asked for again", () =>
  onStage({}, async (stage) => {
    const id = await conflictWithEdits(stage);
    const { session_id } = await stage.json(apply(id));
    const rollback = ["resolve", "--rollback", session_id as string];
    expect((await stage.run(rollback, killedAt("before:2"))).exit).toBe(-2);
    expect(new Set(texts(stage))).toEqual(new Set([BEFORE, AFTER]));
    const again = await stage.run([...rollback, "--json"]);
    expect(again.stderr).toMatch(/cut short; it is rolled back now: docs\/api\.md as before/);
    expect(again.document).toMatchObject({ already: false, files: DOCUMENTS });
    expect(texts(stage)).toEqual([BEFORE, BEFORE, BEFORE]);
    expect(leftovers(stage)).toEqual([]);
  }));

const node = (id: string, status: string, more = ""): string =>
  `---\nid: ${id}\ntier: ${id.startsWith("S") ? 3 : 4}\nstatus: ${status}\nintent: "Work of ${id}"\n${more}---\n\n# ${id}\n`;

test("a cascade over plan nodes that is killed halfway comes back whole", () =>
  onStage({}, async (stage) => {
    stage.write("plans/story.md", node("STORY-1", "active", "children: [TASK-1, TASK-2]\n"));
    stage.write("plans/one.md", node("TASK-1", "planned", "parent: STORY-1\n"));
    stage.write("plans/two.md", node("TASK-2", "active", "parent: STORY-1\n"));
    await stage.commit("Begin");
    await stage.json(["init"]);
    const plans = () => ["story", "one", "two"].map((name) => stage.read(`plans/${name}.md`));
    const before = plans();
    const freeze = ["plan", "freeze", "STORY-1", "--reason", "waits for the contract"];
    await stage.run(freeze, killedAt("before:2"));
    expect(plans()).not.toEqual(before);

    const next = await stage.run([...freeze, "--json"]);
    expect(next.stderr).toMatch(/rolled back now/);
    expect(plans().map((text) => /status: (\S+)/.exec(text)?.[1])).toEqual(["frozen", "frozen", "frozen"]);

    await stage.json(["plan", "undo", "STORY-1"]);
    expect(plans()).toEqual(before);
    expect(existsSync(join(stage.repo, "plans", "story.md"))).toBe(true);
  }));
