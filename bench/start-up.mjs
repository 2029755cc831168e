// What the start of the program costs, as ratios to `node -e 0`, with a .foremerge.yaml present and 1,000 events.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeLedger } from "./ledger.mjs";
import { interleaved, report, row } from "./measure.mjs";

const binary = fileURLToPath(new URL("../bin/foremerge.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "foremerge-bench-"));
const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: "1", GIT_CONFIG_NOSYSTEM: "1" };
const run = (...words) => spawnSync(process.execPath, words, { cwd: folder, env, stdio: "ignore" });
const node = () => run("-e", "0");
const check = ["conflicts", "check", "Show tare weight", "--scope", "symbol:LabelPrinter=extend"];

try {
  spawnSync("git", ["init", "-q", folder]);
  run(binary, "init");
  writeFileSync(join(folder, ".foremerge.yaml"), "fail_on: high\nrules:\n  FM-C003: low\n");
  makeLedger(join(folder, ".git", "foremerge", "ledger.jsonl"), 1000, 100);
  run(binary, ...check);
  const rows = [];
  for (const [what, words, goal] of [
    ["--version", ["--version"], "≤ 1.7"],
    ["conflicts check --json, 1,000 events", [...check, "--json"], "≤ 2.0"],
    ["conflicts check, table, 1,000 events", check, "≤ 2.6"],
  ]) {
    const { base, subject, ratio } = await interleaved(31, node, () => run(binary, ...words));
    rows.push(row(what, ratio, "× node -e 0", goal, `${subject.toFixed(1)} ms against ${base.toFixed(1)} ms`));
  }
  report(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
