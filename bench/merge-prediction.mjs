// "These two will conflict": what the scopes of two works say, against what git says to merging them.
//
// Histories are made from published packages: from one release two lines of development start, one to the next release
// and one to the release after that (without what both change alike). Each is cut into works as they would be done side
// by side (one to eight neighbouring hunks, seeded). Every pair of works of the two lines is predicted from the scopes that
// are derived from their changes, and merged by git; precision and recall follow from that.
//
//   node bench/merge-prediction.mjs [--seed 1] [--works 16] [--cache DIR]
//
// Needs the npm registry, or a cache folder that was filled before.
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const flag = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
};
const SEED = Number(flag("seed", 1));
const WORKS = Number(flag("works", 16));
const CACHE = flag("cache", join(tmpdir(), "foremerge-bench-packages"));

/** Packages whose tarballs hold readable sources, in several languages. */
const PACKAGES = [
  {
    name: "commander",
    versions: ["9.5.0", "10.0.1", "11.1.0", "12.1.0", "13.1.0", "14.0.3"],
    files: /^lib\/.*\.js$|^typings\/.*\.ts$/,
  },
  { name: "express", versions: ["4.17.1", "4.18.2", "4.19.2", "4.21.2", "5.0.1", "5.1.0"], files: /^lib\/.*\.js$/ },
  { name: "rxjs", versions: ["7.0.1", "7.2.0", "7.4.0", "7.5.7", "7.8.1"], files: /^src\/.*\.ts$/ },
  { name: "node-gyp", versions: ["8.4.1", "9.4.1", "10.3.1", "11.5.0"], files: /\.(?:py|js)$/ },
  { name: "node-addon-api", versions: ["3.2.1", "4.3.0", "5.1.0", "6.1.0", "7.1.1", "8.5.0"], files: /\.h$/ },
];

const root = fileURLToPath(new URL("..", import.meta.url));
const bundle = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-bench-syntax-")));
const entry = join(bundle, "syntax.mjs");
await build({
  stdin: {
    contents: `export { compareInFile } from "./src/syntax/compare.ts"; export { diffOutlines } from "./src/syntax/diff.ts"; export { symbolsAtLines } from "./src/syntax/lines.ts"; export { cosmeticChanges } from "./src/syntax/touched.ts"; export { outlineOf } from "./src/syntax/outline-of.ts";`,
    resolveDir: root,
  },
  bundle: true,
  platform: "node",
  format: "esm",
  outfile: entry,
  logLevel: "error",
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
});
mkdirSync(join(bundle, "grammars"));
for (const file of Object.values(JSON.parse(readFileSync(join(root, "src/syntax/grammars.json"), "utf8")))) {
  copyFileSync(join(root, "node_modules", file), join(bundle, "grammars", basename(file)));
}
const { compareInFile, cosmeticChanges, diffOutlines, outlineOf, symbolsAtLines } = await import(entry);

/** Small seeded generator (mulberry32). */
let state = SEED >>> 0;
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

