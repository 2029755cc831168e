// Writes the code caches beside dist/main.cjs and dist/rest.cjs: plays in a throw-away repository what hooks and scripts ask
// on every edit, then keeps what V8 has compiled by then. The ledger there is long enough for a snapshot and has a tail, as
// where it matters. Nothing else is played before the hot part is kept, since a larger cache takes longer to read.
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
];
const OTHERS = [["intent", "list", "--json"], ["conflicts", "list"], ["status"]];

async function warmUp() {
  const folder = mkdtempSync(join(tmpdir(), "foremerge-build-"));
  try {
    spawnSync("git", ["init", "-q"], { cwd: folder });
    writeFileSync(join(folder, ".foremerge.yaml"), "fail_on: high\n");
    for (const { words, input } of PREPARED) {
      const { status, stderr } = spawnSync(process.execPath, [BINARY, ...words], { cwd: folder, input, env: QUIET });
      if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
    }
    const { main } = loader.load();
    const io = {
      out() {},
      err() {},
      progress() {},
      stdin: () => Buffer.alloc(0),
      stdinIsTerminal: false,
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      columns: 80,
      rows: 24,
      env: { HOME: folder },
    };
    const keep = (name) => {
      const part = loader.parts.get(name);
      if (part) writeFileSync(`${part.file}.cache`, part.script.createCachedData());
    };
    for (const words of HOT) await main([...words, "--cwd", folder], io);
    keep("main.cjs");
    for (const words of OTHERS) await main([...words, "--cwd", folder], io);
    keep("rest.cjs");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

warmUp();
