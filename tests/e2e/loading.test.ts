// What each call loads, read from the running program: the parts of the build, packages, and those modules of Node that
// cost start-up time. What hooks and scripts call on every edit loads the hot part and nothing else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStage, type Stage } from "../stage.ts";

const COSTLY = ["child_process", "crypto", "http", "net", "os", "perf_hooks", "stream", "tls", "tty", "zlib"];
const RECORDER = `
const { writeFileSync } = require("node:fs");
process.on("exit", () => {
  const files = Object.entries(require.cache).filter(([file]) => /[\\\\/]dist[\\\\/]/.test(file));
  const parts = files.flatMap(([, { exports }]) => [...(exports.parts?.keys() ?? [])]);
  const packages = files.map(([file]) => file).filter((file) => /packages[\\\\/]/.test(file));
  const builtins = process.moduleLoadList.filter((name) => name.startsWith("NativeModule ")).map((name) => name.slice(13));
  writeFileSync(process.env.LOADED, JSON.stringify({ parts, packages: packages.map((p) => p.replace(/.*[\\\\/]/, "")), builtins }));
});`;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  stage.write("record.cjs", RECORDER);
  stage.write(".foremerge.yaml", "fail_on: high\n");
  stage.write("src/label.ts", "export class LabelPrinter {}\n");
  await stage.commit("Begin");
  await stage.json(["init"]);
  const work = ["--scope", "symbol:LabelPrinter=replace", "--scope", "file:src/label.ts=modify"];
  await stage.json(["intent", "publish", "Swap the engine", ...work, "--agent", "ada"]);
});
afterAll(() => stage.remove());

async function loadedBy(words: readonly string[]): Promise<{ parts: string[]; packages: string[]; costly: string[] }> {
  const loaded = join(stage.tmp, "loaded.json");
  const env = { FOREMERGE_AGENT: "ben", NODE_OPTIONS: `-r ${join(stage.repo, "record.cjs")}`, LOADED: loaded };
  const ran = await stage.run(words, { env });
  expect(ran.exit, ran.stderr).toBeLessThan(2);
  const { parts, packages, builtins } = JSON.parse(readFileSync(loaded, "utf8"));
  return { parts, packages, costly: COSTLY.filter((name) => builtins.includes(name)) };
}

const CHECK = ["conflicts", "check", "Show tare weight", "--scope", "symbol:LabelPrinter=extend"];

test.each([
  ["--version", ["--version"]],
  ["conflicts check --json", [...CHECK, "--json"]],
  ["hook pre-tool", ["hook", "pre-tool", "--path", "src/label.ts", "--agent", "ben"]],
  [
    "intent publish --json, where the code is not asked",
    ["intent", "publish", "Weigh", "--scope", "domain:Billing=modify", "--agent", "cleo", "--json"],
  ],
  ["completion of an intent", ["completion", "suggest", "--", "foremerge", "intent", "show", "int_"]],
])("%s loads the hot part and nothing else", async (_, words) => {
  expect(await loadedBy(words)).toEqual({ parts: ["main.cjs"], packages: [], costly: [] });
});

test("a publication that asks the code loads what starts git, and no more", async () => {
  const words = ["intent", "publish", "Weigh", "--scope", "symbol:Scale=extend", "--agent", "cleo", "--json"];
  const { parts, packages, costly } = await loadedBy(words);
  expect({ parts, packages }).toEqual({ parts: ["main.cjs"], packages: [] });
  expect(costly.filter((name) => !["child_process", "net", "stream"].includes(name))).toEqual([]);
});

test.each([
  ["conflicts check, as a table", CHECK],
  ["conflicts list", ["conflicts", "list"]],
  ["intent list --json", ["intent", "list", "--json"]],
])("%s loads nothing that parses", async (_, words) => {
  const { packages, costly } = await loadedBy(words);
  expect(packages).toEqual([]);
  expect(costly).toEqual([]);
});
