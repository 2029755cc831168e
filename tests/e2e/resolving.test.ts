// Resolving by strategies, free words and dialogues, with what it leaves behind: results, edits, roll-backs (spec 4.5).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onStage, openStage, type Stage } from "../stage.ts";

const OLD = "Tokens are checked by the gateway only.";
const SPEC = `# Spec\n\n## Auth\n${OLD}\n`;
const QUESTION = "Which team owns the login scenario?";

const way = (name: string, level: string, more: object = {}) => ({
  id: name,
  name,
  approach: "step by step",
  complexity: level,
  risk: level,
  effort: "a day",
  pros: ["clear"],
  cons: ["slow"],
  ...more,
});
const edit = (file: string, old_content = OLD, new_content = `${file} says otherwise.`) => ({
  file,
  section: null,
  change_type: "update",
  old_content,
  new_content,
  rationale: "agreed",
});

/** Conflicts of mara with others, one per scope. */
async function conflicts(stage: Stage, ...names: string[]): Promise<string[]> {
  const works = ["Round label weights to grams", "Offer partial refunds", "Show a gift note", "Cache thumbnails"];
  const scopes = names.flatMap((name) => ["--scope", `${name}=replace`]);
  await stage.json(["intent", "publish", "Split pay totals by currency", ...scopes, "--agent", "mara"]);
  const ids: string[] = [];
  for (const [i, name] of names.entries()) {
    const words = ["intent", "publish", works[i] as string, "--scope", `${name}=extend`, "--agent", `ivo${i}`];
    ids.push((await stage.json(words)).findings[0].id);
  }
  return ids;
}
const bring = (stage: Stage, id: string, ...strategies: object[]) =>
  stage.json(["resolve", id, "--add-strategies", "-"], { stdin: JSON.stringify({ strategies }) });
const statusOf = async (stage: Stage, id: string): Promise<string> =>
  (await stage.json(["conflicts", "show", id])).conflict.status;

test("a dialogue settles, notes, skips and leaves, conflict by conflict, and says so in its file and in the result", () =>
  onStage({}, async (stage) => {
    stage.write("docs/spec.md", SPEC);
    await stage.commit("Begin");
    await stage.json(["init"]);
    const ids = await conflicts(stage, "symbol:Pay", "api:POST /refunds", "component:Cart", "config:DPI");
    const [a, b, c, d] = ids as [string, string, string, string];
    await bring(stage, a, way("ask", "Low", { clarification_needed: [QUESTION] }), way("leave", "High"));
    await bring(stage, d, way("ask", "Low", { clarification_needed: [QUESTION, "When?"] }), way("leave", "High"));
    stage.write(
      "dialogue.json",
      JSON.stringify({
        conflicts: [
          { conflict_id: a, strategy: 1, rounds: [{ [QUESTION]: "" }, { [QUESTION]: "payments" }] },
          { conflict_id: b, custom: "refunds move in May" },
          { conflict_id: c, skip: true },
          { conflict_id: d.slice(0, 16), strategy: "ask", rounds: [{ "When?": "in spring" }] },
        ],
      }),
    );
    const output = join(stage.tmp, "result.json");
    const ran = await stage.run(["resolve", "--dialogue", "dialogue.json", "--output", output, "--json"]);
    expect(ran.exit).toBe(1);
    const result = JSON.parse(readFileSync(output, "utf8"));
    expect(result).toEqual(ran.document);
    expect(result.summary).toEqual({
      total_conflicts: 4,
      resolved_with_strategy: 1,
      custom_handling: 3,
      fallback_constraints: 0,
    });
    expect(result.resolved_conflicts[0].clarifications).toEqual([{ question: QUESTION, answer: "payments", round: 2 }]);
    expect(result.custom_conflicts.map((item: { status: string }) => item.status)).toEqual([
      "custom",
      "skipped",
      "unresolved",
    ]);
    expect(result.custom_conflicts[2]).toMatchObject({ id: d, open_questions: [QUESTION] });
    const back = JSON.parse(stage.read("dialogue.json"));
    expect(back.conflicts.map((entry: { outcome: string }) => entry.outcome)).toEqual([
      "resolved",
      "custom",
      "skipped",
      "unresolved",
    ]);
    const statuses = await Promise.all(ids.map((id) => statusOf(stage, id)));
    expect(statuses).toEqual(["RESOLVED", "COORDINATING", "OPEN", "OPEN"]);
    // What was answered is kept: only the other question is asked again.
    const rest = await stage.json(["resolve", d, "--strategy", "ask"]);
    expect(rest.open_questions).toEqual([QUESTION]);
  }));

