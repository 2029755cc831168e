// Plays one vector of plans.json or symbols.json: builds the repository, takes the steps, looks at the last answer
// and at the tree (README-plans.md).
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { describeRun, onStage, type Ran, type Stage } from "../stage.ts";
import { fits, wordsOf } from "./plan-patterns.ts";

type Json = Record<string, unknown>;

export interface PlanStep {
  run?: string[];
  stdin?: unknown;
  env?: Record<string, string>;
  cwd?: string;
  now?: string;
  save?: Record<string, string>;
  expect?: PlanExpect;
  write?: Record<string, string>;
  edit?: Record<string, [string, string]>;
  delete?: string[];
  rename?: [string, string][];
  chmod?: Record<string, string | number>;
  symlink?: Record<string, string>;
  commit?: string;
  git?: string[];
}

export interface PlanInput {
  files: Record<string, string>;
  config?: Record<string, string>;
  init?: boolean;
  steps: PlanStep[];
}

export interface PlanExpect {
  exit?: unknown;
  stdout?: unknown;
  stderr?: unknown;
  output?: unknown;
  json?: unknown;
  pairs?: Record<string, unknown>;
  nonclear?: string[];
  symbols?: Record<string, { must?: Json[]; not?: string[]; once?: string[] }>;
  waves?: Waves;
  violations?: unknown[];
  nodes?: Record<string, Record<string, unknown>>;
  files?: Record<string, FileExpect>;
  max_ms?: number;
  equal?: [unknown, unknown][];
}

interface Waves {
  rounds?: string[][];
  all?: string[];
  apart?: [string, string][];
  together?: [string, string][];
  before?: [string, string][];
  alone?: string[];
}

interface FileExpect {
  exists?: boolean;
  unchanged?: boolean;
  contains?: string[];
  lacks?: string[];
  count?: Record<string, number>;
  json?: unknown;
}

const FIRST_COMMIT = "2026-11-30T10:00:00Z";
const NOW = "2026-11-30T12:00:00.000Z";

export async function playPlanCase(input: PlanInput, expected: PlanExpect): Promise<void> {
  await onStage({ exclude: ["wt/"] }, async (stage) => {
    const saved = new Map<string, string>([["repo", stage.repo]]);
    const files = filled(input.files, saved);
    for (const [path, text] of Object.entries(files)) stage.write(path, text);
    await stage.commit("Begin", FIRST_COMMIT);
    for (const [key, value] of Object.entries(input.config ?? {})) await stage.git(["config", key, String(value)]);
    if (input.init !== false) {
      const ran = await stage.run(["init", "--json", "--now", NOW]);
      expect(ran.exit, describeRun(ran)).toBe(0);
    }
    const scene: Scene = { stage, saved, files };
    let last: Ran | undefined;
    for (const step of input.steps) last = (await take(scene, step)) ?? last;
    if (!last) throw new Error("a vector without a run");
    look(scene, last, expected);
  });
}

interface Scene {
  readonly stage: Stage;
  readonly saved: Map<string, string>;
  readonly files: Readonly<Record<string, string>>;
}

const fill = (text: string, saved: ReadonlyMap<string, string>): string =>
  text.replace(/\{\{([\w-]+)\}\}/g, (whole, name: string) => saved.get(name) ?? whole);

/** The value with `{{name}}` replaced in every text and key. */
function filled<T>(value: T, saved: ReadonlyMap<string, string>): T {
  if (typeof value === "string") return fill(value, saved) as T;
  if (Array.isArray(value)) return value.map((one) => filled(one, saved)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [fill(k, saved), filled(v, saved)])) as T;
}

