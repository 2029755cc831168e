// A simulated project: 20 agents, 400 intents, 10 working days, real branches in a real repository, one seed.
// Says what share of the conflicts was settled without a person, by what, and what went to people and why.
//
//   node bench/simulated-project.mjs [--seed 8] [--agents 20] [--intents 400] [--days 10] [--when ready|finish|hourly]
//
// --when says how the project's queue uses `resolve --auto`:
//   ready   (default) HIGH findings when they appear; others once both works are finished, or one has landed
//   finish  every open conflict of a work whenever that work is finished, also while the other is still under way
//   hourly  `resolve --auto --all` on the hour
//
// The mix below was written down before the first run and is not tuned: it follows what maintainers see in a mid-sized
// product (most work small and additive, a tenth of it destructive, a few modules in which everybody works).
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";

const flag = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const SEED = Number(flag("seed", "8"));
const AGENTS = Number(flag("agents", "20"));
const INTENTS = Number(flag("intents", "400"));
const DAYS = Number(flag("days", "10"));
const WHEN = flag("when", "ready");

/** Kinds of work and how often they come. */
const MIX = [
  ["fix", 28],
  ["feature", 26],
  ["extend", 12],
  ["refactor", 8],
  ["remove", 3],
  ["schema", 6],
  ["config", 4],
  ["tests", 8],
  ["docs", 5],
];
const ODDS = {
  leavesOperationOut: 0.12,
  alsoDeclaresFile: 0.4,
  usesOthers: 0.5,
  touchesRegistry: 0.3,
  dependsOnOpenWork: 0.08,
  givesUp: 0.03,
};
const MODULES =
  "payments labels thumbnails orders carts users search billing shipping mail auth reports catalog pricing audit uploads".split(
    " ",
  );
const VERBS = ["load", "store", "check", "format", "send"];

let seed = SEED >>> 0;
/** mulberry32: the same numbers on every machine. */
function random() {
  seed = (seed + 0x6d2b79f5) >>> 0;
  let t = seed;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const chance = (p) => random() < p;
const pick = (list) => list[Math.floor(random() * list.length)];
function weighted(pairs) {
  let at = random() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of pairs) {
    at -= weight;
    if (at < 0) return value;
  }
  return pairs[pairs.length - 1][0];
}
/** A few modules get most of the work. */
const hotModule = () => weighted(MODULES.map((name, at) => [name, 1 / (at + 1) ** 0.8]));
const big = (word) => word[0].toUpperCase() + word.slice(1);

// ---------------------------------------------------------------- the repository

const folder = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-simulation-")));
const repo = join(folder, "repo");
const gitEnv = {
  PATH: process.env.PATH,
  HOME: folder,
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "sim",
  GIT_AUTHOR_EMAIL: "sim@example.org",
  GIT_COMMITTER_NAME: "sim",
  GIT_COMMITTER_EMAIL: "sim@example.org",
};
const git = (cwd, ...args) =>
  execFileSync("git", args, { cwd, env: gitEnv, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
function gitTries(cwd, ...args) {
  try {
    git(cwd, ...args);
    return true;
  } catch {
    return false;
  }
}

const functionText = (name, module, n) =>
  `export function ${name}(id: string): number {\n  const limit = ${n};\n  return run("${module}.${name}", id, limit);\n}\n`;

function layOut() {
  mkdirSync(repo);
  const write = (path, text) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  };
  for (const module of MODULES) {
    for (const part of ["service", "view"]) {
      const names = VERBS.map((verb) => `${verb}${big(module)}${big(part)}`);
      const body = names.map((name, at) => functionText(name, module, at + 1)).join("\n");
      write(`src/${module}/${part}.ts`, `import { run } from "../run.ts";\n\n${body}`);
    }
    write(`tests/${module}.test.ts`, `import { test } from "../run.ts";\n\ntest("${module} works", () => {});\n`);
    write(`docs/${module}.md`, `# ${big(module)}\n\nWhat it does.\n\nHow to use it.\n\nLimits.\n`);
  }
  write(
    "src/run.ts",
    "export const run = (name: string, id: string, limit: number) => name.length + id.length + limit;\nexport const test = (name: string, body: () => void) => body();\n",
  );
  write(
    "src/registry.ts",
    `export const REGISTRY = {\n${MODULES.map((m) => `  ${m}: "load${big(m)}Service",\n`).join("")}};\n`,
  );
  write("config/features.json", `{\n${MODULES.map((m) => `  "${m}": { "limit": 10 }`).join(",\n")}\n}\n`);
  write(
    "db/schema.sql",
    MODULES.map((m) => `CREATE TABLE ${m} (\n  id integer PRIMARY KEY,\n  note text\n);\n`).join("\n"),
  );
  write(".foremerge.yaml", "people: [robin]\n");
  git(repo, "init", "-q", "-b", "main");
  git(repo, "config", "gc.auto", "0");
  git(repo, "add", "-A");
  git(repo, "commit", "-q", "-m", "start");
}

const read = (root, path) => {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
};
const functionsOf = (text) => [...text.matchAll(/^export function (\w+)\(/gm)].map((found) => found[1]);

/** Changes a file if it is there and the change applies. */
function edit(root, path, change) {
  const text = read(root, path);
  const next = text === undefined ? undefined : change(text);
  if (next === undefined || next === text) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), next);
}
const bodyOf = (name) => new RegExp(`(export function ${name}\\([^]*?const limit = )(\\d+)`);
const wholeOf = (name) => new RegExp(`export function ${name}\\([^]*?\\n}\\n\\n?`);

