// Writes the code cache beside one part of dist/ (`warm-up.cjs main.cjs`): plays in a throw-away repository what hooks and
// scripts ask on every edit, then keeps what V8 has compiled by then. The ledger there is long enough for a snapshot and
// has a tail, as where it matters. Nothing else is played for the hot part, since a larger cache takes longer to read.
"use strict";
const { spawnSync } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const loader = require("../dist/load.cjs");

const QUIET = { PATH: process.env.PATH };
const BINARY = join(__dirname, "..", "bin", "foremerge.js");
const WORK = ["--scope", "symbol:PaymentService=replace", "--agent", "ada"];
/** So many publications that the next reader keeps a snapshot. */
const MANY = Array.from({ length: 300 }, (_, i) => {
  // Words of its own, so that no two have a finding.
  const word = Array.from(String(i), (digit) => "bdfghklmnp"[Number(digit)]).join("");
  return JSON.stringify({
    summary: `Print ${word}a ${word}e ${word}o`,
    scopes: [`symbol:Z${word}=modify`],
    rationale: "The scale tells its weight. ".repeat(40),
    agent: `agent-${i % 5}`,
  });
}).join("\n");
const PREPARED = [
  { words: ["init"] },
  { words: ["intent", "publish", "--stdin"], input: MANY },
  { words: ["intent", "publish", "Consolidate billing", ...WORK] },
];
const HOT = [
  ["conflicts", "check", "Offer wallets", "--scope", "symbol:PaymentService=modify", "--uses", "api:GET /x", "--json"],
  ["hook", "pre-tool", "--path", "src/label.ts"],
  ["intent", "publish", "Weigh parcels twice", "--scope", "symbol:Scale=extend", "--json"],
  ["completion", "suggest", "--", "foremerge", "conflicts", "check", "x", "--scope", "sym"],
];
const OTHERS = [["intent", "list", "--json"], ["conflicts", "list"], ["status"]];

/** The streams of a call that says nothing. */
const silent = (home) => ({
  out() {},
  err() {},
  progress() {},
  stdin: () => Buffer.alloc(0),
  stdinIsTerminal: false,
  stdoutIsTerminal: false,
  stderrIsTerminal: false,
  columns: 80,
  rows: 24,
  env: { HOME: home, FOREMERGE_AGENT: "ben" },
});

/** A repository as it is where the time matters: settings, a snapshot, lines since. */
function prepare(folder) {
  spawnSync("git", ["init", "-q"], { cwd: folder });
  writeFileSync(join(folder, ".foremerge.yaml"), "fail_on: high\n");
  for (const { words, input } of PREPARED) {
    const { status, stderr } = spawnSync(process.execPath, [BINARY, ...words], { cwd: folder, input, env: QUIET });
    if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  }
}

/** Plays these calls, then the first one as a real process begins and ends; keeps what was compiled of a part. */
async function warmUp(name, calls) {
  const folder = mkdtempSync(join(tmpdir(), "foremerge-build-"));
  process.on("exit", () => {
    rmSync(folder, { recursive: true, force: true });
    const part = loader.parts.get(name);
    if (!part) return; // it came to nothing, and the status says so
    writeFileSync(`${part.file}.cache`, part.script.createCachedData());
    process.exitCode = 0; // what the call found is no failure of the build
  });
  prepare(folder);
  process.chdir(folder);
  const { main, start } = loader.load();
  for (const words of calls) await main(words, silent(folder));
  process.argv = [process.execPath, BINARY, ...calls[0]];
  await start();
}

const [part] = process.argv.slice(2);
warmUp(part, part === "main.cjs" ? HOT : OTHERS);
