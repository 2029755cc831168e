// Plays one scenario of resolution.json (README-resolution.md): steps in a fresh repository, expectations by step
// number, files after the last step.
import { existsSync, lstatSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { describeRun, onStage, type Ran, type Running, type Stage } from "../stage.ts";
import { part, pattern } from "./scenario-patterns.ts";

type Json = Record<string, unknown>;
type Content = string | null | { text?: string; base64?: string; mode?: string; symlink?: string };

export interface ScenarioStep {
  cli?: string[];
  as?: string;
  at?: string;
  stdin?: string;
  in?: string;
  env?: Record<string, string>;
  plain?: boolean;
  timeout?: number;
  save?: Record<string, string>;
  background?: string;
  join?: string;
  kill?: string;
  race?: ScenarioStep[];
  git?: string[];
  sh?: string;
  write?: Record<string, Content>;
  commit?: string;
  read?: string;
  sleep?: number;
}

export interface StepExpect {
  exit?: number | number[];
  json?: unknown;
  stderr?: string[];
  stderr_re?: string | string[];
  says?: string | string[];
  silent?: string | string[];
  stdout?: string;
  error?: unknown;
  check?: "strategies" | "recommended";
  exits?: Record<string, number>;
  json_on_success_only?: boolean;
}

export interface Scenario {
  files?: Record<string, Content>;
  steps: ScenarioStep[];
}

export interface ScenarioExpect {
  steps?: Record<string, StepExpect>;
  files?: Record<string, Content | { has: string[] }>;
}

interface Scene {
  readonly stage: Stage;
  readonly saved: Map<string, string>;
  readonly waiting: Map<string, { running: Running; step: ScenarioStep }>;
}

export async function playScenario(input: Scenario, expected: ScenarioExpect): Promise<void> {
  await onStage({}, async (stage) => {
    const saved = new Map([
      ["TMP", stage.tmp],
      ["REPO", stage.repo],
      ["LEDGER", stage.ledger],
      ["PATH", stage.env.PATH ?? ""],
    ]);
    const scene: Scene = { stage, saved, waiting: new Map() };
    try {
      for (const [path, content] of Object.entries(input.files ?? {})) put(stage, fill(path, saved), content);
      await stage.commit("Begin");
      const ran = await stage.run(["init", "--json"]);
      expect(ran.exit, `init: ${describeRun(ran)}`).toBe(0);
      for (const [i, step] of input.steps.entries()) {
        await take(
          scene,
          step,
          expected.steps?.[String(i + 1)] ?? {},
          `step ${i + 1} ${JSON.stringify(step).slice(0, 400)}`,
        );
      }
      for (const [path, content] of Object.entries(expected.files ?? {})) {
        lookAtFile(resolve(stage.repo, fill(path, saved)), filled(content, saved));
      }
    } finally {
      for (const { running } of scene.waiting.values()) running.child.kill("SIGKILL");
      await Promise.all([...scene.waiting.values()].map(({ running }) => running.ended.catch(() => undefined)));
    }
  });
}

const fill = (text: string, saved: ReadonlyMap<string, string>): string =>
  text.replace(/\$([A-Za-z_][A-Za-z0-9_]*)/g, (whole, name: string) => saved.get(name) ?? whole);

/** The value with `$NAME` replaced in every text; keys stay. */
function filled<T>(value: T, saved: ReadonlyMap<string, string>): T {
  if (typeof value === "string") return fill(value, saved) as T;
  if (Array.isArray(value)) return value.map((one) => filled(one, saved)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, filled(v, saved)])) as T;
}

function put(stage: Stage, path: string, content: Content): void {
  const target = resolve(stage.repo, path);
  if (content === null) rmSync(target, { recursive: true });
  else if (typeof content === "string") stage.write(path, content);
  else if (content.symlink !== undefined) {
    stage.write(path, "");
    rmSync(target);
    symlinkSync(content.symlink, target);
  } else {
    const bytes = content.base64 === undefined ? (content.text ?? "") : Buffer.from(content.base64, "base64");
    stage.write(path, bytes, content.mode === undefined ? undefined : Number.parseInt(content.mode, 8));
  }
}

function start(scene: Scene, step: ScenarioStep): Running {
  const { stage, saved } = scene;
  const words = filled(step.cli ?? [], saved);
  const at = step.at === undefined ? undefined : timeOf(fill(step.at, saved));
  const args = [
    ...words,
    ...(step.as === undefined ? [] : ["--agent", step.as]),
    ...(at === undefined ? [] : ["--now", at]),
    ...(step.plain ? [] : ["--json"]),
  ];
  return stage.start(args, {
    ...(step.in === undefined ? {} : { cwd: fill(step.in, saved) }),
    ...(step.stdin === undefined ? {} : { stdin: fill(step.stdin, saved) }),
    ...(step.env === undefined ? {} : { env: filled(step.env, saved) }),
    timeout: (step.timeout ?? 60) * 1000,
  });
}

