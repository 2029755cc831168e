// resolve --auto end to end in one process: a real repository, a real ledger, and a session around both.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../../src/config/settings.ts";
import type { AutoResult } from "../../src/core/documents-merge.ts";
import { resolveAutomatically } from "../../src/core/resolve-automatically.ts";
import type { Session } from "../../src/core/session.ts";
import type { Evidence, Severity } from "../../src/detect/model.ts";
import type { NewEvent } from "../../src/store/event.ts";
import type { PublishedIntent } from "../../src/store/model.ts";
import type { Content } from "../git/story-repository.ts";
import { numbered, StoryRepository } from "../git/story-repository.ts";
import { detected, intentId, NOON, published, type Workshop, workshop } from "../store/workshop.ts";

type Files = Readonly<Record<string, Content>>;

let shop: Workshop;
let repo: StoryRepository;
let start: string;
let before: ReturnType<StoryRepository["fingerprint"]> | undefined;

const TWO_FUNCTIONS = (net: number, gross: number): string =>
  `export function net(a: number) {\n  const fee = ${net};\n  return a - fee;\n}\n\nexport function gross(a: number) {\n  const tax = ${gross};\n  return a + tax;\n}\n`;

beforeEach(() => {
  shop = workshop();
  repo = new StoryRepository();
  start = repo.commit("start", {
    "pay.txt": numbered(9),
    "labels.txt": numbered(9),
    "sum.ts": TWO_FUNCTIONS(1, 2),
    "jobs.py": "import a\nimport z\n\nrun()\n",
  });
  before = undefined;
});
afterEach(() => {
  if (before) expect(repo.fingerprint()).toEqual(before);
  repo.remove();
  shop.clear();
});

/** Publishes and, with files, finishes work on a branch of its own. */
function work(branch: string, files: Files | undefined, over: Partial<PublishedIntent> = {}): string {
  const id = intentId();
  const scopes = [{ kind: "symbol", key: "Invoice", operation: "modify", inferred: false }] as const;
  shop.write(published(id, { agent: branch, scopes, branch, base: start, worktree_path: repo.root, ...over }));
  if (files !== undefined) {
    const head = repo.branch(branch, files);
    repo.git("checkout", "-q", "main");
    shop.write({ type: "intent.finished", data: { intent_id: id, head } });
  }
  return id;
}

interface Found {
  readonly severity?: Severity;
  readonly kind?: string;
  readonly evidence?: Partial<Evidence>;
}
const HONEST = { rule: "FM-C003", asserted: true, source_operation: "modify", target_operation: "modify" } as const;

function conflict(source: string, target: string, found: Found = {}): string {
  const id = intentId().replace("int_", "cfl_");
  const event = detected(id, source, target) as Extract<NewEvent, { type: "conflict.detected" }>;
  const evidence = { ...event.data.finding.evidence, ...HONEST, ...found.evidence } as Evidence;
  const finding = {
    ...event.data.finding,
    severity: found.severity ?? "MEDIUM",
    kind: found.kind ?? "shared_contract",
    evidence,
  };
  shop.write({ type: "conflict.detected", data: { finding, detection: { ...event.data.detection, evidence } } });
  return id;
}

function session(resolution: Partial<Settings["resolution"]> = {}, over: Partial<Settings> = {}): Session {
  const ledger = shop.open();
  return {
    now: NOON,
    who: { agent: "lena", named: true, session: undefined },
    interactive: false,
    repository: { root: repo.root },
    settings: { ...DEFAULT_SETTINGS, ...over, resolution: { ...DEFAULT_SETTINGS.resolution, ...resolution } },
    ledger: () => ledger,
    state: () => ledger.read(),
  } as unknown as Session;
}

async function auto(id: string | undefined, strategy?: string, settings: Partial<Settings["resolution"]> = {}) {
  before ??= repo.fingerprint();
  return await resolveAutomatically(session(settings), { id, strategy });
}
async function only(
  id: string,
  strategy?: string,
  settings: Partial<Settings["resolution"]> = {},
): Promise<AutoResult> {
  const { results } = await auto(id, strategy, settings);
  expect(results).toHaveLength(1);
  return results[0] as AutoResult;
}
const stored = (id: string) => shop.open().read().conflict(id);

