// Writes the code caches beside dist/main.cjs and dist/rest.cjs: plays in a throw-away folder what hooks and scripts ask on
// every edit, then keeps what V8 has compiled by then. Nothing else is played before the hot part is kept, since a larger
// cache takes longer to read.
"use strict";
const { spawnSync } = require("node:child_process");
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const loader = require("../dist/load.cjs");

const BINARY = join(__dirname, "..", "bin", "foremerge.js");
const WORK = ["--scope", "symbol:PaymentService=replace", "--agent", "ada"];
const PREPARED = [["init"], ["intent", "publish", "Consolidate billing", ...WORK]];
const HOT = [
  ["conflicts", "check", "Offer wallets", "--scope", "symbol:PaymentService=modify", "--uses", "api:GET /x", "--json"],
  ["hook", "pre-tool", "--path", "src/label.ts"],
];
const OTHERS = [["intent", "list", "--json"], ["conflicts", "list"], ["status"]];

async function warmUp() {
  const folder = mkdtempSync(join(tmpdir(), "foremerge-build-"));
  try {
    for (const words of PREPARED) spawnSync(process.execPath, [BINARY, ...words], { cwd: folder });
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
