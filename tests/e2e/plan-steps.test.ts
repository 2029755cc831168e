// Freezing, thawing, replanning, choosing and undoing plan nodes: one undoable step each, statuses come back as they were
// (spec 4.4).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { onStage, type Stage } from "../stage.ts";

const fields = (id: string, more: Record<string, string>): string =>
  `---\nid: ${id}\n${Object.entries(more)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("")}---\n\n# ${id}\n`;

/** A story with four tasks: planned, active, done and blocked. */
async function story(stage: Stage, more: Record<string, Record<string, string>> = {}): Promise<void> {
  const nodes: Record<string, Record<string, string>> = {
    "STORY-1": { tier: "3", status: "active", children: "[TASK-1, TASK-2, TASK-3, TASK-4]" },
    "TASK-1": { tier: "4", parent: "STORY-1", status: "planned", artifacts: "[src/label.ts]" },
    "TASK-2": { tier: "4", parent: "STORY-1", status: "active", artifacts: "[src/label.ts]" },
    "TASK-3": { tier: "4", parent: "STORY-1", status: "done", artifacts: "[src/done.ts]" },
    "TASK-4": { tier: "4", parent: "STORY-1", status: "blocked", artifacts: "[src/other.ts]" },
  };
  for (const [id, own] of Object.entries(nodes)) {
    stage.write(`plans/${id}.md`, fields(id, { ...own, intent: `Work of ${id}`, ...more[id] }));
  }
  stage.write("src/label.ts", "export const label = 1;\n");
  await stage.commit("Begin");
  await stage.json(["init"]);
}
const ids = ["STORY-1", "TASK-1", "TASK-2", "TASK-3", "TASK-4"];
const field = (stage: Stage, id: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, "m").exec(stage.read(`plans/${id}.md`))?.[1];
const statuses = (stage: Stage): (string | undefined)[] => ids.map((id) => field(stage, id, "status"));
const texts = (stage: Stage): string[] => ids.map((id) => stage.read(`plans/${id}.md`));
const BEFORE = ["active", "planned", "active", "done", "blocked"];
const checked = async (stage: Stage, task: string, other: string): Promise<string> => {
  const { pairs } = await stage.json(["plan", "check", task]);
  return pairs.find((pair: { with: string }) => pair.with === other).finding_id;
};

test("a freeze takes the descendants, spares what is done, and a thaw gives each its own status back", () =>
  onStage({}, async (stage) => {
    await story(stage);
    const frozen = await stage.json(["plan", "freeze", "STORY-1", "--reason", "waits"]);
    expect(statuses(stage)).toEqual(["frozen", "frozen", "frozen", "done", "frozen"]);
    expect(frozen.spared).toEqual([{ node: "TASK-3", status: "done", why: "it is done" }]);
    await stage.json(["plan", "thaw", "STORY-1", "--reason", "agreed"]);
    expect(statuses(stage)).toEqual(BEFORE);
    for (const id of ids) expect(field(stage, id, "freeze_reason")).toBeUndefined();
    const again = await stage.run(["plan", "thaw", "STORY-1", "--reason", "agreed", "--json"]);
    expect([again.exit, again.error?.code]).toEqual([1, "INVALID_STATE"]);
  }));

test("what was frozen on its own before stays frozen when its parent thaws", () =>
  onStage({}, async (stage) => {
    await story(stage);
    await stage.json(["plan", "freeze", "TASK-1", "--reason", "its own reason"]);
    await stage.json(["plan", "freeze", "STORY-1", "--reason", "waits"]);
    const thawed = await stage.json(["plan", "thaw", "STORY-1", "--reason", "agreed"]);
    expect(statuses(stage)).toEqual(["active", "frozen", "active", "done", "blocked"]);
    expect(field(stage, "TASK-1", "freeze_reason")).toBe("its own reason");
    expect(thawed.spared).toEqual([{ node: "TASK-1", status: "frozen", why: "it was frozen on its own" }]);
  }));

