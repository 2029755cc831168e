// Plays fixtures/conformance/detector.json through the built binary (spec 1), as its README lays down.
import { expect, test } from "vitest";
import { describeRun, onStage, type Ran, type Stage } from "../stage.ts";
import { type Case, casesOf } from "./areas.ts";
import { testSchemasSeen } from "./schemas-seen.ts";

type Long = string | { prefix?: string; repeat: string; count: number };
type LongList = Long[] | { prefix: string; count: number; suffix?: string };
type Json = Record<string, unknown>;
interface Side {
  summary: string;
  scopes?: string[];
  uses?: string[];
  depends_on?: string[];
}
interface Test {
  at?: string;
  is?: unknown;
  starts?: string;
  count?: number;
  count_min?: number;
  present?: boolean;
  falsy?: boolean;
  where?: string;
  match?: Json;
  anywhere?: Json;
}
interface Step {
  agent: string;
  args: string[];
  exit: number | number[];
  now?: string;
  save?: Record<string, string>;
  expect?: Test[];
  error?: string;
  stderr_nonempty?: boolean;
  stdin?: unknown[];
  lines?: Test[][];
  parallel?: Step[];
  high_total_min?: number;
}
interface Input {
  scope?: Long;
  scopes?: LongList;
  summary?: Long;
  context?: "publish" | "claim";
  text?: string;
  a?: unknown;
  b?: unknown;
  config?: unknown;
  between?: Side[];
  same_agent?: boolean;
  publish?: boolean;
  steps?: Step[];
}
interface ExpectedFinding extends Json {
  halves?: Json[];
}
// biome-ignore lint/suspicious/noExplicitAny: expectations are read by area
type Expected = any;

const NOW = "2026-11-30T12:00:00.000Z";
const near = (a: unknown, b: number): boolean => typeof a === "number" && Math.abs(a - b) <= 0.0006;

function text(value: Long): string {
  return typeof value === "string" ? value : `${value.prefix ?? ""}${value.repeat.repeat(value.count)}`;
}
function list(value: LongList): string[] {
  if (Array.isArray(value)) return value.map(text);
  return Array.from({ length: value.count }, (_, i) => `${value.prefix}${i + 1}${value.suffix ?? ""}`);
}

/** A repository with a ledger and, when given, settings. */
async function managed<T>(config: unknown, play: (stage: Stage) => Promise<T>): Promise<T> {
  return onStage({}, async (stage) => {
    // JSON is YAML.
    if (config !== undefined)
      stage.write(".foremerge.yaml", typeof config === "string" ? config : JSON.stringify(config));
    await ok(stage, ["init"]);
    return play(stage);
  });
}

async function ok(stage: Stage, args: string[], exits: readonly number[] = [0]): Promise<Expected> {
  const ran = await stage.run([...args, "--json"]);
  expect(exits, `${args.join(" ")}\n${describeRun(ran)}`).toContain(ran.exit);
  expect(ran.document, `${args.join(" ")}\n${describeRun(ran)}`).toBeDefined();
  return ran.document;
}

function refused(ran: Ran, code?: string): void {
  expect(ran.stdout, describeRun(ran)).toBe("");
  expect(ran.error, describeRun(ran)).toBeDefined();
  if (code !== undefined) expect(ran.error?.code).toBe(code);
}

const scopeArgs = (side: Side, ids: Readonly<Record<string, string>>): string[] => [
  ...(side.scopes ?? []).flatMap((scope) => ["--scope", scope]),
  ...(side.uses ?? []).flatMap((use) => ["--uses", use]),
  ...(side.depends_on ?? []).flatMap((id) => ["--depends-on", ids[id] ?? id]),
];

