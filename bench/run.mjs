// npm run bench: every bench in its own process, one after the other, and one table of what they found.
// `npm run bench -- detector` runs those whose name contains the word. Each prints its rows as JSON (bench/measure.mjs).
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { printTable } from "./measure.mjs";

/** Names of the scripts in this folder that print rows; the order is the order of the table. */
const BENCHES = ["start-up", "at-size", "detector", "check-all", "dispatch", "inside-files", "eyes", "sync"];

const wanted = process.argv.slice(2);
const rows = [];
let failed = 0;
for (const name of BENCHES) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  if (!existsSync(script)) continue;
  process.stderr.write(`${name} …\n`);
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const result = spawnSync(process.execPath, ["--expose-gc", script], {
    env: { ...env, FOREMERGE_BENCH_JSON: "1" },
    encoding: "utf8",
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (result.status !== 0) {
    failed += 1;
    console.error(`${name} failed (${result.status ?? result.signal})`);
    continue;
  }
  rows.push(...JSON.parse(result.stdout));
}
if (rows.length > 0) printTable(rows);
process.exitCode = failed === 0 ? 0 : 1;
