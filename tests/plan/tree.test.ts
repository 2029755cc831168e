import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNode } from "../../src/plan/node.ts";
import { cyclesAmong, treeDependencies, waitsFor } from "../../src/plan/order.ts";
import { heldNode } from "../../src/plan/status.ts";
import { planTree } from "../../src/plan/tree.ts";
import { validatePlans } from "../../src/plan/validate.ts";
import { type WaveItem, wavesOf } from "../../src/plan/waves.ts";
import type { PlanHistory } from "../../src/store/model.ts";
import { brokenNode, planNode } from "./story.ts";

describe("reading a node", () => {
  test("all fields, in their several forms", async () => {
    const node = await planNode(
      "plans/TASK-1.md",
      "id: TASK-1",
      "tier: 4",
      "parent: STORY-1",
      "status: blocked-on-confirm",
      "intent: Print invoices",
      "artifacts:",
      "  - src/a.ts",
      "  - path: src/b.ts",
      "    functions: [pay, sum]",
      "    operation: remove",
      "  - path: src/old.ts",
      "    operation: rename",
      "    to: src/new.ts",
      "  - {path: src/c.ts, lines: [6, 7], read: true}",
      "scopes: ['symbol:Invoice=extend']",
      "uses: symbol:Printer",
      "depends_on: TASK-0",
      "creates_new_pattern: true",
      "replan_count: 2",
      "owner: ada",
    );
    expect(node).toMatchObject({
      id: "TASK-1",
      tier: 4,
      parent: "STORY-1",
      status: "blocked-on-confirm",
      intent: "Print invoices",
      artifacts: [
        { path: "src/a.ts", read: false },
        { path: "src/b.ts", symbols: ["pay", "sum"], operation: "remove", read: false },
        { path: "src/old.ts", operation: "rename", to: "src/new.ts", read: false },
        { path: "src/c.ts", lines: [6, 7], read: true },
      ],
      scopes: ["symbol:Invoice=extend"],
      uses: ["symbol:Printer"],
      dependsOn: ["TASK-0"],
      createsNewPattern: true,
      replanCount: 2,
      problems: [],
    });
    expect(node.fields.get("owner")).toBe("ada");
  });

  test("what does not fit is named, and an illegal status counts as running", async () => {
    const node = await planNode(
      "plans/TASK-1.md",
      "id: TASK-1",
      "status: nearly",
      "tier: 7",
      "artifacts: [{path: a.ts, operation: shred, lines: [4, 2]}, {operation: add}]",
    );
    expect(node.status).toBe("active");
    expect(node.problems.map(({ rule, line }) => [rule, line])).toEqual([
      ["status_illegal", 3],
      ["tier_illegal", 4],
      ["operation_unknown", 5],
      ["lines_illegal", 5],
      ["artifact_illegal", 5],
    ]);
  });

  test("a field of the node that was indented into an artifact is named", async () => {
    const node = await planNode(
      "plans/TASK-1.md",
      "id: TASK-1",
      "artifacts:",
      "  - path: docs/**",
      "    owner: ada",
      "    scopes: [symbol:Theme=add]",
      "    depends_on: [TASK-0]",
    );
    expect(node.scopes).toEqual([]);
    expect(node.problems.map(({ rule, message }) => [rule, message])).toEqual([
      ["field_misplaced", 'TASK-1: artifact "docs/**" holds `scopes`, which belongs to the node itself'],
      ["field_misplaced", 'TASK-1: artifact "docs/**" holds `depends_on`, which belongs to the node itself'],
    ]);
  });

  test("a broken node keeps the id that its text still shows", async () => {
    expect(await brokenNode("a.md", "---\nid: 'TASK-9'\nstatus: [planned\n---\n")).toMatchObject({ id: "TASK-9" });
    expect(await brokenNode("a.md", "---\nstatus: planned\n---\n")).toMatchObject({ id: undefined, foreign: false });
    expect(await brokenNode("a.md", "---\ntitle: A page\n---\n")).toMatchObject({ foreign: true });
    expect(await readNode("a.md", Buffer.from("# Notes\n"))).toBeUndefined();
  });
});

const shop = async () =>
  planTree([
    await planNode("plans/F.md", "id: F", "tier: 2", "status: active", "children: [S1, S2]"),
    await planNode("plans/S1.md", "id: S1", "parent: F", "status: active", "children: [T1, T2]"),
    await planNode("plans/S2.md", "id: S2", "parent: F", "status: planned", "children: [T3]", "depends_on: [S1]"),
    await planNode("plans/T1.md", "id: T1", "parent: S1", "status: planned"),
    await planNode("plans/T2.md", "id: T2", "parent: S1", "status: planned", "depends_on: [T1]"),
    await planNode("plans/T3.md", "id: T3", "parent: S2", "status: planned"),
  ]);