function unpacked(name, version) {
  const folder = join(CACHE, `${name}-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const { NODE_EXTRA_CA_CERTS: _dropped, ...env } = process.env;
  const packed = spawnSync("npm", ["pack", `${name}@${version}`, "--silent"], { cwd: CACHE, env, encoding: "utf8" });
  if (packed.status !== 0) throw new Error(`npm pack ${name}@${version}: ${packed.stderr.trim().split("\n")[0]}`);
  mkdirSync(folder);
  execFileSync("tar", [
    "xzf",
    join(CACHE, packed.stdout.trim().split("\n").at(-1)),
    "-C",
    folder,
    "--strip-components=1",
  ]);
  return folder;
}

function sources(folder, pattern) {
  const found = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1);
    if (!pattern.test(path) || /(?:^|\/)(?:node_modules|test|dist)\//.test(path)) continue;
    const bytes = readFileSync(join(folder, path));
    if (bytes.length < 400_000 && !bytes.subarray(0, 4000).includes(0)) found.set(path, bytes.toString("utf8"));
  }
  return found;
}

const repo = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-prediction-")));
const env = { PATH: process.env.PATH, HOME: repo, LC_ALL: "C", GIT_CONFIG_NOSYSTEM: "1" };
const git = (args, input) =>
  execFileSync("git", args, {
    cwd: repo,
    env,
    encoding: "utf8",
    input,
    maxBuffer: 1 << 28,
    stdio: ["pipe", "pipe", "ignore"],
  });
git(["init", "-q", "-b", "main"]);
git(["config", "user.name", "Robin Vale"]);
git(["config", "user.email", "robin@example.org"]);

/** A commit with these files and nothing else. */
function commitOf(files, parent) {
  const index = join(repo, ".git", "bench-index");
  rmSync(index, { force: true });
  const lines = [...files].map(([path, text]) => `100644 ${hash(text)}\t${path}`).join("\n");
  const with_ = { ...env, GIT_INDEX_FILE: index };
  execFileSync("git", ["update-index", "--index-info"], { cwd: repo, env: with_, input: `${lines}\n` });
  const tree = execFileSync("git", ["write-tree"], { cwd: repo, env: with_, encoding: "utf8" }).trim();
  return git(["commit-tree", tree, ...(parent ? ["-p", parent] : []), "-m", "work"]).trim();
}
const hashes = new Map();
function hash(text) {
  const known = hashes.get(text) ?? git(["hash-object", "-w", "--stdin"], text).trim();
  hashes.set(text, known);
  return known;
}

/** Hunks of one file: lines of the old text that are replaced by lines of the new one. */
function hunksOf(before, after) {
  const folder = mkdtempSync(join(tmpdir(), "foremerge-hunks-"));
  writeFileSync(join(folder, "a"), before);
  writeFileSync(join(folder, "b"), after);
  const patch = spawnSync("git", ["diff", "--no-index", "--no-color", "-U0", "a", "b"], {
    cwd: folder,
    env,
    encoding: "utf8",
  }).stdout;
  rmSync(folder, { recursive: true });
  const hunks = [];
  const lines = patch.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[i]);
    if (!head) continue;
    const [old, count] = [Number(head[1]), Number(head[2] ?? 1)];
    const added = [];
    for (i++; i < lines.length && /^[-+\\]/.test(lines[i]); i++)
      if (lines[i].startsWith("+")) added.push(lines[i].slice(1));
    i--;
    hunks.push({ at: count === 0 ? old : old - 1, count, added });
  }
  return hunks;
}

function applied(text, hunks) {
  const lines = text.split("\n");
  for (const { at, count, added } of [...hunks].sort((a, b) => b.at - a.at)) lines.splice(at, count, ...added);
  return lines.join("\n");
}

const key = ({ at, count, added }) => JSON.stringify([at, count, added]);

/**
 * The change between two trees as works of one to eight hunks, as many as are wanted: neighbouring hunks stay together.
 * `not`: a tree whose changes are left out.
 */
function worksOf(before, after, not) {
  const works = [];
  let current = new Map();
  let room = 0;
  const next = () => {
    if (current.size > 0) works.push(current);
    current = new Map();
    room = 1 + Math.floor(random() * 8);
  };
  next();
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(path), after.get(path)];
    if (old === now || (not && not.get(path) === now)) continue;
    if (old === undefined || now === undefined) {
      current.set(path, { whole: now });
      continue;
    }
    const alike = new Set(not?.has(path) ? hunksOf(old, not.get(path)).map(key) : []);
    for (const hunk of hunksOf(old, now)) {
      if (alike.has(key(hunk))) continue;
      if (room-- === 0) next();
      const known = current.get(path) ?? { hunks: [] };
      known.hunks.push(hunk);
      current.set(path, known);
    }
  }
  next();
  const chosen = [];
  while (works.length > 0 && chosen.length < WORKS)
    chosen.push(...works.splice(Math.floor(random() * works.length), 1));
  return chosen;
}

/** What a work declares of a file, as `scope suggest` derives it; lines that lie in no symbol as lines. */
async function touchesOf(path, before, after, hunks) {
  const old = before === undefined ? undefined : await outlineOf(path, before);
  const now = after === undefined ? undefined : await outlineOf(path, after);
  if (!old || !now || old.language === undefined) return { outline: old, touches: [{}] };
  const changes = diffOutlines(old, now);
  const lines = { old: [], new: [] };
  const oldText = before.split("\n");
  let shift = 0;
  for (const { at, count, added } of [...hunks].sort((a, b) => a.at - b.at)) {
    for (let i = 0; i < count; i++) if (oldText[at + i].trim() !== "") lines.old.push(at + i + 1);
    for (const [i, line] of added.entries()) if (line.trim() !== "") lines.new.push(at + shift + i + 1);
    shift += added.length - count;
  }
  const all = [...changes, ...cosmeticChanges(old, now, lines, changes)];
  const touches = all.map(({ name, operation }) => ({ symbols: [name], operation }));
  for (const { at, count } of hunks) {
    // A pure insertion touches the two lines that it comes between.
    const range = count === 0 ? [Math.max(1, at), at + 1] : [at + 1, at + count];
    if (symbolsAtLines(old, range).length === 0) touches.push({ lines: range });
  }
  return { outline: old, touches: touches.length > 0 ? touches : [{}] };
}

/** What git says of each pair, in one process: true where it cannot merge. */
function mergedBy(pairs) {
  const input = pairs.map(({ left, right }) => `${left.commit} ${right.commit}\n`).join("");
  if (input === "") return [];
  const { stdout } = spawnSync("git", ["merge-tree", "--write-tree", "--no-messages", "--name-only", "-z", "--stdin"], {
    cwd: repo,
    env,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const fields = stdout.split("\0");
  // Each answer begins with 1 (clean) or 0 and the id of a tree.
  const answers = fields.filter((field, at) => /^[01]$/.test(field) && /^[0-9a-f]{40}$/.test(fields[at + 1] ?? ""));
  if (answers.length !== pairs.length) throw new Error(`git answered ${answers.length} of ${pairs.length} merges`);
  return answers.map((answer) => answer === "0");
}

const total = { pairs: 0, conflicts: 0 };
const counts = { "files (L1)": { tp: 0, fp: 0, fn: 0 }, "symbols (L2)": { tp: 0, fp: 0, fn: 0 } };
const perPackage = {};
const missed = [];

for (const { name, versions, files } of PACKAGES) {
  const own = { pairs: 0, conflicts: 0, l1: { tp: 0, fp: 0, fn: 0 }, l2: { tp: 0, fp: 0, fn: 0 } };
  let trees;
  try {
    trees = versions.map((version) => sources(unpacked(name, version), files));
  } catch (error) {
    console.error(`${name} left out: ${error.message}`);
    continue;
  }
  for (let v = 0; v + 2 < trees.length; v++) {
    const [before, after, later] = [trees[v], trees[v + 1], trees[v + 2]];
    const base = commitOf(before);
    const sideOf = async (work) => {
      const result = new Map(before);
      const touches = new Map();
      for (const [path, { whole, hunks }] of work) {
        const text = hunks ? applied(before.get(path), hunks) : whole;
        if (text === undefined) result.delete(path);
        else result.set(path, text);
        touches.set(path, await touchesOf(path, before.get(path), text, hunks));
      }
      return { commit: commitOf(result, base), touches };
    };
    const lefts = [];
    for (const work of worksOf(before, after)) lefts.push(await sideOf(work));
    const rights = [];
    for (const work of worksOf(before, later, after)) rights.push(await sideOf(work));
    const pairs = lefts.flatMap((left) => rights.map((right) => ({ left, right })));
    const verdicts = mergedBy(pairs);
    for (const [at, { left, right }] of pairs.entries()) {
      const conflict = verdicts[at];
      const shared = [...left.touches.keys()].filter((path) => right.touches.has(path));
      const l1 = shared.length > 0;
      const l2 = shared.some((file) => {
        const [a, b] = [left.touches.get(file), right.touches.get(file)];
        return compareInFile({ file, left: a.touches, right: b.touches }, a.outline).verdict !== "clear";
      });
      own.pairs++;
      if (conflict) own.conflicts++;
      for (const [key, predicted] of [
        ["l1", l1],
        ["l2", l2],
      ]) {
        if (predicted && conflict) own[key].tp++;
        else if (predicted) own[key].fp++;
        else if (conflict) own[key].fn++;
      }
      if (conflict && !l2 && missed.length < 5) missed.push(`${name} from ${versions[v]}: ${shared.join(", ")}`);
    }
  }
  perPackage[name] = row(own);
  total.pairs += own.pairs;
  total.conflicts += own.conflicts;
  for (const part of ["tp", "fp", "fn"]) {
    counts["files (L1)"][part] += own.l1[part];
    counts["symbols (L2)"][part] += own.l2[part];
  }
}

function share(a, b) {
  return a + b === 0 ? "-" : (a / (a + b)).toFixed(3);
}
function row({ pairs, conflicts, l1, l2 }) {
  return {
    pairs,
    conflicts,
    "L1 precision": share(l1.tp, l1.fp),
    "L1 recall": share(l1.tp, l1.fn),
    "L2 precision": share(l2.tp, l2.fp),
    "L2 recall": share(l2.tp, l2.fn),
  };
}

console.log(
  `Seed ${SEED}, at most ${WORKS} works of a line of development. A conflict is what git merge-tree calls one.`,
);
console.table(perPackage);
console.log(`all: ${total.pairs} pairs, ${total.conflicts} conflicts`);
console.table(
  Object.fromEntries(
    Object.entries(counts).map(([what, { tp, fp, fn }]) => [
      what,
      { predicted: tp + fp, true: tp, "false alarms": fp, missed: fn, precision: share(tp, fp), recall: share(tp, fn) },
    ]),
  ),
);
if (missed.length > 0) console.log(`missed, for example:\n  ${missed.join("\n  ")}`);
rmSync(repo, { recursive: true, force: true });
rmSync(bundle, { recursive: true, force: true });
