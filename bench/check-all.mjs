// Everything against everything: `conflicts check --all` as a whole process on a ledger of open work alone, against
// reading the same ledger; and its join against comparing all pairs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkAll, detectPair } from "../dist/index.js";
import { makeCandidates } from "./candidates.mjs";
import { makeLedger } from "./ledger.mjs";
import { median, report, row, timed } from "./measure.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "foremerge-bench-"));
const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1", GIT_CONFIG_NOSYSTEM: "1" };

/** Runs a program; ms, peak memory in MB, and what it printed when that is asked for. */
function run(cwd, words, output = "ignore") {
  const start = performance.now();
  const { stdout, output: all } = spawnSync(process.execPath, ["-r", here("report-memory.cjs"), ...words], {
    cwd,
    env,
    stdio: ["ignore", output, "ignore", "pipe"],
    maxBuffer: 2 ** 30,
  });
  return { ms: performance.now() - start, megabytes: Number(String(all[3])) / 1024, stdout };
}

/** A repository whose ledger holds `open` open intents and hardly anything else, and a call on it. */
function openWork(open) {
  const cwd = join(folder, String(open));
  spawnSync("git", ["init", "-q", cwd]);
  const binary = here("../bin/foremerge.js");
  run(cwd, [binary, "init"]);
  writeFileSync(join(cwd, ".foremerge.yaml"), "fail_on: high\nrules:\n  FM-C003: low\n");
  const ledger = join(cwd, ".git", "foremerge", "ledger.jsonl");
  // One publication in five brings a conflict with it. The clock stands where the ledger ends: nobody is silent.
  const made = makeLedger(ledger, Math.round(open * 1.255), open);
  if (made.open !== open) throw new Error(`${made.open} open intents instead of ${open}`);
  const all = [binary, "conflicts", "check", "--all", "--json", "--now", made.until];
  return { cwd, all, bare: [here("bare-loop.mjs"), ledger], bytes: made.size };
}

const rows = [];
try {
  const [large, small] = [openWork(100_000), openWork(10_000)];
  const found = JSON.parse(run(large.cwd, large.all, "pipe").stdout).findings.length;
  run(small.cwd, small.all);
  const [ratios, growths, times, memory] = [[], [], [], []];
  for (let round = 0; round < 3; round++) {
    const bare = run(large.cwd, large.bare);
    const whole = run(large.cwd, large.all);
    const tenth = run(small.cwd, small.all);
    ratios.push(whole.ms / bare.ms);
    growths.push(whole.ms / tenth.ms);
    times.push(whole.ms);
    memory.push(whole.megabytes);
  }
  const note = `${Math.round(median(times))} ms, ${found} findings, ledger of ${Math.round(large.bytes / 1e6)} MB`;
  rows.push(
    row("conflicts check --all, 100,000 open, snapshot warm", median(ratios), "× bare loop", "≤ 6", note),
    row("… memory", Math.max(...memory), "MB", "≤ 1500"),
    row("… growth from 10,000 to 100,000 open", median(growths), "×", "≤ 13"),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// All pairs of 5,000: a tenth of the rows of the triangle is compared and timed, and stands for the rest.
const some = makeCandidates(5_000);
let pairs = [];
const tenth = await timed(() => {
  pairs = some.flatMap((later, i) =>
    i % 10 === 9 ? some.slice(0, i).flatMap((earlier) => detectPair(later, earlier)) : [],
  );
});
let joined = [];
const joins = [];
for (let round = 0; round < 5; round++) joins.push(await timed(() => (joined = checkAll(some))));
const sources = new Set(some.filter((_, i) => i % 10 === 9).map((candidate) => candidate.id));
const answer = (findings) => JSON.stringify(findings.map((finding) => JSON.stringify(finding)).sort());
if (answer(pairs) !== answer(joined.filter((finding) => sources.has(finding.source_intent_id)))) {
  throw new Error("the join and all pairs disagree");
}
rows.push(
  row(
    "check --all: the join against comparing all pairs of 5,000",
    (tenth * 10) / median(joins),
    "× faster",
    "≥ 50",
    `${Math.round(tenth * 10)} ms against ${Math.round(median(joins))} ms, ${joined.length} findings, the same`,
  ),
);
report(rows);