describe("the tree", () => {
  test("knows parents, children, tasks", async () => {
    const tree = await shop();
    expect(tree.ancestors("T1")).toEqual(["S1", "F"]);
    expect([...tree.descendants("F")].sort()).toEqual(["S1", "S2", "T1", "T2", "T3"]);
    expect(tree.nodes.filter((node) => tree.isTask(node)).map(({ id }) => id)).toEqual(["T1", "T2", "T3"]);
  });

  test("ends where parents go in a circle", async () => {
    const tree = planTree([await planNode("a.md", "id: A", "parent: B"), await planNode("b.md", "id: B", "parent: A")]);
    expect(tree.ancestors("A")).toEqual(["B"]);
    expect(tree.descendants("A")).toEqual(["B"]);
  });

  test("waiting goes through others and through the stories above", async () => {
    const depends = treeDependencies(await shop());
    expect(waitsFor("T2", "T1", depends)).toBe(true);
    expect(waitsFor("T3", "T1", depends)).toBe(true);
    expect(waitsFor("T1", "T2", depends)).toBe(false);
  });

  test("cycles are told once, from their smallest id", () => {
    const edges: Record<string, string[]> = { c: ["a"], a: ["b"], b: ["c", "d"], d: [], e: ["e"] };
    expect(cyclesAmong(Object.keys(edges), (id) => edges[id] ?? [])).toEqual([["a", "b", "c"], ["e"]]);
  });
});

describe("which status holds", () => {
  const history = (...steps: [Record<string, unknown>, Record<string, unknown>][]): PlanHistory => ({
    node: "T",
    entries: steps.map(([before, after], i) => ({
      type: "plan.status",
      at: "2026-11-30T12:00:00.000Z",
      event_id: `evt_${i}`,
      agent: "ada",
      data: { nodes: [{ node: "T", path: "t.md", before, after }] },
    })),
  });
  const frozen = history([{ status: "planned" }, { status: "frozen", freeze_reason: "waits", frozen_from: "planned" }]);

  test("the event's, where the file still shows the status from before it", async () => {
    const { node, pending } = heldNode(await planNode("t.md", "id: T", "status: planned"), frozen);
    expect(node.status).toBe("frozen");
    expect([...pending]).toEqual([
      ["status", "frozen"],
      ["freeze_reason", "waits"],
      ["frozen_from", "planned"],
    ]);
  });

  test("the file's, where a person wrote something else", async () => {
    const { node, pending } = heldNode(await planNode("t.md", "id: T", "status: active"), frozen);
    expect(node.status).toBe("active");
    expect(pending.size).toBe(0);
  });

  test("nothing is pending where the file shows it already", async () => {
    const file = await planNode("t.md", "id: T", "status: frozen", "freeze_reason: my own words");
    expect(heldNode(file, frozen).pending.size).toBe(0);
  });

  test("the newest event decides, field by field", async () => {
    const steps = history(
      [{ status: "planned" }, { status: "frozen", freeze_reason: "waits" }],
      [
        { status: "frozen", freeze_reason: "waits" },
        { status: "planned", freeze_reason: null },
      ],
      [{ depends_on: [] }, { depends_on: ["A"] }],
    );
    const still = heldNode(await planNode("t.md", "id: T", "status: frozen", "freeze_reason: waits"), steps);
    expect([...still.pending]).toEqual([
      ["depends_on", ["A"]],
      ["status", "planned"],
      ["freeze_reason", null],
    ]);
    expect(still.node).toMatchObject({ status: "planned", dependsOn: ["A"] });
    const other = heldNode(await planNode("t.md", "id: T", "status: planned", "depends_on: [B]"), steps);
    expect(other.pending.size).toBe(0);
  });
});