describe("MERGE", () => {
  test("settles what git merges without a common file, with what was merged on record", async () => {
    const a = work("left", { "pay.txt": numbered(9, { 1: "left" }) });
    const b = work("right", { "labels.txt": numbered(9, { 1: "right" }) });
    const id = conflict(b, a);
    const result = await only(id);
    expect(result).toMatchObject({
      strategy: "MERGE",
      status: "RESOLVED",
      by: "auto",
      merge: { clean: true, confidence: 1 },
    });
    expect(stored(id)).toMatchObject({
      status: "RESOLVED",
      decisions: [{ by: "auto", strategy: "MERGE" }],
      merges: [{ clean: true, confidence: 1, united_files: [], tree: result.merge?.tree }],
    });
  });

  test("trusts different symbols of one file with 0.8, one symbol or a file without symbols with 0.6", async () => {
    const a = work("net", { "sum.ts": TWO_FUNCTIONS(5, 2) });
    const b = work("gross", { "sum.ts": TWO_FUNCTIONS(1, 5) });
    const c = work("top", { "pay.txt": numbered(9, { 1: "top" }) });
    const d = work("bottom", { "pay.txt": numbered(9, { 9: "bottom" }) });
    const [apart, close] = [conflict(a, b), conflict(c, d)];
    expect(await only(apart)).toMatchObject({ strategy: "MERGE", merge: { confidence: 0.8 } });
    expect(await only(close)).toMatchObject({ strategy: "ESCALATE", merge: { clean: true, confidence: 0.6 } });
    expect(await only(close, undefined, { escalation_threshold: 0.6 })).toMatchObject({
      strategy: "MERGE",
      status: "RESOLVED",
    });
  });

  test("unites import lines, and says which text comes of it", async () => {
    const a = work("m", { "jobs.py": "import a\nimport m\nimport z\n\nrun()\n" });
    const b = work("n", { "jobs.py": "import a\nimport n\nimport z\n\nrun()\n" });
    expect(await only(conflict(b, a))).toMatchObject({
      strategy: "MERGE",
      merge: {
        confidence: 0.75,
        united: [{ path: "jobs.py", text: "import a\nimport m\nimport n\nimport z\n\nrun()\n" }],
      },
    });
  });

  test("never happens before both have finished, committed and cleaned up", async () => {
    const a = work("left", { "pay.txt": "left\n" });
    const started = work("right", undefined);
    expect((await only(conflict(a, started, { severity: "LOW" }))).reason).toContain("is INTENT, not PROVISIONAL");
    shop.write({ type: "intent.finished", data: { intent_id: started, head: start } });
    expect((await only(conflict(a, started))).reason).toContain("no commit beyond its base");
    const b = work("third", { "labels.txt": "third\n" });
    repo.git("checkout", "-q", "third");
    repo.write({ "labels.txt": "more\n" });
    before = repo.fingerprint();
    expect((await only(conflict(a, b))).reason).toContain("uncommitted work (labels.txt)");
    repo.git("checkout", "-q", "--", "labels.txt");
    before = repo.fingerprint();
    expect((await only(conflict(a, b, { severity: "LOW" }))).strategy).toBe("MERGE");
  });

  test("is blocked by a declared destructive change, also where git merges and also when asked for", async () => {
    const a = work("rename", { "sum.ts": TWO_FUNCTIONS(1, 2).replace("net", "netto") });
    const b = work("caller", { "use.ts": 'import { net } from "./sum.ts";\nnet(1);\n' });
    const destructive = { asserted: true, source_operation: "modify", target_operation: "rename" } as const;
    const id = conflict(b, a, { severity: "HIGH", kind: "destructive_vs_use", evidence: destructive });
    expect(await only(id, "merge")).toMatchObject({ strategy: "SERIALIZE", status: "COORDINATING" });
    const low = conflict(b, a, { severity: "LOW", kind: "destructive_vs_use", evidence: destructive });
    expect(await only(low)).toMatchObject({ strategy: "ESCALATE", status: "OPEN" });
    expect(stored(id)?.merges).toEqual([]);
  });

  test("is not tried twice for the same two commits, and at most so often for one conflict", async () => {
    const a = work("left", { "pay.txt": numbered(9, { 5: "left" }) });
    const b = work("right", { "pay.txt": numbered(9, { 5: "right" }) });
    const id = conflict(a, b);
    expect((await only(id)).merge).toMatchObject({ clean: false, conflicts: [{ path: "pay.txt", kind: "content" }] });
    expect((await only(id)).merge).toMatchObject({ clean: false, cached: true });
    expect(stored(id)?.merges).toHaveLength(1);
    repo.git("checkout", "-q", "right");
    repo.commit("again", { "pay.txt": numbered(9, { 5: "again" }) });
    repo.git("checkout", "-q", "main");
    before = repo.fingerprint();
    expect((await only(id, undefined, { max_merge_attempts: 1 })).reason).toContain("max_merge_attempts");
    expect(stored(id)?.merges).toHaveLength(1);
    await only(id);
    expect(stored(id)?.merges).toHaveLength(2);
  });

  test("does not mix up unrelated histories with a conflict", async () => {
    const a = work("left", { "pay.txt": "left\n" });
    repo.git("checkout", "-q", "--orphan", "island");
    const head = repo.commit("island", { "island.txt": "far\n" });
    repo.git("checkout", "-q", "main");
    const b = intentId();
    shop.write(published(b, { agent: "far", branch: "island", base: start }), {
      type: "intent.finished",
      data: { intent_id: b, head },
    });
    expect((await only(conflict(a, b))).reason).toContain("unrelated histories");
  });
});