// ---------------------------------------------------------------- work

let made = 0;
/** One task: what is declared, and what is really done to a working tree. */
function inventTask() {
  const kind = weighted(MIX);
  const module = hotModule();
  const part = pick(["service", "view"]);
  const path = `src/${module}/${part}.ts`;
  const names = functionsOf(read(repo, path) ?? "");
  const n = ++made;
  const target = names.length > 0 ? pick(names) : `load${big(module)}Service`;
  const scopes = [];
  const uses = [];
  const declare = (scope, operation) => scopes.push(chance(ODDS.leavesOperationOut) ? scope : `${scope}=${operation}`);
  const withFile = () => chance(ODDS.alsoDeclaresFile) && declare(`file:${path}`, "modify");
  let summary;
  let work;
  const bump = (root) => edit(root, path, (text) => text.replace(bodyOf(target), (_, head) => `${head}${100 + n}`));
  switch (kind) {
    case "fix":
      summary = `Fix ${pick(["rounding", "a leak", "the limit", "time zones", "empty input", "retries"])} in ${target} (${n})`;
      declare(`symbol:${target}`, "modify");
      withFile();
      work = bump;
      break;
    case "feature": {
      const name = `${pick(["export", "import", "preview", "cancel", "archive", "merge"])}${big(module)}${n}`;
      summary = `Add ${name} to ${module}`;
      declare(`symbol:${name}`, "add");
      withFile();
      const registers = chance(ODDS.touchesRegistry);
      if (registers) declare("symbol:REGISTRY", "extend");
      const after = target;
      work = (root) => {
        edit(root, path, (text) =>
          text.replace(wholeOf(after), (whole) => `${whole.trimEnd()}\n\n${functionText(name, module, n)}\n`),
        );
        if (registers)
          edit(root, "src/registry.ts", (text) =>
            text.replace(/( {2}\w+: "[^"]+",\n)(?=\};)/, `$1  ${name}: "${name}",\n`),
          );
      };
      if (chance(ODDS.usesOthers)) {
        const other = hotModule();
        uses.push(`symbol:${pick(functionsOf(read(repo, `src/${other}/service.ts`) ?? "") || [target]) ?? target}`);
      }
      break;
    }
    case "extend":
      summary = `Let ${target} take more options (${n})`;
      declare(`symbol:${target}`, "extend");
      if (chance(0.5)) declare(`api:POST /${module}`, "extend");
      work = (root) =>
        edit(root, path, (text) =>
          text.replace(new RegExp(`export function ${target}\\(id: string`), `$&, o${n}?: string`),
        );
      break;
    case "refactor": {
      const rename = chance(0.5);
      summary = rename ? `Rename ${target} (${n})` : `Replace ${target} by a streaming version (${n})`;
      declare(`symbol:${target}`, rename ? "rename" : "replace");
      work = (root) =>
        edit(root, path, (text) =>
          rename
            ? text.replaceAll(new RegExp(`\\b${target}\\b`, "g"), `${target}V${n}`)
            : text.replace(wholeOf(target), `${functionText(target, `${module}.stream`, n)}\n`),
        );
      break;
    }
    case "remove":
      summary = `Remove ${target}, nobody needs it (${n})`;
      declare(`symbol:${target}`, "remove");
      work = (root) => edit(root, path, (text) => text.replace(wholeOf(target), ""));
      break;
    case "schema":
      summary = `Add a column to ${module} (${n})`;
      declare(`schema:${module}`, pick(["extend", "modify"]));
      if (chance(0.5)) declare(`migration:${n}_${module}`, "add");
      work = (root) =>
        edit(root, "db/schema.sql", (text) =>
          text.replace(new RegExp(`(CREATE TABLE ${module} \\([^]*?)\\n\\);`), `$1,\n  extra_${n} text\n);`),
        );
      break;
    case "config":
      summary = `Raise the limit of ${module} (${n})`;
      declare(`config:${module}.limit`, "modify");
      work = (root) =>
        edit(root, "config/features.json", (text) =>
          text.replace(new RegExp(`("${module}": \\{ "limit": )\\d+`), `$1${n}`),
        );
      break;
    case "tests":
      summary = `Test ${target} with odd input (${n})`;
      declare(`test:${module}.odd-${n}`, "add");
      uses.push(`symbol:${target}`);
      work = (root) =>
        edit(root, `tests/${module}.test.ts`, (text) => `${text}\ntest("${target} takes odd input ${n}", () => {});\n`);
      break;
    default:
      summary = `Describe the limits of ${module} (${n})`;
      declare(`file:docs/${module}.md`, "modify");
      work = (root) => edit(root, `docs/${module}.md`, (text) => text.replace("Limits.\n", `Limits.\n\nNote ${n}.\n`));
  }
  return { n, kind, module, summary, scopes, uses, work };
}

// ---------------------------------------------------------------- foremerge, in this process

const { main } = createRequire(import.meta.url)("../dist/load.cjs").load();
const spent = new Map();

async function foremerge(cwd, agent, at, ...words) {
  let out = "";
  let err = "";
  const io = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    stdin: () => Buffer.alloc(0),
    stdinIsTerminal: false,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    rows: 24,
    env: { ...gitEnv, NO_COLOR: "1" },
  };
  const began = performance.now();
  const args = [...words, "--json", "--quiet", "--cwd", cwd, "--agent", agent, "--now", new Date(at).toISOString()];
  const exit = await main(args, io);
  const name = words
    .slice(0, words[1]?.startsWith("-") ? 1 : 2)
    .join(" ")
    .replace(/ (int|cfl)_\S+/, "");
  const list = spent.get(name) ?? [];
  list.push(performance.now() - began);
  spent.set(name, list);
  const error = /^\{"schema":"foremerge\.error.*$/m.exec(err)?.[0];
  return {
    exit,
    document: out === "" ? undefined : JSON.parse(out),
    error: error === undefined ? undefined : JSON.parse(error).error,
  };
}
function needs(answer, what) {
  if (answer.exit === 0 || answer.document) return answer;
  throw new Error(`${what}: ${answer.exit} ${JSON.stringify(answer.error)}`);
}

// ---------------------------------------------------------------- ten days

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse("2026-11-30T09:00:00.000Z");
const queue = [];
const at = (time, act) => {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (queue[middle].time <= time) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, { time, act });
};
/** Moves a time that falls out of the working day (9 to 18) to the next morning. */
function workTime(time) {
  const day = Math.floor((time - START) / (24 * HOUR));
  const into = time - START - day * 24 * HOUR;
  return into <= 9 * HOUR ? time : START + (day + 1) * 24 * HOUR + (into % HOUR);
}