async function take(scene: Scene, raw: PlanStep): Promise<Ran | undefined> {
  const { stage, saved } = scene;
  const step = filled({ ...raw, expect: undefined }, saved);
  const at = (path: string): string => resolve(stage.repo, path);
  for (const [path, text] of Object.entries(step.write ?? {})) stage.write(path, text);
  for (const [where, [before, after]] of Object.entries(step.edit ?? {})) {
    const path = existsSync(at(where)) ? where : nodeFile(stage, where);
    const text = stage.read(path);
    if (!text.includes(before)) throw new Error(`${path} does not hold ${JSON.stringify(before)}`);
    stage.write(
      path,
      text.replace(before, () => after),
    );
  }
  for (const path of step.delete ?? []) rmSync(at(path), { recursive: true });
  for (const [from, to] of step.rename ?? []) {
    mkdirSync(dirname(at(to)), { recursive: true });
    renameSync(at(from), at(to));
  }
  for (const [path, mode] of Object.entries(step.chmod ?? {})) chmodSync(at(path), Number.parseInt(String(mode), 8));
  for (const [link, target] of Object.entries(step.symlink ?? {})) {
    mkdirSync(dirname(at(link)), { recursive: true });
    symlinkSync(target, at(link));
  }
  if (step.commit !== undefined) await stage.commit(step.commit);
  if (step.git) await stage.git(step.git, step.cwd === undefined ? {} : { cwd: step.cwd });
  if (!step.run) return undefined;
  const ran = await stage.run([...step.run, "--now", step.now ?? NOW], {
    ...(step.cwd === undefined ? {} : { cwd: step.cwd }),
    ...(step.env === undefined ? {} : { env: step.env }),
    ...(step.stdin === undefined
      ? {}
      : { stdin: typeof step.stdin === "string" ? step.stdin : JSON.stringify(step.stdin) }),
  });
  for (const [name, path] of Object.entries(step.save ?? {})) {
    const value = valueAt(ran.document, path);
    expect(value, `${path} of ${step.run.join(" ")}: ${describeRun(ran)}`).toBeDefined();
    saved.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  if (raw.expect) look(scene, ran, raw.expect, step.run.join(" "));
  return ran;
}

/** `pairs[with=TASK-1].finding_id`, `intent.scopes[0].key`. */
function valueAt(document: unknown, path: string): unknown {
  let value: unknown = document;
  for (const part of path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []) {
    if (value === null || typeof value !== "object") return undefined;
    const inner = part.startsWith("[") ? part.slice(1, -1) : part;
    const equals = inner.indexOf("=");
    if (part.startsWith("[") && equals > 0) {
      const [key, wanted] = [inner.slice(0, equals), inner.slice(equals + 1)];
      value = (value as Json[]).find((one) => String(one[key]) === wanted);
    } else {
      value = (value as Json)[inner];
    }
  }
  return value;
}

/** Every Markdown file under the folder, linked worktrees and git left out. */
function markdownFiles(folder: string, root = folder): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name === ".git" || (entry.name === "wt" && folder === root) ? [] : markdownFiles(path, root);
    }
    return entry.name.endsWith(".md") ? [relative(root, path)] : [];
  });
}

function frontmatter(text: string): Json {
  const block = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(\r?\n|$)/.exec(text)?.[1];
  if (block === undefined) return {};
  try {
    return (parse(block) as Json | null) ?? {};
  } catch {
    return {};
  }
}

/** The file of a node, by id. */
function nodeFile(stage: Stage, id: string): string {
  const path = markdownFiles(stage.repo).find((file) => String(frontmatter(stage.read(file)).id) === id);
  if (path === undefined) throw new Error(`no plan node ${id}`);
  return path;
}

function look({ stage, saved, files }: Scene, ran: Ran, raw: PlanExpect, about = ""): void {
  const expected = filled(raw, saved);
  const said = `${about}\n${describeRun(ran)}`;
  const suits = (value: unknown, pattern: unknown, what: string): void =>
    expect(
      fits(value, pattern),
      `${what} should fit ${JSON.stringify(pattern)}, is ${wordsOf(value).slice(0, 2000)}\n${said}`,
    ).toBe(true);
  const document = ran.document as Json | undefined;
  if (expected.exit !== undefined) suits(ran.exit, expected.exit, "exit status");
  if (expected.stdout !== undefined) suits(ran.stdout, expected.stdout, "stdout");
  if (expected.stderr !== undefined) suits(ran.stderr, expected.stderr, "stderr");
  if (expected.output !== undefined) suits(ran.stdout + ran.stderr, expected.output, "output");
  if (expected.json !== undefined) suits(document, expected.json, "json");
  const pairs = (document?.pairs ?? []) as { with: string; verdict: string }[];
  for (const [other, pattern] of Object.entries(expected.pairs ?? {})) {
    const matching = pairs.filter((pair) => pair.with === other);
    expect(
      matching.some((pair) => fits(pair, pattern)),
      `pair ${other} should fit ${JSON.stringify(pattern)}, is ${JSON.stringify(matching)}\n${said}`,
    ).toBe(true);
  }
  if (expected.nonclear) {
    const found = [...new Set(pairs.filter((pair) => pair.verdict !== "clear").map((pair) => pair.with))];
    expect(found.sort(), said).toEqual([...expected.nonclear].sort());
  }
  if (expected.symbols) lookAtSymbols(document, expected.symbols, said);
  if (expected.waves) lookAtWaves(document, expected.waves, said);
  for (const pattern of expected.violations ?? []) suits(document?.violations, { $some: pattern }, "violations");
  for (const [id, fields] of Object.entries(expected.nodes ?? {})) {
    const path = existsSync(resolve(stage.repo, id)) ? id : nodeFile(stage, id);
    const data = frontmatter(stage.read(path));
    for (const [field, pattern] of Object.entries(fields)) suits(data[field], pattern, `${id} ${field}`);
  }
  for (const [path, wanted] of Object.entries(expected.files ?? {})) lookAtFile(stage, files, path, wanted);
  if (expected.max_ms !== undefined) expect(ran.ms, said).toBeLessThanOrEqual(expected.max_ms);
  for (const [a, b] of expected.equal ?? []) expect(a, said).toEqual(b);
}