test("every step is undone whole, newest first, byte for byte; what was changed since is not overwritten", () =>
  onStage({}, async (stage) => {
    await story(stage);
    const before = texts(stage);
    await stage.json(["plan", "freeze", "STORY-1", "--reason", "waits"]);
    const frozen = texts(stage);
    await stage.json(["plan", "thaw", "STORY-1", "--reason", "agreed"]);
    await stage.json(["plan", "undo", "TASK-2"]);
    expect(texts(stage)).toEqual(frozen);
    await stage.json(["plan", "undo", "STORY-1"]);
    expect(texts(stage)).toEqual(before);
    const none = await stage.run(["plan", "undo", "STORY-1", "--json"]);
    expect([none.exit, none.error?.code]).toEqual([1, "INVALID_STATE"]);

    await stage.json(["plan", "freeze", "STORY-1", "--reason", "waits"]);
    stage.write("plans/TASK-2.md", stage.read("plans/TASK-2.md").replace("status: frozen", "status: done"));
    const refused = await stage.run(["plan", "undo", "STORY-1", "--json"]);
    expect(refused.exit).toBe(1);
    expect(String(refused.error?.message)).toContain("TASK-2 was changed since");
    expect(field(stage, "STORY-1", "status")).toBe("frozen");
  }));

test("an undo from another worktree brings the fields back there", () =>
  onStage({ exclude: ["wt/"] }, async (stage) => {
    await story(stage);
    await stage.git(["worktree", "add", "-q", "wt/side", "-b", "side"]);
    await stage.json(["plan", "freeze", "STORY-1", "--reason", "waits"]);
    await stage.json(["plan", "undo", "STORY-1"], { cwd: "wt/side" });
    const side = readFileSync(join(stage.repo, "wt/side/plans/TASK-2.md"), "utf8");
    expect(side).toContain("status: active");
    // The next plan command brings the first worktree up to date.
    await stage.json(["plan", "freeze", "TASK-4", "--reason", "waits"]);
    expect(statuses(stage)).toEqual(["active", "planned", "active", "done", "frozen"]);
  }));

test("a replan is counted against the budget, marks unfinished children and spares finished ones", () =>
  onStage({}, async (stage) => {
    await story(stage, { "STORY-1": { revision: "4", replan_required: "true", replan_budget: "1" } });
    await stage.json(["plan", "replan", "STORY-1", "--reason", "new contract"]);
    expect([field(stage, "STORY-1", "replan_count"), field(stage, "STORY-1", "revision")]).toEqual(["1", "5"]);
    expect(field(stage, "STORY-1", "replan_required")).toBeUndefined();
    expect(ids.map((id) => field(stage, id, "replan_required"))).toEqual([
      undefined,
      "true",
      "true",
      undefined,
      "true",
    ]);
    const refused = await stage.run(["plan", "replan", "STORY-1", "--reason", "again", "--json"]);
    expect([refused.exit, refused.error?.code]).toEqual([1, "INVALID_STATE"]);
    expect(String(refused.error?.message)).toContain("1 of 1");
    await stage.json(["plan", "undo", "STORY-1"]);
    expect(field(stage, "TASK-1", "replan_required")).toBeUndefined();
  }));

test("a dry run names the nodes and writes neither files nor events", () =>
  onStage({}, async (stage) => {
    await story(stage);
    const [before, ledger] = [texts(stage), readFileSync(stage.ledger)];
    const dry = await stage.json(["plan", "freeze", "STORY-1", "--reason", "waits", "--dry-run"]);
    expect(dry.nodes.map(({ node }: { node: string }) => node)).toEqual(["STORY-1", "TASK-1", "TASK-2", "TASK-4"]);
    expect(texts(stage)).toEqual(before);
    expect(readFileSync(stage.ledger).equals(ledger)).toBe(true);
  }));

test("a person's choice goes to the conflict and to both histories, and the losing side is frozen while it runs", () =>
  onStage({}, async (stage) => {
    await story(stage);
    const conflict = await checked(stage, "TASK-1", "TASK-2");
    const chosen = await stage.json(["resolve", conflict, "--choose", "accept-proposed", "--reason", "labels first"]);
    expect(chosen).toMatchObject({
      outcome: "user_priority",
      choice: "accept-proposed",
      conflict: { status: "RESOLVED" },
    });
    expect(statuses(stage)).toEqual(["active", "planned", "frozen", "done", "blocked"]);
    const shown = await stage.json(["conflicts", "show", conflict]);
    expect(shown.decisions).toMatchObject([{ strategy: "accept-proposed", reason: "labels first" }]);
    expect(shown.arbitrations).toMatchObject([{ outcome: "user_priority", task: "TASK-1", blocker: "TASK-2" }]);
    await stage.json(["plan", "undo", "TASK-2"]);
    expect(statuses(stage)).toEqual(BEFORE);
  }));