test("an empty dialogue is filled in with every open conflict and its strategies", () =>
  onStage({}, async (stage) => {
    await stage.json(["init"]);
    const [id] = await conflicts(stage, "symbol:Pay");
    stage.write("dialogue.json", '{"conflicts": []}');
    expect((await stage.run(["resolve", "--dialogue", "dialogue.json"])).exit).toBe(1);
    const filled = JSON.parse(stage.read("dialogue.json"));
    expect(filled.conflicts).toMatchObject([{ conflict_id: id, strategy: null, rounds: [] }]);
    filled.conflicts[0].strategy = filled.conflicts[0].recommended;
    stage.write("dialogue.json", JSON.stringify(filled));
    expect((await stage.run(["resolve", "--dialogue", "dialogue.json"])).exit).toBe(0);
    expect(await statusOf(stage, id as string)).toBe("RESOLVED");
  }));

describe("edits", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = openStage();
    for (const path of ["docs/a.md", "docs/b.md", "docs/c.md"]) stage.write(path, SPEC);
    await stage.commit("Begin");
    await stage.json(["init"]);
  });
  afterAll(() => stage.remove());

  test("are made in part only on request; the conflict stays open and what failed is named", async () => {
    const [id] = await conflicts(stage, "symbol:Alpha");
    const broken = edit("docs/b.md", "This sentence is nowhere in the file.");
    await bring(
      stage,
      id as string,
      way("patch", "Low", { modifications: [edit("docs/a.md"), broken] }),
      way("x", "High"),
    );
    const words = ["resolve", id as string, "--strategy", "patch", "--apply", "--reason", "agreed"];
    expect((await stage.run(words)).exit).toBe(1);
    expect(stage.read("docs/a.md")).toBe(SPEC);
    const output = join(stage.tmp, "part.json");
    const ran = await stage.run([...words, "--partial", "--output", output, "--json"]);
    expect(ran.exit).toBe(1);
    expect(stage.read("docs/a.md")).toContain("docs/a.md says otherwise.");
    const result = JSON.parse(readFileSync(output, "utf8"));
    expect(result.failed_modifications).toMatchObject([
      { file: "docs/b.md", reason: expect.stringContaining("not in") },
    ]);
    expect(result.custom_conflicts[0].status).toBe("failed");
    expect(await statusOf(stage, id as string)).toBe("OPEN");
    // The part that was made can be taken back as well.
    await stage.json(["resolve", "--rollback", result.session_id]);
    expect(stage.read("docs/a.md")).toBe(SPEC);
  });

  test("of a file that is not there become a constraint for planning, and the rest is made", async () => {
    const [id] = await conflicts(stage, "symbol:Beta");
    const modifications = [edit("docs/a.md"), edit("docs/planned.md")];
    await bring(stage, id as string, way("patch", "Low", { modifications }), way("x", "High"));
    const output = join(stage.tmp, "constraint.json");
    await stage.json(["resolve", id as string, "--strategy", "patch", "--apply", "--output", output]);
    const result = JSON.parse(readFileSync(output, "utf8"));
    expect(result.summary).toMatchObject({ resolved_with_strategy: 1, fallback_constraints: 1 });
    expect(result.planning_constraints).toMatchObject([
      {
        conflict_id: id,
        target_file: "docs/planned.md",
        change_type: "update",
        content: "docs/planned.md says otherwise.",
      },
    ]);
    expect(existsSync(join(stage.repo, "docs/planned.md"))).toBe(false);
    await stage.json(["resolve", "--rollback", result.session_id]);
  });

  test("of several conflicts in one run are taken back together, to the bytes from before the run", async () => {
    const ids = (await conflicts(stage, "symbol:Gamma", "symbol:Delta")) as [string, string];
    const second = "docs/a.md says otherwise.";
    await bring(
      stage,
      ids[0],
      way("p", "Low", { modifications: [edit("docs/a.md"), edit("docs/c.md")] }),
      way("x", "High"),
    );
    await bring(
      stage,
      ids[1],
      way("p", "Low", { modifications: [edit("docs/a.md", second, "And again.")] }),
      way("x", "High"),
    );
    const entries = ids.map((conflict_id) => ({ conflict_id, strategy: "p" }));
    const stdin = JSON.stringify({ conflicts: entries });
    const run = await stage.json(["resolve", "--dialogue", "-", "--apply"], { stdin });
    expect(run.summary.resolved_with_strategy).toBe(2);
    expect(stage.read("docs/a.md")).toContain("And again.");
    const back = await stage.json(["resolve", "--rollback", run.session_id]);
    expect(back).toMatchObject({ already: false, files: ["docs/a.md", "docs/c.md"] });
    expect([stage.read("docs/a.md"), stage.read("docs/c.md")]).toEqual([SPEC, SPEC]);
    const shown = (await stage.json(["conflicts", "show", ids[0]])).conflict;
    expect(shown).toMatchObject({ status: "RESOLVED", chosen: { name: "p" } });
    expect(shown.edits).toMatchObject([{ result_id: `${run.session_id}.1`, files: ["docs/a.md", "docs/c.md"] }]);
    expect(shown.edits[0].rolled_back.agent).toEqual(expect.any(String));
    expect(await stage.json(["resolve", "--rollback", run.session_id])).toMatchObject({ already: true, files: [] });
  });
});

