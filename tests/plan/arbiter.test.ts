// The table of spec 4.4, rule by rule.
import { describe, expect, test } from "vitest";
import {
  type ArbiterFacts,
  arbitrate,
  type HistoryEntry,
  type Participant,
  type ProposedTask,
  replanBudget,
  replanOutcome,
} from "../../src/plan/arbiter.ts";

const blocker = (given: Partial<Participant> = {}): Participant => ({
  id: "TASK-120",
  status: "active",
  running: true,
  done: false,
  discarded: false,
  pinned: false,
  orderable: true,
  claimed: undefined,
  ...given,
});
const DONE = blocker({ status: "done", running: false, done: true });
const proposed = (given: Partial<ProposedTask> = {}): ProposedTask => ({
  ...blocker({ id: "TASK-125", status: "planned", running: false }),
  frozen: false,
  replanRequired: false,
  replanCount: 0,
  replanBudget: 0,
  ...given,
});
const facts = (given: Partial<ArbiterFacts> = {}): ArbiterFacts => ({
  layer: "L1",
  confidence: 1,
  escalationThreshold: 0.7,
  proposed: proposed(),
  blocker: blocker(),
  blockerId: "TASK-120",
  taskHistory: [],
  conflictHistory: [],
  order: undefined,
  compatibility: () => {
    throw new Error("git was asked without need");
  },
  ...given,
});
const outcome = (given: Partial<ArbiterFacts>): string => {
  const { outcome: word, rule, actions } = arbitrate(facts(given));
  return [word, rule, ...actions].join(" ");
};

describe("before anything else", () => {
  const thrice: HistoryEntry[] = ["person", "arbitration", "arbitration", "arbitration"];

  test("three arbitrations in a row, of the task or of the conflict, go to a person", () => {
    expect(outcome({ taskHistory: thrice })).toBe("escalate 2");
    expect(outcome({ conflictHistory: thrice })).toBe("escalate 2");
  });

  test("two arbitrations, or three with a person's word in between, do not", () => {
    expect(outcome({ taskHistory: ["arbitration", "arbitration"] })).toBe("freeze 4 freeze");
    expect(outcome({ taskHistory: ["arbitration", "arbitration", "person", "arbitration"] })).toBe("freeze 4 freeze");
    expect(outcome({ taskHistory: ["arbitration", "arbitration", "arbitration", "replan"] })).toBe("freeze 4 freeze");
  });

  test("a conflict below the threshold goes to a person; the threshold itself is enough", () => {
    expect(outcome({ confidence: 0.69 })).toBe("escalate 3");
    expect(outcome({ confidence: 0.7 })).toBe("freeze 4 freeze");
  });
});

describe("files (L1)", () => {
  test("freeze the proposed task while the blocker is not done", () => {
    expect(outcome({ blocker: blocker({ status: "planned", running: false }) })).toBe("freeze 4 freeze");
  });

  test("thaw it when the done blocker changed nothing that it plans to touch", () => {
    expect(outcome({ blocker: DONE, compatibility: () => ({ state: "missed" }) })).toBe("auto_thaw 5 thaw");
  });

  test("send it back for a new plan when it did, and say that it is not thrown away", () => {
    const hit = facts({ blocker: DONE, compatibility: () => ({ state: "hit", files: ["src/auth.py"] }) });
    expect(arbitrate(hit)).toMatchObject({ outcome: "auto_discard", actions: ["thaw", "mark_replan"] });
    expect(arbitrate(hit).reason).toMatch(/src\/auth\.py.*not thrown away/);
  });

  test("ask a person when what it changed cannot be known", () => {
    const compatibility = () => ({ state: "inconclusive", why: "the commit is gone" }) as const;
    expect(outcome({ blocker: DONE, compatibility })).toBe("escalate 5");
    expect(outcome({ blocker: undefined })).toBe("escalate 5");
  });

  test("thaw when the blocker was dropped, without asking git", () => {
    expect(outcome({ blocker: blocker({ status: "discarded", running: false, discarded: true }) })).toBe(
      "auto_thaw 5 thaw",
    );
  });

  test("of a plan that is out of date already ask for budget", () => {
    const compatibility = () => ({ state: "hit", files: ["src/auth.py"] }) as const;
    const late = { replanRequired: true, replanBudget: 2 };
    expect(outcome({ blocker: DONE, compatibility, proposed: proposed(late) })).toBe("replan 8 replan");
    expect(outcome({ blocker: DONE, compatibility, proposed: proposed({ ...late, replanCount: 2 }) })).toBe(
      "escalate 8",
    );
  });
});