test("an order that would close a cycle, or a stranger as first, is refused and changes nothing", () =>
  onStage({}, async (stage) => {
    await story(stage);
    const conflict = await checked(stage, "TASK-1", "TASK-2");
    stage.write("plans/TASK-2.md", stage.read("plans/TASK-2.md").replace("tier: 4", "tier: 4\ndepends_on: [TASK-1]"));
    const before = texts(stage);
    const choose = (first: string) =>
      stage.run(["resolve", conflict, "--choose", "sequential", "--first", first, "--reason", "x", "--json"]);
    const cycle = await choose("TASK-2");
    expect([cycle.exit, cycle.error?.code]).toEqual([1, "INVALID_STATE"]);
    const stranger = await choose("TASK-9");
    expect([stranger.exit, stranger.error?.code]).toEqual([2, "INVALID_INPUT"]);
    expect(texts(stage)).toEqual(before);
    expect((await choose("TASK-1")).exit).toBe(0);
  }));

test("arbitrate --all says what comes next for every task, and its decisions are exported for plan tools", () =>
  onStage({}, async (stage) => {
    await story(stage, { "TASK-4": { status: "planned", artifacts: "[src/label.ts]" } });
    await checked(stage, "TASK-1", "TASK-2");
    await checked(stage, "TASK-4", "TASK-2");
    const all = await stage.run(["arbitrate", "--all", "--apply", "--json"]);
    expect(all.exit).toBe(0);
    const outcomes = (all.document as { results: { outcome: string; applied: boolean }[] }).results;
    expect(new Set(outcomes.map(({ outcome, applied }) => `${outcome} ${applied}`))).toEqual(new Set(["freeze true"]));
    expect(statuses(stage)).toEqual(["active", "frozen", "active", "done", "frozen"]);

    const { files } = await stage.json(["conflicts", "export", "--as", "plan-records", "--out", "records"]);
    expect(files.every((path: string) => existsSync(path))).toBe(true);
    const lines = stage
      .read("records/conflicts.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({
      conflict_id: "CONFLICT-00001",
      layer: "L1",
      type: "file_overlap",
      overlap: { files: ["src/label.ts"] },
      confidence: 1,
      arbitration: "freeze",
      actions_taken: ["freeze"],
      resolution: null,
      resolved_at: null,
    });
    const history = stage
      .read("records/history.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(history.filter(({ type }) => type === "arbitration.decided")[0]).toMatchObject({
      by: "arbiter",
      outcome: "freeze",
    });
    expect(history.filter(({ type }) => type === "plan.frozen")[0]).toMatchObject({ nodes: [expect.any(String)] });
  }));

test("choosing a strategy between tasks writes the order into the nodes, or holds the proposed task back", () =>
  onStage({}, async (stage) => {
    await story(stage, { "TASK-4": { status: "planned", artifacts: "[src/label.ts]" } });
    const ordered = await checked(stage, "TASK-1", "TASK-2");
    const settled = await stage.json(["resolve", ordered, "--strategy", "1", "--reason", "labels first"]);
    expect(settled).toMatchObject({ decision: { strategy: "sequential" }, conflict: { status: "RESOLVED" } });
    expect(field(stage, "TASK-1", "depends_on")).toBe("[TASK-2]");

    const held = await checked(stage, "TASK-4", "TASK-2");
    const coordinated = await stage.json(["resolve", held, "--strategy", "freeze", "--reason", "labels first"]);
    expect(coordinated).toMatchObject({ decision: null, conflict: { status: "OPEN" } });
    expect(field(stage, "TASK-4", "status")).toBe("frozen");
  }));

test("no order is put on a task whose story is pinned", () =>
  onStage({}, async (stage) => {
    const parts = { artifacts: "[{path: src/label.ts, symbols: [label]}]" };
    await story(stage, { "STORY-1": { pinned: "true" }, "TASK-1": parts, "TASK-2": parts });
    const conflict = await checked(stage, "TASK-1", "TASK-2");
    const said = await stage.run(["arbitrate", conflict, "--json"]);
    expect(said.exit).toBe(1);
    expect(said.document).toMatchObject({ outcome: "escalate", rule: 6, actions: ["freeze"], applied: false });
    expect((said.document as { reason: string }).reason).toContain("pinned");
  }));