const stats = {
  published: 0,
  accepted: 0,
  discarded: 0,
  textConflicts: 0,
  gateRefused: 0,
  byLanding: 0,
  highFindings: 0,
  reasons: new Map(),
};
const open = new Map();

async function publish(agent, time) {
  if (stats.published >= INTENTS) return;
  stats.published++;
  const task = inventTask();
  const tree = agent.tree;
  git(tree, "checkout", "-q", "-B", `work-${task.n}`, "main");
  const words = [
    "intent",
    "publish",
    task.summary,
    ...task.scopes.flatMap((s) => ["--scope", s]),
    ...task.uses.flatMap((s) => ["--uses", s]),
  ];
  const others = [...open.values()].filter((one) => one.task.module === task.module);
  if (others.length > 0 && chance(ODDS.dependsOnOpenWork)) words.push("--depends-on", pick(others).id);
  const { document } = needs(await foremerge(tree, agent.name, time, ...words), `publish ${task.summary}`);
  const id = document.intent.id;
  stats.highFindings += document.findings.filter((f) => f.severity === "HIGH").length;
  open.set(id, { id, task, agent, finished: false });
  if (WHEN === "ready") await settleOf(open.get(id), time, (conflict) => conflict.severity === "HIGH");
  needs(
    await foremerge(
      tree,
      agent.name,
      time + MINUTE,
      "claim",
      "take",
      task.scopes[0].replace(/=\w+$/, ""),
      "--intent",
      id,
      "--lease",
      "8h",
    ),
    "claim",
  );
  needs(await foremerge(tree, agent.name, time + 2 * MINUTE, "intent", "start", id), "start");
  const takes = HOUR * (0.5 + 4 * random() ** 2);
  at(workTime(time + takes), (t) => finish(agent, open.get(id), t));
}