/** Languages whose namespaces or packages may prefix a name. */
const PREFIXED = /\.(java|cs|php|rb|c|cc|cpp|h|hpp)$/;

function lookAtSymbols(document: Json | undefined, expected: NonNullable<PlanExpect["symbols"]>, said: string): void {
  const files = (document?.files ?? []) as { path: string; symbols: Json[] }[];
  for (const [path, { must = [], not = [], once = [] }] of Object.entries(expected)) {
    const symbols = files.find((file) => file.path === path)?.symbols ?? [];
    const named = (symbol: Json, name: unknown): boolean =>
      symbol.name === name ||
      (PREFIXED.test(path) &&
        ["::", ".", "\\"].some((separator) => String(symbol.name).endsWith(`${separator}${name}`)));
    for (const { name, ...rest } of must) {
      expect(
        symbols.some(
          (symbol) => (typeof name === "string" ? named(symbol, name) : fits(symbol.name, name)) && fits(symbol, rest),
        ),
        `${path}: ${JSON.stringify({ name, ...rest })}\n${said}`,
      ).toBe(true);
    }
    for (const name of not)
      expect(
        symbols.map((symbol) => symbol.name),
        said,
      ).not.toContain(name);
    for (const name of once)
      expect(
        symbols.filter((symbol) => named(symbol, name)),
        `${name} once\n${said}`,
      ).toHaveLength(1);
  }
}

function lookAtWaves(document: Json | undefined, expected: Waves, said: string): void {
  const rounds = ((document?.waves ?? []) as { tasks: string[] }[]).map((wave) => wave.tasks);
  const round = (task: string): number => rounds.findIndex((tasks) => tasks.includes(task));
  if (expected.rounds) {
    expect(
      rounds.map((tasks) => [...tasks].sort()),
      said,
    ).toEqual(expected.rounds.map((tasks) => [...tasks].sort()));
  }
  if (expected.all) expect(rounds.flat().sort(), said).toEqual([...expected.all].sort());
  for (const tasks of expected.apart ?? []) expect(new Set(tasks.map(round)).size, said).toBe(tasks.length);
  for (const tasks of expected.together ?? []) expect(new Set(tasks.map(round)).size, said).toBe(1);
  for (const [first, then] of expected.before ?? []) expect(round(first), said).toBeLessThan(round(then));
  for (const task of expected.alone ?? []) expect(rounds[round(task)], said).toEqual([task]);
}

function lookAtFile(stage: Stage, first: Readonly<Record<string, string>>, path: string, wanted: FileExpect): void {
  const file = resolve(stage.repo, path);
  if (wanted.exists !== undefined) expect(existsSync(file), `${path} exists`).toBe(wanted.exists);
  if (wanted.exists === false) return;
  const text = readFileSync(file, "utf8");
  if (wanted.unchanged !== undefined) expect(text === first[path], `${path} unchanged: ${text}`).toBe(wanted.unchanged);
  for (const part of [wanted.contains ?? []].flat()) expect(text).toContain(part);
  for (const part of [wanted.lacks ?? []].flat()) expect(text).not.toContain(part);
  for (const [part, count] of Object.entries(wanted.count ?? {})) expect(text.split(part).length - 1, path).toBe(count);
  if (wanted.json !== undefined) {
    const value: unknown = JSON.parse(text);
    if (wanted.json !== true) expect(fits(value, wanted.json), text).toBe(true);
  }
}