async function normalise(input: Input, expected: Expected): Promise<void> {
  if (input.context === "publish") {
    const scopes = input.scopes === undefined ? [text(input.scope ?? "")] : list(input.scopes);
    const args = [
      ...["intent", "publish", input.summary === undefined ? "Print labels" : text(input.summary)],
      ...scopes.flatMap((scope) => ["--scope", scope]),
    ];
    await managed(undefined, async (stage) => {
      const ran = await stage.run([...args, "--agent", "ada", "--json"]);
      expect(ran.exit, describeRun(ran)).toBe(expected.exit);
      if (expected.exit !== 0) {
        refused(ran, "INVALID_INPUT");
        expect((await ok(stage, ["intent", "list"])).intents).toEqual([]);
        return;
      }
      const { intent } = ran.document as { intent: { scopes: { operation: string }[]; uses: unknown[] } };
      if (expected.stored_scopes !== undefined) expect(intent.scopes).toHaveLength(expected.stored_scopes);
      if (expected.operations)
        expect(intent.scopes.map((scope) => scope.operation).sort()).toEqual(expected.operations);
    });
    return;
  }
  if (input.context === "claim") {
    await managed(undefined, async (stage) => {
      const { intent } = await ok(stage, [
        "intent",
        "publish",
        "Print labels",
        "--scope",
        "domain:printing=modify",
        "--agent",
        "ada",
      ]);
      const ran = await stage.run([
        "claim",
        "take",
        text(input.scope ?? ""),
        "--intent",
        intent.id,
        "--agent",
        "ada",
        "--json",
      ]);
      expect(ran.exit, describeRun(ran)).toBe(expected.exit);
      if (expected.exit !== 0) refused(ran, "INVALID_INPUT");
    });
    return;
  }
  await onStage({}, async (stage) => {
    const doc = await ok(stage, ["scope", "parse", text(input.scope ?? "")]);
    for (const field of ["kind", "key", "full", "alias", "operation", "inferred"]) {
      if (expected[field] !== undefined) expect(doc[field], field).toBe(expected[field]);
    }
    if (expected.warns !== undefined)
      expect(doc.warnings.length > 0, JSON.stringify(doc.warnings)).toBe(expected.warns);
    if (expected.suggests !== undefined) expect(doc.warnings.join("\n")).toContain(expected.suggests);
  });
}

async function overlap(input: Input, expected: Expected): Promise<void> {
  const both = async (stage: Stage): Promise<void> => {
    for (const pair of [
      [input.a, input.b],
      [input.b, input.a],
    ] as [string, string][]) {
      const doc = await ok(stage, ["scope", "compare", ...pair]);
      expect(doc.match).toBe(expected.match);
      for (const field of ["finding_score", "can_assert"]) {
        if (expected[field] !== undefined) expect(doc[field], field).toBe(expected[field]);
      }
      for (const field of ["overlap_score", "jaccard"]) {
        if (expected[field] !== undefined)
          expect(near(doc[field], expected[field]), `${field} ${doc[field]}`).toBe(true);
      }
    }
  };
  await (input.config === undefined ? onStage({}, both) : managed(input.config, both));
}

/** Fields of a vector's finding that stand in the evidence. */
const IN_EVIDENCE = [
  ...["rule", "asserted", "match", "source_scope", "target_scope", "source_operation", "target_operation"],
  ...["sequenced", "same_agent"],
];

function compareFinding(found: Expected, wanted: Json, ids: { source: string; target: string }): void {
  const half = (wanted as ExpectedFinding).halves?.[ids.source < ids.target ? 0 : 1];
  const all: Json = { ...wanted, ...half };
  for (const [field, value] of Object.entries(all)) {
    if (field === "halves" || field === "pair" || field === "other_scope") continue;
    if (field === "scope") {
      expect(found.scope === null ? null : `${found.scope.kind}:${found.scope.key}`, field).toBe(value);
    } else {
      expect(IN_EVIDENCE.includes(field) ? found.evidence[field] : found[field], field).toEqual(value);
    }
  }
}

const SWAPPED: Readonly<Record<string, string>> = {
  scope: "other_scope",
  other_scope: "scope",
  source_scope: "target_scope",
  target_scope: "source_scope",
  source_operation: "target_operation",
  target_operation: "source_operation",
};
const swapped = (finding: Json): Json =>
  Object.fromEntries(Object.entries(finding).map(([field, value]) => [SWAPPED[field] ?? field, value]));