describe("SERIALIZE", () => {
  test("settles a finding below HIGH at once and keeps its order", async () => {
    const [a, b] = [work("left", undefined), work("right", undefined)];
    const id = conflict(b, a, { evidence: { sequenced: true } });
    const { order } = await only(id);
    expect(stored(id)).toMatchObject({
      status: "RESOLVED",
      ordered: order,
      decisions: [{ by: "auto", strategy: "SERIALIZE" }],
    });
  });

  test("orders a HIGH, which waits; a second run leaves it alone", async () => {
    const a = work("left", undefined);
    const b = work("right", undefined, { depends_on: [] });
    const id = conflict(b, a, { severity: "HIGH" });
    const first = await auto(undefined);
    expect(first.results).toMatchObject([{ conflict_id: id, strategy: "SERIALIZE", status: "COORDINATING" }]);
    const events = shop.open().read().asOf;
    expect(await auto(undefined)).toMatchObject({ results: [], waiting: 1, escalated: 0, as_of_event: events });
  });

  test("follows work that has landed, and settles a HIGH then", async () => {
    const a = work("left", { "pay.txt": "left\n" });
    const b = work("right", undefined);
    const id = conflict(b, a, { severity: "HIGH" });
    shop.write({ type: "intent.accepted", data: { intent_id: a } });
    expect(await only(id)).toMatchObject({ strategy: "SERIALIZE", order: [a, b], status: "RESOLVED" });
  });

  test("of works that wait for each other goes to a person", async () => {
    const [a, b] = [intentId(), intentId()];
    shop.write(published(a, { depends_on: [b] }), published(b, { depends_on: [a] }));
    const id = conflict(a, b, { severity: "HIGH" });
    expect(await only(id)).toMatchObject({
      strategy: "ESCALATE",
      reason: expect.stringContaining("wait for the other"),
    });
  });

  test("with the first named goes that way, may be turned round, and never closes a ring", async () => {
    const [a, b] = [work("left", undefined), work("right", undefined)];
    const id = conflict(b, a, { severity: "HIGH" });
    const put = (first: string, one = id) => resolveAutomatically(session(), { id: one, strategy: "serialize", first });
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      expect((await put(first)).results).toMatchObject([
        { order: [first, second], status: "COORDINATING", by: "agent" },
      ]);
      expect(stored(id)?.ordered).toEqual([first, second]);
    }
    const other = conflict(a, b, { severity: "HIGH" });
    await expect(put(a, other)).rejects.toThrow(expect.objectContaining({ code: "INVALID_STATE" }));
    await expect(put(work("third", undefined), other)).rejects.toThrow(expect.objectContaining({ exit: 2 }));
    await expect(resolveAutomatically(session(), { id, strategy: undefined, first: a })).rejects.toThrow("--first");
  });

  test("asked for by name is recorded like a settlement by hand", async () => {
    const [a, b] = [work("left", undefined), work("right", undefined)];
    const id = conflict(a, b);
    expect(await only(id, "Serialize")).toMatchObject({ by: "agent", status: "RESOLVED" });
    expect(stored(id)?.decisions[0]?.by).toBe("agent");
  });
});

describe("ESCALATE", () => {
  test("puts the question once, with both sides and whole answers, and is looked at again later", async () => {
    const [a, b] = [work("left", undefined), work("right", undefined)];
    const id = conflict(a, b);
    const first = await only(id);
    expect(first).toMatchObject({ strategy: "ESCALATE", status: "OPEN" });
    expect(first.question).toContain("left");
    expect(first.question).toContain("right");
    expect(first.options?.every((line) => line.startsWith("foremerge "))).toBe(true);
    const events = shop.open().read().asOf;
    expect((await only(id)).question).toBe(first.question);
    expect(shop.open().read().asOf).toBe(events);
    expect(await only(id, undefined, { per_type: { shared_contract: "SERIALIZE" } })).toMatchObject({
      status: "RESOLVED",
    });
  });

  test("asked for by name stays with the person", async () => {
    const a = work("left", { "pay.txt": "left\n" });
    const b = work("right", { "labels.txt": "right\n" });
    const id = conflict(a, b);
    await only(id, "escalate");
    expect(await only(id)).toMatchObject({
      strategy: "ESCALATE",
      reason: expect.stringContaining("a person was asked"),
    });
    expect(await only(id, "merge")).toMatchObject({ strategy: "MERGE", by: "agent" });
  });

  test("shows how alike conflicts were settled, and applies nothing", async () => {
    const [a, b, c] = [work("left", undefined), work("right", undefined), work("third", undefined)];
    const settled = conflict(a, b);
    await only(settled, "serialize");
    expect((await only(conflict(b, c))).alike).toMatchObject([
      { conflict_id: settled, status: "RESOLVED", by: "agent" },
    ]);
  });
});

describe("what is asked for", () => {
  test("is refused when it is settled, unknown, or no conflict of two intents", async () => {
    const [a, b] = [work("left", undefined), work("right", undefined)];
    const id = conflict(a, b);
    await only(id, "serialize");
    await expect(auto(id)).rejects.toThrow(expect.objectContaining({ code: "ALREADY_SETTLED" }));
    await expect(auto("cfl_0000")).rejects.toThrow(expect.objectContaining({ exit: 2 }));
    await expect(auto(id, "rebase")).rejects.toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });

  test("may be nothing", async () => {
    expect(await auto(undefined)).toMatchObject({ results: [], waiting: 0, escalated: 0 });
  });
});
