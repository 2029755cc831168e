import { describe, expect, test } from "vitest";
import { otherTasks } from "../../../src/core/dispatch/counterparts.ts";
import { asksDecisions, contradictions } from "../../../src/core/dispatch/decisions.ts";
import { LayerClock } from "../../../src/core/dispatch/layers.ts";
import { otherTask, taskSide } from "../../../src/core/dispatch/side.ts";
import { foldPath, pathRefusal } from "../../../src/detect/path.ts";
import { invalidInput } from "../../../src/errors.ts";
import { planTree } from "../../../src/plan/tree.ts";
import { fileTree, planNode } from "../../plan/story.ts";

const tree = fileTree([]);
const name = (text: string) => {
  const why = pathRefusal(text);
  if (why !== undefined) throw invalidInput(`${text}: ${why}`);
  return foldPath(text);
};
const reader = { name, tree };

describe("the clock of a check", () => {
  test("counts each layer's time and remembers which ran out", async () => {
    let now = 0;
    const clock = new LayerClock({ L1: 10, L2: 10, L3: 10, L4: 10 }, () => now);
    await clock.time("L1", () => {
      now += 4;
    });
    expect(clock.expired("L1")).toBe(false);
    expect(clock.expired("L1", now - 7)).toBe(true);
    expect(clock.deadline("L2")).toBe(14);
    clock.cut("L4");
    expect(clock.timedOut).toEqual(["L1", "L4"]);
    expect(clock.timings()).toMatchObject({ L1: 4, L2: 0, total: 4 });
  });
});

describe("sides", () => {
  test("a task touches its artifacts and the files that its scopes name", async () => {
    const node = await planNode(
      "t.md",
      "id: T",
      "intent: Print labels",
      "artifacts: [{path: src/a.ts, symbols: [print], operation: extend}]",
      "scopes: ['file:docs/=remove', 'symbol:src/label.ts#Label.print=modify', 'symbol:Printer']",
      "uses: ['file:src/b.ts']",
    );
    expect(taskSide(node, "active", reader).touches).toEqual([
      { path: "src/a.ts", shape: "file", read: false, operation: "extend", symbols: ["print"] },
      { path: "docs", shape: "directory", read: false, operation: "remove" },
      { path: "src/label.ts", shape: "file", read: false, operation: "modify", symbols: ["Label.print"] },
      { path: "src/b.ts", shape: "file", read: true },
    ]);
  });

  test("a bad path is an error of the task that is checked, and only unreadable on the other side", async () => {
    const node = await planNode("t.md", "id: T", "artifacts: [../secret.ts]");
    expect(() => taskSide(node, "active", reader)).toThrow("../secret.ts");
    expect(otherTask(node, "active", reader)).toMatchObject({
      touches: [],
      unreadable: expect.stringContaining("../secret.ts"),
    });
  });
});

describe("who is compared", () => {
  const roles = async (...lines: string[][]): Promise<Record<string, string>> => {
    const nodes = await Promise.all(lines.map((fields, i) => planNode(`plans/${i}.md`, ...fields)));
    const [subject] = nodes;
    if (!subject) throw new Error("no subject");
    return Object.fromEntries(otherTasks(planTree(nodes), subject).map(({ node, role }) => [node.id, role]));
  };

  test("siblings that may run next, whatever runs anywhere, nothing that is over or only planned elsewhere", async () => {
    expect(
      await roles(
        ["id: T", "parent: S"],
        ["id: S", "status: active", "children: [T, PLANNED, BLOCKED, CONFIRM, DONE, ICE, HOT]"],
        ["id: PLANNED", "parent: S"],
        ["id: BLOCKED", "parent: S", "status: blocked"],
        ["id: CONFIRM", "parent: S", "status: blocked-on-confirm"],
        ["id: DONE", "parent: S", "status: done"],
        ["id: ICE", "parent: S", "status: frozen", "frozen_from: planned"],
        ["id: HOT", "parent: S", "status: frozen", "frozen_from: active"],
        ["id: S2", "status: active", "children: [FAR, RUNS]"],
        ["id: FAR", "parent: S2"],
        ["id: RUNS", "parent: S2", "status: active"],
      ),
    ).toEqual({
      PLANNED: "pending-confirm",
      BLOCKED: "pending-confirm",
      CONFIRM: "pending-confirm",
      HOT: "active",
      RUNS: "active",
    });
  });

  test("planned siblings of a parent that has not begun are left alone; without a parent nobody can say so", async () => {
    expect(await roles(["id: T", "parent: S"], ["id: S", "children: [T, A]"], ["id: A", "parent: S"])).toEqual({});
    expect(await roles(["id: T"], ["id: A"])).toEqual({ A: "pending-confirm" });
  });
});

describe("decisions", () => {
  const decisions = [{ id: "ADR-7", scope: "symbol:LegacyApi*", forbid: ["extend", "add"], why: "It is frozen" }];
  const against = async (...lines: string[]) =>
    contradictions(taskSide(await planNode("t.md", "id: T", ...lines), "active", reader), decisions, false).map(
      ({ operation, declared, scope }) => [operation, declared, scope.key],
    );

  test("forbid declared operations on what their pattern names", async () => {
    expect(await against("scopes: ['symbol:LegacyApiClient=extend']")).toEqual([["extend", true, "LegacyApiClient"]]);
    expect(await against("scopes: ['symbol:LegacyApiClient=modify']")).toEqual([]);
    expect(await against("scopes: ['symbol:ModernApi=extend']")).toEqual([]);
    expect(await against("artifacts: [{path: api.ts, symbols: [LegacyApiClient], operation: add}]")).toEqual([
      ["add", true, "LegacyApiClient"],
    ]);
  });

  test("an operation that was only read out of the summary is no declaration", async () => {
    expect(await against("intent: Extend the LegacyApiClient", "scopes: ['symbol:LegacyApiClient']")).toEqual([
      ["extend", false, "LegacyApiClient"],
    ]);
  });

  test("are asked of tasks high in the tree and of those that bring a new pattern", async () => {
    const asks = async (...lines: string[]): Promise<boolean> =>
      asksDecisions(taskSide(await planNode("t.md", "id: T", ...lines), "active", reader));
    expect(await asks("tier: 2")).toBe(true);
    expect(await asks("tier: 4")).toBe(false);
    expect(await asks("tier: 4", "creates_new_pattern: true")).toBe(true);
    expect(await asks()).toBe(false);
  });
});