describe("flags that do not belong together", () => {
  let stage: Stage;
  let id = "";
  beforeAll(async () => {
    stage = openStage();
    await stage.json(["init"]);
    id = (await conflicts(stage, "symbol:Pay"))[0] as string;
  });
  afterAll(() => stage.remove());

  test.each([
    [["--strategies", "--strategy", "1"], /--strategy and --strategies/],
    [["--reason", "x", "--answer", "a=b"], /--answer does not go/],
    [["--reason", "x", "--first", "TASK-1"], /--first does not go/],
    [["--reason", "x", "--output", "f.json"], /--output does not go/],
    [["--rollback", "res_x"], /ID does not go/],
    [["--strategy", "9"], /no strategy "9"/],
    [["--custom", "  "], /--custom is blank/],
    [["--strategy", "1", "--output", "no/such/folder.json"], /--output/],
    [["--choose", "accept-proposed", "--reason", "x"], /between intents/],
    [["--choose", "accept-blocker"], /--reason is blank/],
  ])("%j is bad input, and nothing is written", async (words, message) => {
    const before = readFileSync(stage.ledger);
    const ran = await stage.run(["resolve", id, ...words, "--json"]);
    expect(ran.exit).toBe(2);
    expect(String(ran.error?.message)).toMatch(message);
    expect(readFileSync(stage.ledger).equals(before)).toBe(true);
  });
});

test("who may settle a HIGH is asked before anything is chosen or changed", () =>
  onStage({}, async (stage) => {
    stage.write("docs/a.md", SPEC);
    stage.write(".foremerge.yaml", "gate:\n  settle_high: human\npeople: [ada]\n");
    await stage.commit("Begin");
    await stage.json(["init"]);
    const [id] = (await conflicts(stage, "symbol:Pay")) as [string];
    await bring(stage, id, way("p", "Low", { modifications: [edit("docs/a.md")] }), way("x", "High"));
    const words = ["resolve", id, "--strategy", "p", "--apply", "--json"];
    const refused = await stage.run([...words, "--agent", "mara"]);
    expect([refused.exit, refused.error?.code]).toEqual([1, "NOT_OWNER"]);
    expect(stage.read("docs/a.md")).toBe(SPEC);
    const settled = await stage.json([...words, "--agent", "ada"]);
    expect(settled.decision).toMatchObject({ by: "human", agent: "ada", strategy: "p" });
  }));

test("modules that overlap: every shared scenario gets one owner, and only a module can be one", () =>
  onStage({}, async (stage) => {
    stage.write("src/auth.ts", "export class AuthManager {\n  login() {}\n  verifyToken() {}\n}\n");
    await stage.commit("Begin");
    await stage.json(["init"]);
    const modules = [
      { name: "UserAuth", file: "src/user-auth.ts", scenarios: ["login", "token verify"], responsibilities: "users" },
    ];
    stage.write("new.json", JSON.stringify({ modules }));
    const words = [
      "intent",
      "publish",
      "Build a user service",
      "--scope",
      "module:UserAuth=add",
      "--module",
      "new.json",
    ];
    const published = await stage.json([...words, "--agent", "mara"]);
    const finding = published.findings.find((one: { kind: string }) => one.kind === "module_overlap");
    expect(finding.evidence).toMatchObject({ existing_module: { name: "AuthManager" }, existing_declared: false });
    const asked = await stage.json(["resolve", finding.id, "--strategies"]);
    expect(asked).toMatchObject({ category: "ModuleOverlap", severity: "High" });
    expect(asked.overlap_analysis.uniqueness).toMatchObject({ confirmed: false, unowned: ["login", "token verify"] });

    const split = ["resolve", finding.id, "--strategy", "split-scenarios", "--json"];
    const both = await stage.run([...split, "--answer", "login=both"]);
    expect(both.exit).toBe(2);
    expect(both.stderr).toMatch(/UserAuth or AuthManager/);
    const half = await stage.run([...split, "--answer", "login=authmanager"]);
    expect(half.exit).toBe(1);
    const whole = await stage.json([...split.slice(0, -1), "--answer", "token verify=UserAuth"]);
    expect(whole.conflict.status).toBe("RESOLVED");
    const after = await stage.json(["resolve", finding.id, "--strategies"]);
    expect(after.overlap_analysis.uniqueness).toEqual({ confirmed: true, unowned: [], contested: [] });
  }));