describe("rounds", () => {
  const item = (id: string, more: Partial<WaveItem> = {}): WaveItem => ({
    id,
    after: [],
    alone: false,
    serial: [],
    ...more,
  });
  const rounds = (items: WaveItem[], conflicts: [string, string][] = []) =>
    wavesOf(items, (id) => conflicts.flatMap(([a, b]) => (a === id ? [b] : b === id ? [a] : [])));

  test("items without conflict share one", () => {
    expect(rounds([item("b"), item("a"), item("c")])).toEqual({ rounds: [["a", "b", "c"]], criticalPath: ["a"] });
  });

  test("items that conflict are apart, and the later one waits", () => {
    expect(rounds([item("a"), item("b"), item("c")], [["a", "b"]]).rounds).toEqual([["a", "c"], ["b"]]);
  });

  test("dependencies are honoured; the longest chain is told", () => {
    const items = [item("a"), item("b", { after: ["a"] }), item("c", { after: ["b"] }), item("d")];
    expect(rounds(items)).toEqual({ rounds: [["a", "d"], ["b"], ["c"]], criticalPath: ["a", "b", "c"] });
  });

  test("a conflict gives way to the item with the longer chain behind it", () => {
    const items = [item("a"), item("b"), item("c", { after: ["b"] })];
    expect(rounds(items, [["a", "b"]]).rounds).toEqual([["b"], ["a", "c"]]);
  });

  test("who declares nothing runs alone; migrations run one behind the other", () => {
    const items = [
      item("a"),
      item("b", { alone: true }),
      item("m2", { serial: ["migration"] }),
      item("m1", { serial: ["migration"] }),
    ];
    const { rounds: made, criticalPath } = rounds(items);
    expect(made.find((ids) => ids.includes("b"))).toEqual(["b"]);
    expect(made.findIndex((ids) => ids.includes("m1"))).toBeLessThan(made.findIndex((ids) => ids.includes("m2")));
    expect(criticalPath).toEqual(["m1", "m2"]);
  });

  test("every item is placed once, behind what it waits for and apart from what it conflicts with", () => {
    const graph = fc.record({
      size: fc.integer({ min: 1, max: 12 }),
      edges: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 20 }),
      conflicts: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 20 }),
      alone: fc.array(fc.nat(11), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(graph, ({ size, edges, conflicts, alone }) => {
        const ids = Array.from({ length: size }, (_, i) => `t${String(i).padStart(2, "0")}`);
        const name = (i: number): string | undefined => ids[i];
        const after = new Map(ids.map((id) => [id, [] as string[]]));
        for (const [a, b] of edges) {
          const [x, y] = [name(Math.max(a, b)), name(Math.min(a, b))];
          if (x && y && x !== y) after.get(x)?.push(y);
        }
        const lonely = new Set(alone.map(name));
        const pairs = conflicts.map(([a, b]) => [name(a), name(b)]).filter(([a, b]) => a && b && a !== b) as [
          string,
          string,
        ][];
        const made = rounds(
          ids.map((id) => item(id, { after: after.get(id) ?? [], alone: lonely.has(id) })),
          pairs,
        ).rounds;
        const at = (id: string): number => made.findIndex((round) => round.includes(id));
        expect(made.flat().sort()).toEqual(ids);
        for (const [id, earlier] of after) for (const other of earlier) expect(at(other)).toBeLessThan(at(id));
        for (const [a, b] of pairs) expect(at(a)).not.toBe(at(b));
        for (const id of ids.filter((one) => lonely.has(one))) expect(made[at(id)]).toEqual([id]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("what is wrong with a tree", () => {
  const checks = {
    scope: (text: string) => (text.includes(":") ? undefined : `${text} has no colon`),
    use: () => undefined,
    path: (text: string) => (text.startsWith("..") ? `${text} leaves the repository` : undefined),
  };
  const violations = async (...nodes: Awaited<ReturnType<typeof planNode>>[]) =>
    validatePlans(planTree(nodes), checks).map(({ file, line, rule }) => [file, line, rule]);

  test("nothing, in a sound tree", async () => {
    expect(validatePlans(await shop(), checks)).toEqual([]);
  });

  test("ids used twice, strangers, families that disagree", async () => {
    expect(
      await violations(
        await planNode("a.md", "id: S", "children: [T, X]"),
        await planNode("b.md", "id: T", "parent: S"),
        await planNode("c.md", "id: T", "parent: S"),
        await planNode("d.md", "id: U", "tier: 4", "parent: S"),
        await planNode("e.md", "id: V", "parent: GONE", "depends_on: [NOBODY]"),
      ),
    ).toEqual([
      ["a.md", 3, "child_unknown"],
      ["a.md", 3, "child_missing"],
      ["b.md", 2, "id_not_unique"],
      ["c.md", 2, "id_not_unique"],
      ["e.md", 3, "parent_unknown"],
      ["e.md", 4, "dependency_unknown"],
    ]);
  });

  test("circles, frozen without a reason, values that are refused", async () => {
    expect(
      await violations(
        await planNode("a.md", "id: A", "depends_on: [B]", "scopes: [Invoice]"),
        await planNode("b.md", "id: B", "depends_on: [A]", "artifacts: [../x.ts]"),
        await planNode("c.md", "id: C", "tier: 4", "status: frozen"),
      ),
    ).toEqual([
      ["a.md", 3, "dependency_cycle"],
      ["a.md", 4, "scope_illegal"],
      ["b.md", 4, "path_refused"],
      ["c.md", 4, "frozen_without_reason"],
    ]);
  });

  test("files that do not parse; their id is still known to others", async () => {
    const tree = planTree(
      [await planNode("a.md", "id: S", "children: [T]")],
      [await brokenNode("t.md", "---\nid: T\nstatus: [x\n---\n")],
    );
    expect(validatePlans(tree, checks)).toMatchObject([{ file: "t.md", node: "T", rule: "unreadable" }]);
  });
});
