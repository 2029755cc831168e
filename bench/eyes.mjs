// What people wait for and what they leave running: a completion, an idle watch, the report page of 1,000 intents.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeLedger } from "./ledger.mjs";
import { interleaved, report, row } from "./measure.mjs";

const BINARY = fileURLToPath(new URL("../bin/foremerge.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "foremerge-bench-eyes-"));
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
const env = { ...inherited, NO_COLOR: "1", FOREMERGE_LEDGER: join(folder, "ledger.jsonl") };
const run = (args) => {
  const ran = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8", maxBuffer: 1 << 27 });
  if (ran.status > 1) throw new Error(ran.stderr);
  return ran.stdout;
};

/** CPU seconds that a process has used so far (Linux). */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Percent of one CPU that an idle `watch` uses over so many seconds, after its start has settled. */
async function idle(seconds) {
  const watch = spawn(process.execPath, [BINARY, "watch", "--json"], { cwd: folder, env, stdio: "ignore" });
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(3000);
  const before = cpuSeconds(watch.pid);
  await pause(seconds * 1000);
  const used = cpuSeconds(watch.pid) - before;
  watch.kill();
  return (used / seconds) * 100;
}

const rows = [];
makeLedger(env.FOREMERGE_LEDGER, 1000, 100);
run([BINARY, "status", "--json"]);
const empty = ["-e", "0"];
for (const [what, words] of [
  ["a sub-command", ["conflicts", "sh"]],
  ["an intent's id", ["intent", "show", "int_"]],
  ["a scope", ["conflicts", "check", "x", "--scope", "sym"]],
]) {
  const line = [BINARY, "completion", "suggest", "--", "foremerge", ...words];
  const { ratio, subject } = await interleaved(
    15,
    () => run(empty),
    () => run(line),
  );
  rows.push(
    row(`completing ${what}, against node -e 0`, ratio, "×", "≤ 2.0", `${subject.toFixed(0)} ms, 1,000 events`),
  );
}
if (process.platform === "linux") rows.push(row("watch, idle", await idle(20), "% CPU", "≤ 1", "over 20 s"));

makeLedger(env.FOREMERGE_LEDGER, 5000, 1000);
const page = join(folder, "report.html");
const { subject } = await interleaved(
  3,
  () => run(empty),
  () => run([BINARY, "report", "--html", page]),
);
rows.push(row("report --html, 1,000 open intents", statSync(page).size / 1e6, "MB", "≤ 1", `${subject.toFixed(0)} ms`));
rmSync(folder, { recursive: true, force: true });
report(rows);