/** An ISO time, or `-56s`: so long before the real time. */
function timeOf(at: string): string {
  const back = /^-(\d+(?:\.\d+)?)(s|m|h)$/.exec(at);
  if (!back) return at;
  const unit = { s: 1000, m: 60_000, h: 3_600_000 }[back[2] as "s" | "m" | "h"];
  return new Date(Date.now() - Number(back[1]) * unit).toISOString();
}

async function take(scene: Scene, step: ScenarioStep, expected: StepExpect, about: string): Promise<void> {
  const { stage, saved, waiting } = scene;
  if (step.cli) {
    const running = start(scene, step);
    if (step.background !== undefined) waiting.set(step.background, { running, step });
    else lookAtCall(scene, step, await running.ended, expected, about);
  } else if (step.join !== undefined) {
    const one = waiting.get(step.join);
    if (!one) throw new Error(`nothing is called ${step.join}`);
    const ran = await one.running.ended;
    waiting.delete(step.join);
    lookAtCall(scene, { ...one.step, ...(step.save ? { save: step.save } : {}) }, ran, expected, about);
  } else if (step.kill !== undefined) {
    const one = waiting.get(step.kill);
    one?.running.child.kill("SIGKILL");
    await one?.running.ended;
    waiting.delete(step.kill);
  } else if (step.race) {
    const runs = await Promise.all(step.race.map((one) => start(scene, one).ended));
    runs.forEach((ran, i) => {
      lookAtForm(step.race?.[i] ?? {}, ran, about);
    });
    const counts: Record<string, number> = {};
    for (const ran of runs) counts[ran.exit] = (counts[ran.exit] ?? 0) + 1;
    expect(counts, `${about}\n${runs.map(describeRun).join("\n")}`).toEqual(expected.exits);
  } else if (step.git || step.sh !== undefined) {
    const options = step.in === undefined ? {} : { cwd: fill(step.in, saved) };
    const ran = step.git
      ? await stage.program("git", filled(step.git, saved), options)
      : await stage.program("sh", ["-c", fill(step.sh ?? "", saved)], options);
    expect([expected.exit ?? 0].flat(), `${about}\n${describeRun(ran)}`).toContain(ran.exit);
    lookAtTexts(scene, ran, expected, about);
    keep(scene, step, ran, about);
  } else if (step.write) {
    for (const [path, content] of Object.entries(step.write)) put(stage, fill(path, saved), content);
  } else if (step.commit !== undefined) {
    const options = step.in === undefined ? {} : { cwd: fill(step.in, saved) };
    await stage.git(["add", "-A"], options);
    await stage.git(["commit", "-q", "--allow-empty", "-m", step.commit], options);
  } else if (step.read !== undefined) {
    const document: unknown = JSON.parse(readFileSync(resolve(stage.repo, fill(step.read, saved)), "utf8"));
    if (expected.json !== undefined)
      lookAtJson(scene, document, expected.json, `${about}\n${JSON.stringify(document)}`);
    keep(scene, step, { document, stdout: "" } as Ran, about);
  } else if (step.sleep !== undefined) {
    await sleep(step.sleep * 1000);
  } else {
    throw new Error(`unknown step ${JSON.stringify(step)}`);
  }
}

/** What always holds of a call with `--json`. */
function lookAtForm(step: ScenarioStep, ran: Ran, about: string): void {
  if (step.plain) return;
  const said = `${about}\n${describeRun(ran)}`;
  const schema = (ran.document as { schema?: unknown } | undefined)?.schema;
  const oneDocument = typeof schema === "string" && schema.startsWith("foremerge.");
  const refusal = ran.stdout === "" && ran.error !== undefined;
  if (ran.exit === 0) expect(oneDocument, said).toBe(true);
  else if (ran.exit === 1) expect(oneDocument || refusal, said).toBe(true);
  else expect(refusal, said).toBe(true);
}

function lookAtCall(scene: Scene, step: ScenarioStep, ran: Ran, expected: StepExpect, about: string): void {
  const said = `${about}\n${describeRun(ran)}`;
  expect([expected.exit ?? 0].flat(), said).toContain(ran.exit);
  lookAtForm(step, ran, about);
  keep(scene, step, ran, about);
  lookAtTexts(scene, ran, expected, about);
  if (expected.error !== undefined) {
    expect(ran.stdout, said).toBe("");
    lookAtJson(scene, ran.error, expected.error, said);
  }
  if (expected.json !== undefined && !(expected.json_on_success_only && ran.document === undefined)) {
    lookAtJson(scene, ran.document, expected.json, said);
  }
  if (expected.check) lookAtStrategies(ran.document as StrategyDocument, expected.check, said);
}

