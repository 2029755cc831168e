// 105 branch pairs in one process: how long `foremerge merge preview --all` takes, and that the repository stays as it
// was.
//
//   node bench/merge-pairs.mjs [--branches 15] [--files 2000]
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const flag = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const BRANCHES = flag("branches", 15);
const FILES = flag("files", 2000);

const folder = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-pairs-")));
const env = { PATH: process.env.PATH, HOME: folder, LC_ALL: "C", GIT_CONFIG_NOSYSTEM: "1", NO_COLOR: "1" };
const git = (...args) => execFileSync("git", args, { cwd: folder, env, encoding: "utf8" });

git("init", "-q", "-b", "main");
git("config", "user.name", "Robin Vale");
git("config", "user.email", "robin@example.org");
git("config", "gc.auto", "0");
for (let i = 0; i < FILES; i++) {
  mkdirSync(join(folder, `src/m${i % 40}`), { recursive: true });
  writeFileSync(join(folder, `src/m${i % 40}/f${i}.ts`), `export const value${i} = ${i};\n`.repeat(20));
}
const lines = Array.from({ length: 400 }, (_, i) => `line ${i}\n`);
writeFileSync(join(folder, "shared.txt"), lines.join(""));
git("add", "-A");
git("commit", "-q", "-m", "start");
for (let b = 0; b < BRANCHES; b++) {
  git("checkout", "-q", "-b", `branch-${b}`, "main");
  const mine = [...lines];
  mine[b * 2] = `changed by ${b}\n`; // neighbours two lines apart merge
  if (b % 5 === 0) mine[300] = `also by ${b}\n`; // every fifth meets the others of its kind
  writeFileSync(join(folder, "shared.txt"), mine.join(""));
  writeFileSync(join(folder, `src/m${b % 40}/f${b}.ts`), `export const mine = ${b};\n`);
  git("commit", "-q", "-a", "-m", `work of ${b}`);
}
git("checkout", "-q", "main");
git("repack", "-q", "-a", "-d");

const state = () => [git("count-objects", "-v"), git("for-each-ref"), git("status", "--porcelain")].join("\n");
const before = state();
const binary = fileURLToPath(new URL("../bin/foremerge.js", import.meta.url));
const times = [];
let document;
for (let run = 0; run < 7; run++) {
  const began = performance.now();
  const done = spawnSync(process.execPath, [binary, "merge", "preview", "--all", "--json"], {
    cwd: folder,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  times.push(performance.now() - began);
  document = JSON.parse(done.stdout);
}
times.sort((a, b) => a - b);
const conflicting = document.pairs.filter((pair) => pair.clean === false).length;
const result = {
  branches: document.branches.length,
  pairs: document.pairs.length,
  conflicting,
  median_ms: Math.round(times[3]),
  ms_per_pair: Math.round((times[3] / document.pairs.length) * 100) / 100,
  repository_untouched: before === state(),
};
console.log(JSON.stringify(result, null, 2));
rmSync(folder, { recursive: true, force: true });