async function finish(agent, one, time) {
  const tree = agent.tree;
  git(tree, "checkout", "-q", `work-${one.task.n}`);
  if (chance(ODDS.givesUp)) {
    needs(await foremerge(tree, agent.name, time, "intent", "discard", one.id, "--reason", "not worth it"), "discard");
    open.delete(one.id);
    stats.discarded++;
  } else {
    one.task.work(tree);
    git(tree, "add", "-A");
    git(tree, "commit", "-q", "--allow-empty", "-m", one.task.summary);
    needs(await foremerge(tree, agent.name, time, "intent", "finish", one.id), "finish");
    one.finished = true;
    if (WHEN !== "hourly") await settleOf(one, time + MINUTE, isReady(one));
    at(workTime(time + 20 * MINUTE), (t) => accept(one, t));
  }
  at(workTime(time + 30 * MINUTE * random()), (t) => publish(agent, t));
}

async function accept(one, time) {
  const answer = await foremerge(one.agent.tree, one.agent.name, time, "intent", "accept", one.id);
  if (answer.exit !== 0) {
    stats.gateRefused++;
    one.tries = (one.tries ?? 0) + 1;
    if (WHEN !== "hourly") await settleOf(one, time + MINUTE, isReady(one));
    at(workTime(time + 45 * MINUTE), (t) => accept(one, t));
    return;
  }
  stats.accepted++;
  open.delete(one.id);
  // What is still open against it: its other sides now follow work that has landed.
  if (WHEN === "ready") await settleOf(one, time + MINUTE, () => true);
  const branch = `work-${one.task.n}`;
  if (!gitTries(repo, "merge", "-q", "--no-ff", "-m", one.task.summary, branch)) {
    stats.textConflicts++;
    gitTries(repo, "merge", "--abort");
    // The owner rebases by hand; here: their lines win, and what is gone stays gone.
    if (!gitTries(repo, "merge", "-q", "--no-ff", "-X", "theirs", "-m", one.task.summary, branch)) {
      gitTries(repo, "add", "-A");
      gitTries(repo, "commit", "-q", "--no-edit");
    }
  }
}

/** Which conflicts of a work the queue looks at: all, or those whose other side is finished or has landed. */
function isReady(one) {
  if (WHEN === "finish") return () => true;
  return ({ source_intent_id, target_intent_id }) => {
    const other = open.get(source_intent_id === one.id ? target_intent_id : source_intent_id);
    return other === undefined || other.finished;
  };
}