function lookAtJson({ saved }: Scene, value: unknown, wanted: unknown, said: string): void {
  const all = filled(wanted, saved);
  expect(part(value, all), `should hold ${JSON.stringify(all)}\n${said}`).toBe(true);
}

function lookAtTexts({ saved }: Scene, ran: Ran, expected: StepExpect, about: string): void {
  const said = `${about}\n${describeRun(ran)}`;
  const both = ran.stdout + ran.stderr;
  for (const word of expected.stderr ?? []) {
    expect(ran.stderr.toLowerCase(), said).toContain(fill(word, saved).toLowerCase());
  }
  for (const source of [expected.stderr_re ?? []].flat()) expect(ran.stderr, said).toMatch(pattern(source));
  for (const source of [expected.says ?? []].flat()) expect(both, said).toMatch(pattern(source));
  for (const source of [expected.silent ?? []].flat()) expect(both, said).not.toMatch(pattern(source));
  if (expected.stdout !== undefined) expect(ran.stdout.trimEnd(), said).toBe(fill(expected.stdout, saved).trimEnd());
}

function keep({ saved }: Scene, step: ScenarioStep, ran: Ran, about: string): void {
  for (const [name, path] of Object.entries(step.save ?? {})) {
    const value = path === "@stdout" ? ran.stdout.trimEnd() : valueAt(ran.document, path);
    expect(value, `${path} of ${about}\n${JSON.stringify(ran.document)}`).toBeDefined();
    saved.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
}

/** `findings.0.id`, `findings[kind=shared_contract].id`. */
function valueAt(document: unknown, path: string): unknown {
  let value: unknown = document;
  for (const step of path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []) {
    if (value === null || typeof value !== "object") return undefined;
    const inner = step.startsWith("[") ? step.slice(1, -1) : step;
    const equals = inner.indexOf("=");
    if (step.startsWith("[") && equals > 0) {
      const [key, wanted] = [inner.slice(0, equals), inner.slice(equals + 1)];
      value = (value as Json[]).find((one) => String(valueAt(one, key)) === wanted);
    } else {
      value = (value as Json)[inner];
    }
  }
  return value;
}

interface StrategyDocument {
  strategies: Json[];
  recommended: number;
  suggestions?: unknown[];
}

const LEVEL: Readonly<Record<string, number>> = { Low: 1, Medium: 2, High: 3 };
const STRATEGY_FIELDS = [
  "id",
  "name",
  "approach",
  "complexity",
  "risk",
  "effort",
  "pros",
  "cons",
  "clarification_needed",
  "modifications",
];

/** The invariants of spec 4.5. */
function lookAtStrategies(document: StrategyDocument, check: "strategies" | "recommended", said: string): void {
  const { strategies, recommended, suggestions } = document;
  for (const one of strategies) for (const field of STRATEGY_FIELDS) expect(one, said).toHaveProperty(field);
  if (check === "strategies") {
    expect(strategies.length, said).toBeGreaterThanOrEqual(2);
    expect(strategies.length, said).toBeLessThanOrEqual(4);
    for (const one of strategies) expect(one.modifications, said).toEqual([]);
    expect(suggestions?.length, said).toBeGreaterThanOrEqual(2);
    expect(suggestions?.length, said).toBeLessThanOrEqual(5);
  }
  const weights = strategies.map((one) => (LEVEL[String(one.complexity)] ?? 9) + (LEVEL[String(one.risk)] ?? 9));
  expect(recommended, said).toBe(weights.indexOf(Math.min(...weights)));
}

function lookAtFile(path: string, wanted: Content | { has: string[] }): void {
  if (wanted === null) {
    expect(existsSync(path), path).toBe(false);
    return;
  }
  if (typeof wanted === "string") {
    expect(readFileSync(path, "utf8"), path).toBe(wanted);
    return;
  }
  if ("has" in wanted) {
    for (const word of wanted.has) expect(readFileSync(path, "utf8"), path).toContain(word);
    return;
  }
  if (wanted.symlink !== undefined) {
    expect(lstatSync(path).isSymbolicLink(), path).toBe(true);
    expect(readlinkSync(path), path).toBe(wanted.symlink);
    return;
  }
  if (wanted.text !== undefined) expect(readFileSync(path, "utf8"), path).toBe(wanted.text);
  if (wanted.base64 !== undefined) expect(readFileSync(path).toString("base64"), path).toBe(wanted.base64);
  if (wanted.mode !== undefined) expect((statSync(path).mode & 0o777).toString(8), path).toBe(wanted.mode);
}
