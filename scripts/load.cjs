// Loads dist/main.cjs, and dist/rest.cjs when something asks for it. With a code cache that this Node accepts nothing has to
// be parsed; without one it is only slower.
"use strict";
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");

/** One part as a script; V8 itself refuses a cache of another version, other flags or another source. */
function compile(name) {
  const file = `${__dirname}/${name}`;
  let cachedData;
  try {
    cachedData = readFileSync(`${file}.cache`);
  } catch {
    // Not built with one.
  }
  return { file, script: new Script(readFileSync(file, "utf8"), { filename: file, cachedData }) };
}

/** Runs a compiled part, which lies beside this file and shares its `require`, and returns what it exports. */
function run({ file, script }) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, __dirname);
  return module.exports;
}

/** Parts that were loaded, by name: scripts/warm-up.cjs keeps what V8 made of them. */
const parts = new Map();
function part(name) {
  let loaded = parts.get(name);
  if (!loaded) {
    const compiled = compile(name);
    loaded = { ...compiled, exports: run(compiled) };
    parts.set(name, loaded);
  }
  return loaded.exports;
}

globalThis[Symbol.for("foremerge.rest")] = () => part("rest.cjs").module;
exports.parts = parts;
exports.load = () => part("main.cjs");
