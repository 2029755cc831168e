#!/usr/bin/env node
// Starts foremerge: checks that Node is new enough, loads the bundle with its code cache, hands over. No logic in here.
"use strict";
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`foremerge: needs Node 20.19 or newer, this is ${process.versions.node}\n`);
  process.exitCode = 3;
} else {
  require("../dist/load.cjs").load().start();
}
