import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../src/config/settings.ts";
import { loadPlans } from "../../src/core/plan-files.ts";
import { taskStatusStep } from "../../src/core/plan-status.ts";
import { rewritePlanFile, writePending } from "../../src/core/rewrite-plan.ts";
import type { PlanHistory } from "../../src/store/model.ts";

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-plans-")));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(temporary, "shop-"));
});
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const load = (history?: (id: string) => PlanHistory | undefined, plans = DEFAULT_SETTINGS.plans) =>
  loadPlans({ root, settings: { plans } }, history);
const frozenAt = (id: string): PlanHistory => ({
  node: id,
  entries: [
    {
      type: "plan.frozen",
      at: "2026-11-30T12:00:00.000Z",
      event_id: "evt_1",
      agent: "ada",
      data: {
        nodes: [
          { node: id, path: "x", before: { status: "planned" }, after: { status: "frozen", freeze_reason: "waits" } },
        ],
      },
    },
  ],
});

describe("which files are nodes", () => {
  test("both layouts, under the default globs, notes left out", async () => {
    write(".claude/plans/features/F_shop/tasks/TASK-1_pay/task.md", "---\nid: TASK-1\n---\n");
    write("plans/TASK-2.md", "---\nid: TASK-2\n---\n");
    write("plans/README.md", "Plans live here.\n");
    write("docs/TASK-3.md", "---\nid: TASK-3\n---\n");
    const { tree } = await load();
    expect(tree.nodes.map(({ id, path }) => [id, path])).toEqual([
      ["TASK-1", ".claude/plans/features/F_shop/tasks/TASK-1_pay/task.md"],
      ["TASK-2", "plans/TASK-2.md"],
    ]);
    expect(tree.broken).toEqual([]);
    const elsewhere = await load(undefined, ["./docs/*.md"]);
    expect(elsewhere.tree.nodes.map(({ id }) => id)).toEqual(["TASK-3"]);
  });

  test("files that cannot be read are named: dangling links, links that lead out, what does not parse", async () => {
    writeFileSync(join(temporary, "secret.md"), "---\nid: SECRET\n---\n");
    write("plans/inside.md", "---\nid: INSIDE\n---\n");
    symlinkSync("inside.md", join(root, "plans/linked.md"));
    symlinkSync(join(temporary, "secret.md"), join(root, "plans/out.md"));
    symlinkSync("nowhere.md", join(root, "plans/dangling.md"));
    write("plans/torn.md", "---\nid: TORN\nstatus: [planned\n---\n");
    const { tree } = await load();
    expect(tree.nodes.map(({ path }) => path)).toEqual(["plans/inside.md", "plans/linked.md"]);
    expect(tree.broken.map(({ path, id, reason }) => [path, id, reason.replace(/:.*/, "")])).toEqual([
      ["plans/dangling.md", undefined, "it cannot be read"],
      ["plans/out.md", undefined, "it is a link that leaves the repository"],
      ["plans/torn.md", "TORN", "the frontmatter is no valid YAML"],
    ]);
  });

  test("a plans folder that is a link out of the repository is not read", async () => {
    mkdirSync(join(temporary, "elsewhere"), { recursive: true });
    writeFileSync(join(temporary, "elsewhere", "a.md"), "---\nid: A\n---\n");
    symlinkSync(join(temporary, "elsewhere"), join(root, "plans"));
    const { tree } = await load();
    expect(tree.nodes).toEqual([]);
    expect(tree.broken).toMatchObject([{ path: "plans/a.md" }]);
  });

  test("a head of many kilobytes is read to its end", async () => {
    write("plans/long.md", `---\nid: LONG\nnotes: ${"x".repeat(100_000)}\n---\n`);
    expect((await load()).tree.nodes.map(({ id }) => id)).toEqual(["LONG"]);
  });
});

describe("what the ledger knows better", () => {
  test("holds in the tree at once, and is written into the file with everything else as it was", async () => {
    write("plans/TASK-1.md", "---\r\nid: TASK-1\r\nstatus: planned # for now\r\n---\r\nBody\r\n");
    chmodSync(join(root, "plans/TASK-1.md"), 0o640);
    const loaded = await load(frozenAt);
    expect(loaded.tree.nodes[0]?.status).toBe("frozen");
    expect(writePending(root, loaded.pending)).toEqual([]);
    expect(readFileSync(join(root, "plans/TASK-1.md"), "utf8")).toBe(
      "---\r\nid: TASK-1\r\nstatus: frozen # for now\r\nfreeze_reason: waits\r\n---\r\nBody\r\n",
    );
    expect(statSync(join(root, "plans/TASK-1.md")).mode & 0o777).toBe(0o640);
    expect((await load(frozenAt)).pending.size).toBe(0);
  });

  test("a file that cannot be rewritten is named and does not stop the others", async () => {
    write("plans/TASK-1.md", "---\nid: TASK-1\nstatus: &s planned\nwas: *s\n---\n");
    const loaded = await load(frozenAt);
    expect(writePending(root, loaded.pending)).toMatchObject([expect.stringContaining("plans/TASK-1.md")]);
  });

  test("a link stays a link when its file is rewritten", async () => {
    write("plans/inside.md", "---\nid: INSIDE\nstatus: planned\n---\n");
    symlinkSync("inside.md", join(root, "plans/linked.md"));
    const { before } = rewritePlanFile(root, "plans/linked.md", new Map([["status", "done"]]));
    expect(before.toString()).toContain("planned");
    expect(readFileSync(join(root, "plans/inside.md"), "utf8")).toContain("status: done");
  });
});

describe("a task that is started or accepted", () => {
  const about = { reason: "started", now: new Date("2026-11-30T12:00:00Z"), by: "agent" } as const;

  test("becomes active, and done", async () => {
    write("plans/TASK-1.md", "---\nid: TASK-1\n---\n");
    const plans = await load();
    expect(taskStatusStep(plans, "TASK-1", "active", about)?.nodes).toEqual([
      { node: "TASK-1", path: "plans/TASK-1.md", before: { status: "planned" }, after: { status: "active" } },
    ]);
    expect(taskStatusStep(plans, "TASK-9", "active", about)).toBeUndefined();
  });

  test("a frozen one does not start; accepted, it is done and no longer frozen", async () => {
    write("plans/TASK-1.md", "---\nid: TASK-1\nstatus: frozen\nfreeze_reason: waits\n---\n");
    const plans = await load();
    expect(taskStatusStep(plans, "TASK-1", "active", about)).toBeUndefined();
    expect(taskStatusStep(plans, "TASK-1", "done", about)?.nodes[0]?.after).toEqual({
      status: "done",
      freeze_reason: null,
    });
  });
});