/** Publishes the target, checks (or publishes) the source, and answers the document with both ids. */
async function meet(
  stage: Stage,
  input: Input,
  target: Side,
  source: Side,
  names: { target: string },
): Promise<{ ran: Ran; ids: { source: string; target: string } }> {
  const ids: Record<string, string> = {};
  const call = (agent: string): string[] => ["--agent", agent, "--now", NOW];
  const first = await ok(stage, ["intent", "publish", target.summary, ...scopeArgs(target, ids), ...call("ada")]);
  ids[names.target] = first.intent.id;
  for (const [i, middle] of (input.between ?? []).entries()) {
    const doc = await ok(stage, ["intent", "publish", middle.summary, ...scopeArgs(middle, ids), ...call("cleo")]);
    ids[`m${i}`] = doc.intent.id;
  }
  const how = input.publish ? ["intent", "publish"] : ["conflicts", "check"];
  const agent = input.same_agent ? "ada" : "ben";
  const ran = await stage.run([...how, source.summary, ...scopeArgs(source, ids), ...call(agent), "--json"]);
  expect(ran.document, describeRun(ran)).toBeDefined();
  const doc = ran.document as { intent?: { id: string }; findings: unknown[] };
  return { ran, ids: { source: doc.intent?.id ?? "", target: first.intent.id } };
}

/** Findings between the two sides; `between` intents may bring their own. */
const findingsOf = (ran: Ran, target: string): Expected[] =>
  (ran.document as { findings: { target_intent_id: string }[] }).findings.filter((f) => f.target_intent_id === target);

async function bothWays(
  one: Case<Input, Expected>,
  look: (ran: Ran, ids: { source: string; target: string }, turned: boolean) => void,
): Promise<void> {
  const { input } = one;
  const [a, b] = [input.a as Side, input.b as Side];
  await managed(input.config, async (stage) => {
    const { ran, ids } = await meet(stage, input, a, b, { target: "a" });
    look(ran, ids, false);
  });
  if (!one.symmetric) return;
  await managed(input.config, async (stage) => {
    const { ran, ids } = await meet(stage, input, b, a, { target: "b" });
    look(ran, ids, true);
  });
}

async function rule(one: Case<Input, Expected>): Promise<void> {
  await bothWays(one, (ran, ids, turned) => {
    const found = one.input.between ? findingsOf(ran, ids.target) : (ran.document as { findings: Expected[] }).findings;
    const wanted = one.expect.findings as ExpectedFinding[];
    expect(found.map((f) => f.evidence.rule)).toEqual(wanted.map((f) => f.rule));
    wanted.forEach((finding, i) => {
      compareFinding(found[i], turned ? swapped(finding) : finding, ids);
    });
    if (one.expect.exit !== undefined && !one.input.publish) expect(ran.exit, describeRun(ran)).toBe(one.expect.exit);
  });
}

async function suggestion(one: Case<Input, Expected>): Promise<void> {
  const { expect: expected } = one;
  await bothWays(one, (ran, ids) => {
    const finding = findingsOf(ran, ids.target).find((f) => f.evidence.rule === expected.rule);
    expect(finding, describeRun(ran)).toBeDefined();
    const advice = finding.suggestion.toLowerCase();
    for (const word of expected.must_contain ?? []) expect(advice).toContain(word.toLowerCase());
    for (const group of expected.must_contain_any ?? []) {
      expect(
        group.some((word: string) => advice.includes(word.toLowerCase())),
        `${advice}: one of ${group}`,
      ).toBe(true);
    }
    for (const word of expected.must_not_contain ?? []) expect(advice).not.toContain(word.toLowerCase());
    for (const word of expected.explanation_must_contain ?? []) {
      expect(finding.explanation.toLowerCase()).toContain(word.toLowerCase());
    }
  });
}

const PLAIN_AREAS: Readonly<Record<string, (one: Case<Input, Expected>) => Promise<void>>> = {
  "scope-normalise": (one) => normalise(one.input, one.expect),
  tokenize: (one) =>
    onStage({}, async (stage) => {
      const doc = await ok(stage, ["scope", "parse", `domain:${one.input.text}`]);
      expect([...doc.tokens].sort()).toEqual([...one.expect.tokens].sort());
    }),
  overlap: (one) => overlap(one.input, one.expect),
  inference: (one) =>
    onStage({}, async (stage) => {
      const doc = await ok(stage, ["scope", "infer", one.input.text as string, "--scope", one.input.scope as string]);
      for (const [field, value] of Object.entries(one.expect)) expect(doc[field], field).toBe(value);
    }),
  rule,
  suggestion,
  lifecycle: (one) => lifecycle(one.input.steps ?? []),
};

// Steps of the area lifecycle.

const fill = (value: string, saved: ReadonlyMap<string, string>): string =>
  value.replace(/\{([A-Z][A-Za-z0-9_]*)\}/g, (whole, name: string) => saved.get(name) ?? whole);
const filled = <T>(value: T, saved: ReadonlyMap<string, string>): T =>
  JSON.parse(fill(JSON.stringify(value), saved)) as T;

