// Writes dist/main.cjs.cache: plays the calls that hooks and scripts make most in a throw-away folder, then keeps what V8
// has compiled by then.
"use strict";
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const loader = require("../dist/load.cjs");

const CALLS = [
  ["init"],
  ["intent", "publish", "Consolidate billing", "--scope", "symbol:PaymentService=replace", "--agent", "ada", "--json"],
  ["intent", "publish", "Offer wallets", "--scope", "symbol:PaymentService=extend", "--agent", "ben", "--json"],
  [
    "conflicts",
    "check",
    "Show tare weight",
    "--scope",
    "symbol:PaymentService=modify",
    "--uses",
    "api:GET /x",
    "--json",
  ],
  ["conflicts", "check", "Show tare weight", "--scope", "file:src/label.ts=modify"],
  ["hook", "pre-tool", "--path", "src/label.ts"],
];

async function warmUp() {
  const folder = mkdtempSync(join(tmpdir(), "foremerge-build-"));
  try {
    const script = loader.compile();
    const { main } = loader.run(script);
    const io = {
      out() {},
      err() {},
      stdin: () => Buffer.alloc(0),
      stdinIsTerminal: false,
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      columns: 80,
      rows: 24,
      env: { HOME: folder },
    };
    for (const call of CALLS) await main([...call, "--cwd", folder], io);
    writeFileSync(join(__dirname, "..", "dist", "main.cjs.cache"), script.createCachedData());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

warmUp();
