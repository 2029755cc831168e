// The check before work is dispatched: work time of `plan check` (timings_ms, without the start of the process) with 1,
// 10, 100 and 1,000 sibling tasks, and the whole process of `hook pre-tool` with 10,000 open intents and nothing to say.
//
//   node bench/dispatch.mjs [--runs 21]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeLedger } from "./ledger.mjs";
import { interleaved, report, row } from "./measure.mjs";

const at = process.argv.indexOf("--runs");
const RUNS = Number(at < 0 ? 21 : process.argv[at + 1]);
const binary = fileURLToPath(new URL("../bin/foremerge.js", import.meta.url));
const top = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-dispatch-")));
const env = { PATH: process.env.PATH, HOME: top, LC_ALL: "C", NO_COLOR: "1", GIT_CONFIG_NOSYSTEM: "1" };

function run(cwd, words, options = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    ...options,
  });
  if (status !== 0 && status !== 1) throw new Error(`${words.join(" ")} in ${cwd}: ${status} ${stderr}`);
  return stdout;
}

const p95 = (values) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1];

function repository(name) {
  const folder = join(top, name);
  mkdirSync(join(folder, "plans"), { recursive: true });
  spawnSync("git", ["init", "-q", "-b", "main", folder], { env });
  return folder;
}

const VERBS = ["Rework", "Speed up", "Document", "Split", "Cache", "Batch", "Retire", "Extend", "Simplify"];
const THINGS = ["label printer", "till", "stock count", "mail queue", "refund desk", "search index", "tariff table"];
const SYLLABLES = ["ba", "co", "du", "fe", "gi", "ho", "ju", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo"];
const word = (i) => [4096, 256, 16, 1].map((n) => SYLLABLES[Math.floor((i * 7919) / n) % 16]).join("");

/** A story with so many planned tasks, each with two files, a glob in every tenth, and the task that is checked. */
function planned(siblings) {
  const folder = repository(`plans-${siblings}`);
  const id = (i) => `TASK-${String(i).padStart(5, "0")}`;
  const ids = Array.from({ length: siblings + 1 }, (_, i) => id(i));
  const node = (name, ...lines) =>
    writeFileSync(join(folder, "plans", `${name}.md`), `---\n${lines.join("\n")}\n---\n\n# ${name}\n`);
  node("STORY-0001", "id: STORY-0001", "tier: 3", "status: active", `children: [${ids.join(", ")}]`);
  for (const [i, task] of ids.entries()) {
    const extra = i % 10 === 9 ? [`  - path: "src/part${i}/**/*.ts"`] : [`  - path: "docs/part${i}.md"`];
    node(
      task,
      `id: ${task}`,
      "tier: 4",
      "parent: STORY-0001",
      "status: planned",
      `intent: "${VERBS[i % VERBS.length]} the ${THINGS[(i * 7) % THINGS.length]} for ${word(i)} and ${word(i + 5000)}"`,
      `scopes: ["symbol:Part${i}.Service=modify"]`,
      "artifacts:",
      `  - path: "src/part${i}/service.ts"`,
      "    operation: modify",
      ...extra,
    );
  }
  run(folder, [binary, "init"]);
  return { folder, task: ids[0] };
}

const rows = [];
try {
  for (const siblings of [1, 10, 100, 1000]) {
    const { folder, task } = planned(siblings);
    const times = [];
    for (let i = 0; i < RUNS; i++) {
      const { timings_ms, pairs, verdict } = JSON.parse(run(folder, [binary, "plan", "check", task, "--json"]));
      if (pairs.length !== siblings || verdict !== "clear") throw new Error(`${pairs.length} pairs, ${verdict}`);
      times.push(timings_ms);
    }
    const worst = (layer) => p95(times.map((one) => one[layer]));
    const note = `load ${worst("load").toFixed(1)}, L2 ${worst("L2").toFixed(1)}, L3 ${worst("L3").toFixed(1)}, all ${worst("total").toFixed(1)} ms`;
    rows.push(row(`plan check, ${siblings} siblings: L1 p95`, worst("L1"), "ms", "< 100", note));
  }

  const folder = repository("hook");
  run(folder, [binary, "init"]);
  makeLedger(join(folder, ".git", "foremerge", "ledger.jsonl"), 30_000, 10_000);
  run(folder, [binary, "status"]); // leaves the snapshot behind, as any command does
  const call = (file_path) =>
    JSON.stringify({
      session_id: "s",
      cwd: folder,
      hook_event_name: "PreToolUse",
      tool_name: "Edit",
      tool_input: { file_path },
    });
  const input = call(join(folder, "quiet", "nobody-here.txt"));
  const said = run(folder, [binary, "hook", "pre-tool"], { input });
  if (said !== "") throw new Error(`the hook has something to say: ${said}`);
  const { base, subject, ratio } = await interleaved(
    RUNS,
    () => run(folder, ["-e", "0"], { input: "" }),
    () => run(folder, [binary, "hook", "pre-tool"], { input }),
  );
  const note = `${subject.toFixed(1)} ms against ${base.toFixed(1)} ms`;
  rows.push(row("hook pre-tool, 10,000 open intents, nothing to say", ratio, "× node -e 0", "≤ 2.0", note));
  report(rows);
} finally {
  rmSync(top, { recursive: true, force: true });
}