function valueAt(document: unknown, path: string): unknown {
  let value: unknown = document;
  for (const part of path.split(".")) {
    if (value === null || typeof value !== "object") return undefined;
    value = (value as Json)[part];
  }
  return value;
}

function fits(value: unknown, match: unknown): boolean {
  if (match === null || typeof match !== "object") return value === match;
  if (value === null || typeof value !== "object") return false;
  return Object.entries(match).every(([key, wanted]) => fits((value as Json)[key], wanted));
}

function countAnywhere(value: unknown, match: Json): number {
  if (value === null || typeof value !== "object") return 0;
  const here = !Array.isArray(value) && fits(value, match) ? 1 : 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + countAnywhere(inner, match), here);
}

function holds(document: unknown, check: Test, about: string): void {
  const said = `${about}\n${JSON.stringify(check)}`;
  if (check.anywhere) {
    expect(countAnywhere(document, check.anywhere), said).toBe(check.count);
    return;
  }
  if (check.where !== undefined) {
    const items = valueAt(document, check.where);
    expect(Array.isArray(items), said).toBe(true);
    expect((items as unknown[]).filter((item) => fits(item, check.match)).length, said).toBe(check.count);
    return;
  }
  const value = valueAt(document, check.at ?? "");
  if ("is" in check) expect(value, said).toEqual(check.is);
  if (check.starts !== undefined) expect(String(value).startsWith(check.starts), said).toBe(true);
  if (check.count !== undefined) expect((value as unknown[] | undefined)?.length, said).toBe(check.count);
  if (check.count_min !== undefined)
    expect((value as unknown[] | undefined)?.length ?? -1, said).toBeGreaterThanOrEqual(check.count_min);
  if (check.present !== undefined) expect(value !== undefined && value !== null, said).toBe(check.present);
  if (check.falsy !== undefined) expect(!value, said).toBe(check.falsy);
}

async function play(stage: Stage, raw: Step, saved: Map<string, string>): Promise<Ran> {
  const step = filled(raw, saved);
  const args = [...step.args, "--agent", step.agent, ...(step.now === undefined ? [] : ["--now", step.now])];
  const ran = step.stdin
    ? await stage.run([...args, "--format", "ndjson"], {
        stdin: step.stdin.map((line) => `${JSON.stringify(line)}\n`).join(""),
      })
    : await stage.run([...args, "--json"]);
  const about = `${args.join(" ")}\n${describeRun(ran)}`;
  expect([step.exit].flat(), about).toContain(ran.exit);
  if (step.error !== undefined) refused(ran, step.error);
  if (step.stderr_nonempty) expect(ran.stderr.trim(), about).not.toBe("");
  for (const [name, path] of Object.entries(step.save ?? {})) {
    const value = valueAt(ran.document, path);
    expect(typeof value, `${path} of ${about}`).toBe("string");
    saved.set(name, value as string);
  }
  // What this step saved stands for itself in its own expectations.
  for (const check of filled(raw.expect ?? [], saved)) holds(ran.document, check, about);
  if (raw.lines) {
    const lines = ran.stdout.trimEnd().split("\n");
    expect(lines.length, about).toBe(raw.lines.length);
    filled(raw.lines, saved).forEach((checks, i) => {
      const line: unknown = JSON.parse(lines[i] as string);
      for (const check of checks) holds(line, check, about);
    });
  }
  return ran;
}

async function lifecycle(steps: readonly Step[]): Promise<void> {
  await managed(undefined, async (stage) => {
    const saved = new Map<string, string>();
    for (const step of steps) {
      if (!step.parallel) {
        await play(stage, step, saved);
        continue;
      }
      const runs = await Promise.all(step.parallel.map((one) => play(stage, one, saved)));
      const high = runs.flatMap((ran) => (ran.document as { findings?: { severity: string }[] }).findings ?? []);
      expect(high.filter((f) => f.severity === "HIGH").length).toBeGreaterThanOrEqual(step.high_total_min ?? 0);
    }
  });
}

for (const one of casesOf<Input, Expected>("detector")) {
  const run = PLAIN_AREAS[one.area];
  test.concurrent(`${one.id} (${one.area}): ${one.why}`, async () => {
    if (!run) throw new Error(`unknown area ${one.area}`);
    await run(one);
  });
}
testSchemasSeen();