/** The queue: what is open about one work, or about all of them. */
async function settleOf(one, time, wanted) {
  const list = await foremerge(repo, "queue", time, "conflicts", "list", "--intent", one.id, "--status", "OPEN");
  for (const conflict of (list.document?.conflicts ?? []).filter(wanted)) {
    note(await foremerge(repo, "queue", time, "resolve", "--auto", conflict.id));
  }
}
async function settleAll(time) {
  note(await foremerge(repo, "queue", time, "resolve", "--auto", "--all"));
}
function note({ document }) {
  for (const { strategy, reason, status } of document?.results ?? []) {
    if (reason.endsWith("has landed") && status === "RESOLVED") stats.byLanding++;
    const key = `${strategy}: ${reason
      .replace(/\b(int|cfl)_\w+/g, "…")
      .replace(/ in (src|tests|db|docs|config)\/\S+/g, "")
      .replace(/of (src|tests|db|docs|config)\/\S+/g, "of a file")}`;
    stats.reasons.set(key, (stats.reasons.get(key) ?? 0) + 1);
  }
}

/** Twice a day somebody answers what was escalated and still is open. */
const answered = new Map();
async function person(time) {
  const list = await foremerge(repo, "robin", time, "conflicts", "list");
  for (const conflict of list.document?.conflicts ?? []) {
    if (!conflict.escalation || conflict.ordered || !["OPEN", "COORDINATING"].includes(conflict.status)) continue;
    const rule = conflict.evidence.rule;
    answered.set(rule, (answered.get(rule) ?? 0) + 1);
    await foremerge(repo, "robin", time, "resolve", conflict.id, "--reason", "talked to both, they go on as they are");
  }
}

layOut();
needs(await foremerge(repo, "robin", START - HOUR, "init"), "init");
const agents = [];
for (let i = 0; i < AGENTS; i++) {
  const tree = join(folder, `agent-${i}`);
  git(repo, "worktree", "add", "-q", "--detach", tree, "main");
  agents.push({ name: `agent-${i}`, tree });
}
for (const agent of agents) at(START + Math.floor(random() * HOUR), (t) => publish(agent, t));
for (let day = 0; day < DAYS; day++) {
  const morning = START + day * 24 * HOUR;
  if (WHEN === "hourly") for (let h = 1; h <= 9; h++) at(morning + h * HOUR, settleAll);
  at(morning + 10 * MINUTE, person);
  at(morning + 5 * HOUR, person);
}

const END = START + DAYS * 24 * HOUR;
const began = performance.now();
while (queue.length > 0 && queue[0].time <= END) {
  const { time, act } = queue.shift();
  await act(time);
}
const { document: report } = needs(await foremerge(repo, "robin", END, "report"), "report");
const verify = await foremerge(repo, "robin", END, "ledger", "verify");

const sum = (list) => list.reduce((a, b) => a + b, 0);
const asked = [...answered.values()].reduce((a, b) => a + b, 0);
const result = {
  seed: SEED,
  when: WHEN,
  agents: AGENTS,
  intents: { published: stats.published, accepted: stats.accepted, discarded: stats.discarded, open: open.size },
  detected: report.detected,
  high_findings_at_publishing: stats.highFindings,
  settled_without_a_person: report.rate,
  resolved_automatically: report.resolved_automatically,
  of_these_the_order_was_a_fact: stats.byLanding,
  resolved_by_agents: report.resolved_by_agents,
  resolved_by_person: report.resolved_by_person,
  ordered_waiting: report.ordered_waiting,
  escalated_open: report.escalated_open,
  dismissed_automatically: report.dismissed_automatically,
  untouched: report.untouched,
  moot:
    report.detected -
    sum([
      report.resolved_automatically,
      report.resolved_by_agents,
      report.resolved_by_person,
      report.dismissed_automatically,
      report.ordered_waiting,
      report.escalated_open,
      report.untouched,
    ]),
  strategies: report.strategies,
  rules: report.rules,
  answered_by_the_person: { all: asked, by_rule: Object.fromEntries([...answered].sort()) },
  why: Object.fromEntries([...stats.reasons].sort((a, b) => b[1] - a[1])),
  gate_refused: stats.gateRefused,
  text_conflicts_when_landing: stats.textConflicts,
  ledger_valid: verify.document?.valid ?? null,
  seconds: (performance.now() - began) / 1000,
  mean_ms: Object.fromEntries([...spent].map(([name, list]) => [name, Math.round(sum(list) / list.length)])),
};
console.log(JSON.stringify(result, null, 2));
if (!process.argv.includes("--keep")) rmSync(folder, { recursive: true, force: true });
else console.error(folder, readdirSync(folder).length);