describe("functions (L2)", () => {
  const order = (given: Partial<ArbiterFacts>) => arbitrate(facts({ layer: "L2", ...given })).order;

  test("an order that stands in either direction is kept and not written again", () => {
    expect(order({ order: "blocker first" })).toEqual({ first: "TASK-120", second: "TASK-125", impose: false });
    expect(order({ order: "proposed first" })).toEqual({ first: "TASK-125", second: "TASK-120", impose: false });
  });

  test("work that runs goes first, then the earlier claim, then the smaller id", () => {
    const planned = { status: "planned", running: false };
    const at = (lc: number) => ({ lc, replica: "r_a", n: 1 });
    expect(order({ proposed: proposed({ id: "TASK-001" }) })?.first).toBe("TASK-120");
    expect(order({ blocker: blocker(planned), proposed: proposed({ id: "TASK-001" }) })?.first).toBe("TASK-001");
    expect(
      order({ blocker: blocker({ ...planned, claimed: at(9) }), proposed: proposed({ id: "TASK-001" }) })?.first,
    ).toBe("TASK-120");
    expect(
      order({ blocker: blocker({ ...planned, claimed: at(9) }), proposed: proposed({ claimed: at(4) }) })?.first,
    ).toBe("TASK-125");
  });

  test("two that run, and a pinned one, go to a person and are frozen meanwhile", () => {
    expect(outcome({ layer: "L2", proposed: proposed({ status: "active", running: true }) })).toBe("escalate 6 freeze");
    expect(outcome({ layer: "L2", blocker: blocker({ pinned: true }) })).toBe("escalate 6 freeze");
  });

  test("an intent's order is its owner's to agree", () => {
    expect(outcome({ layer: "L2", blocker: blocker({ id: "int_01", orderable: false }) })).toBe("escalate 6 freeze");
  });

  test("a task that was frozen for it is released when the blocker is done", () => {
    expect(outcome({ layer: "L2", blocker: DONE, proposed: proposed({ status: "frozen", frozen: true }) })).toBe(
      "sequential_reorder 6 reorder thaw",
    );
  });
});

test("meaning (L3) and decisions on record (L4) go to a person, the task frozen", () => {
  expect(outcome({ layer: "L3" })).toBe("escalate 7 freeze");
  expect(outcome({ layer: "L4", blocker: undefined, blockerId: "ADR-7" })).toBe("escalate 7 freeze");
});

describe("the budget of new plans", () => {
  test("is a node's own, else its tier's, else three", () => {
    const byTier = { "2": 2, "3": 3, "4": 0 };
    expect([
      replanBudget(5, 4, byTier),
      replanBudget(undefined, 4, byTier),
      replanBudget(undefined, 1, byTier),
    ]).toEqual([5, 0, 3]);
    expect(replanBudget(undefined, undefined, byTier)).toBe(3);
  });

  test("is asked for by a replan only", () => {
    expect(replanOutcome(proposed({ replanCount: 2, replanBudget: 3 }), "the base moved").outcome).toBe("replan");
    expect(replanOutcome(proposed({ replanCount: 3, replanBudget: 3 }), "the base moved").outcome).toBe("escalate");
    expect(outcome({ proposed: proposed({ replanBudget: 0 }) })).toBe("freeze 4 freeze");
  });
});
