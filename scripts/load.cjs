// Loads dist/main.cjs. With a code cache that this Node accepts, nothing has to be parsed; without one it is only slower.
"use strict";
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const file = join(__dirname, "main.cjs");

/** The bundle as a script; V8 itself refuses a cache of another version, other flags or another source. */
function compile() {
  const wrapped = `(function(exports,require,module,__filename,__dirname){${readFileSync(file, "latin1")}\n})`;
  let cachedData;
  try {
    cachedData = readFileSync(`${file}.cache`);
  } catch {
    // Not built with one.
  }
  return new Script(wrapped, { filename: file, cachedData });
}

/** Runs the compiled bundle and returns what it exports. */
function run(script) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

exports.compile = compile;
exports.run = run;
exports.load = () => run(compile());
