// Trial merges by git itself (`git merge-tree`), many pairs in one process, objects in a scratch folder. Moves no
// branch, keeps no object. What an outcome means for a conflict is decided in src/core.
import { type ConflictHunk, splitMarked } from "./marked-text.ts";
import { readBlobs } from "./objects.ts";
import { type GitAnswer, git, gitText, splitNul } from "./run.ts";
import { type ScratchObjects, withScratchObjects } from "./scratch-objects.ts";
import { gitVersion, requireGit } from "./version.ts";

export type { ConflictHunk } from "./marked-text.ts";

/** One version of a conflicting file. */
export interface Stage {
  readonly mode: string;
  readonly blob: string;
}

export interface MergeConflict {
  readonly path: string;
  /** git's word: `content`, `add/add`, `modify/delete`, `rename/rename`, `distinct types`, `binary` … */
  readonly kind: string;
  /** git's sentence. */
  readonly message: string;
  readonly base: Stage | undefined;
  readonly a: Stage | undefined;
  readonly b: Stage | undefined;
  /** Text with conflict markers, where git could write one and it was asked for. */
  readonly marked: string | undefined;
  readonly hunks: readonly ConflictHunk[];
}

export type MergeOutcome =
  | { readonly a: string; readonly b: string; readonly clean: true; readonly tree: string }
  | {
      readonly a: string;
      readonly b: string;
      readonly clean: false;
      readonly tree: string;
      readonly conflicts: readonly MergeConflict[];
    }
  /** git could not say: unrelated histories, objects that are missing. */
  | { readonly a: string; readonly b: string; readonly clean: undefined; readonly reason: string };

export type Pair = readonly [a: string, b: string];

/** Settings that decide what a merge gives are ours, whatever the user has set. */
const PINNED = [
  ...["-c", "merge.conflictStyle=diff3"],
  ...["-c", "merge.renames=true"],
  ...["-c", "merge.directoryRenames=conflict"],
  ...["-c", "merge.renameLimit=7000"],
  ...["-c", "merge.renormalize=false"],
  ...["-c", "merge.verbosity=2"],
] as const;

/** Larger texts are conflicts without hunks. */
const MOST_TEXT = 4 * 1024 * 1024;

/** Refuses a git that cannot merge without a working tree. */
export function requireMergeTree(cwd: string, what: string): void {
  requireGit(gitVersion(cwd), 2, 38, what);
}

/** Merges pairs of commits (object ids) for trial; outcomes in the order of the pairs. */
export function trialMerges(cwd: string, pairs: readonly Pair[]): MergeOutcome[] {
  return withScratchObjects(cwd, (scratch) => mergeInScratch(scratch, pairs));
}

/** The same with a scratch folder that lives on, for questions about the trees that come of it. */
export function mergeInScratch(scratch: ScratchObjects, pairs: readonly Pair[]): MergeOutcome[] {
  requireMergeTree(scratch.cwd, "a trial merge");
  const version = gitVersion(scratch.cwd);
  const batched = version.major > 2 || version.minor >= 39;
  const raw = batched ? runBatched(scratch, pairs) : pairs.map((pair) => runOne(scratch, pair));
  return withTexts(scratch, raw);
}

type RawOutcome = Exclude<MergeOutcome, { clean: false }> | RawConflict;
type RawConflict = Extract<MergeOutcome, { clean: false }>;

/** All pairs through `--stdin` (git 2.39). A pair that git dies of is noted, and the rest is asked again. */
function runBatched(scratch: ScratchObjects, pairs: readonly Pair[]): RawOutcome[] {
  const found: RawOutcome[] = [];
  while (found.length < pairs.length) {
    const rest = pairs.slice(found.length);
    const answer = git([...PINNED, "merge-tree", "--write-tree", "--stdin"], {
      cwd: scratch.cwd,
      env: scratch.env,
      input: rest.map(([a, b]) => `${a} ${b}\n`).join(""),
      timeoutMs: 120_000,
      accept: [0, 1, 128],
    });
    const fields = splitNul(answer.stdout);
    let at = 0;
    for (let done = 0; done < rest.length && at < fields.length; done++) {
      const clean = fields[at++] === "1";
      const read = readRecord(fields, at, rest[done] as Pair, clean);
      if (read === undefined) break;
      found.push(read.outcome);
      at = read.next;
    }
    const died = pairs[found.length];
    if (died !== undefined) found.push({ a: died[0], b: died[1], clean: undefined, reason: reasonOf(answer) });
  }
  return found;
}

/** One pair in a process of its own (git 2.38). */
export function runOne(scratch: ScratchObjects, pair: Pair): RawOutcome {
  const answer = git([...PINNED, "merge-tree", "--write-tree", "-z", "--messages", pair[0], pair[1]], {
    cwd: scratch.cwd,
    env: scratch.env,
    accept: [0, 1, 128],
  });
  const clean = answer.status === 0;
  const read = answer.status === 128 ? undefined : readRecord(splitNul(answer.stdout), 0, pair, clean);
  return read?.outcome ?? { a: pair[0], b: pair[1], clean: undefined, reason: reasonOf(answer) };
}

function reasonOf(answer: GitAnswer): string {
  const words = answer.stderr.trim().replace(/^fatal: /, "");
  return /unrelated histories/.test(words)
    ? "unrelated histories"
    : words.replace(/\n+/g, " / ") || "git gave no answer";
}

/** Reads `TREE (STAGE)* "" (COUNT PATH* TYPE MESSAGE)* ""`. Undefined when it breaks off. */
function readRecord(
  fields: readonly string[],
  start: number,
  [a, b]: Pair,
  clean: boolean,
): { readonly outcome: RawOutcome; readonly next: number } | undefined {
  let at = start;
  const tree = fields[at++];
  if (tree === undefined || !/^[0-9a-f]{40,64}$/.test(tree)) return undefined;
  const conflicts = new Map<string, { -readonly [K in keyof MergeConflict]: MergeConflict[K] }>();
  const entry = (path: string) => {
    const known = conflicts.get(path);
    if (known) return known;
    const fresh = {
      ...{ path, kind: "", message: "", base: undefined, a: undefined, b: undefined, marked: undefined },
      hunks: [],
    };
    conflicts.set(path, fresh);
    return fresh;
  };
  for (; fields[at] !== undefined && fields[at] !== ""; at++) {
    const stage = /^(\d+) ([0-9a-f]+) ([123])\t([\s\S]+)$/.exec(fields[at] as string);
    if (!stage) return undefined;
    const [, mode = "", blob = "", number, path = ""] = stage;
    entry(path)[number === "1" ? "base" : number === "2" ? "a" : "b"] = { mode, blob };
  }
  at++;
  // A clean record of --stdin has one empty field only; with --messages it goes on like a conflict's.
  while (!clean && fields[at] !== undefined && fields[at] !== "") {
    const count = Number(fields[at]);
    const paths = fields.slice(at + 1, at + 1 + count);
    const [type = "", message = ""] = fields.slice(at + 1 + count, at + 3 + count);
    at += 3 + count;
    const kind = /^CONFLICT \(([^)]*)\)/.exec(message)?.[1] ?? /^CONFLICT \(([^)]*)\)/.exec(type)?.[1];
    if (kind === undefined) continue;
    for (const path of paths) {
      const one = entry(path);
      if (one.kind !== "" && one.kind !== "binary") continue; // git's first word on a path stands
      one.kind = kind;
      one.message = message.trim();
    }
  }
  if (!clean) at++;
  if (clean) return { outcome: { a, b, clean: true, tree }, next: at };
  for (const one of conflicts.values()) if (one.kind === "") one.kind = "content";
  return { outcome: { a, b, clean: false, tree, conflicts: [...conflicts.values()] }, next: at };
}

/** Adds the marked text and its hunks to conflicts of text files: one look-up and one read for all pairs. */
function withTexts(scratch: ScratchObjects, outcomes: readonly RawOutcome[]): MergeOutcome[] {
  const wanted: { readonly tree: string; readonly path: string }[] = [];
  const hasText = (one: MergeConflict): boolean =>
    one.a?.mode.startsWith("100") === true && one.b?.mode.startsWith("100") === true;
  for (const outcome of outcomes) {
    if (outcome.clean !== false) continue;
    for (const one of outcome.conflicts) if (hasText(one)) wanted.push({ tree: outcome.tree, path: one.path });
  }
  const ids = blobsInTrees(scratch, wanted);
  const blobs = readBlobs(scratch.cwd, ids.values(), scratch.env);
  return outcomes.map((outcome) => {
    if (outcome.clean !== false) return outcome;
    const conflicts = outcome.conflicts.map((one) => {
      const bytes = hasText(one) ? blobs.get(ids.get(`${outcome.tree}\0${one.path}`) ?? "") : undefined;
      if (bytes === undefined || bytes.length > MOST_TEXT || bytes.includes(0)) return one;
      const marked = bytes.toString("utf8");
      const pieces = splitMarked(marked, outcome.a, outcome.b);
      return { ...one, marked, hunks: pieces?.flatMap((piece) => ("a" in piece ? [piece] : [])) ?? [] };
    });
    return { ...outcome, conflicts };
  });
}

/** Blob ids by `tree NUL path`. */
function blobsInTrees(
  scratch: ScratchObjects,
  wanted: readonly { readonly tree: string; readonly path: string }[],
): Map<string, string> {
  const ids = new Map<string, string>();
  const plain = wanted.filter(({ path }) => !path.includes("\n"));
  if (plain.length > 0) {
    const input = plain.map(({ tree, path }) => `${tree}:${path}\n`).join("");
    const options = { cwd: scratch.cwd, env: scratch.env, input };
    const lines = gitText(["cat-file", "--batch-check=%(objecttype) %(objectname)"], options).split("\n");
    for (const [at, { tree, path }] of plain.entries()) {
      const id = /^blob ([0-9a-f]+)$/.exec(lines[at] ?? "")?.[1];
      if (id !== undefined) ids.set(`${tree}\0${path}`, id);
    }
  }
  for (const { tree, path } of wanted) {
    if (!path.includes("\n")) continue; // one process each: names with a line end are rare
    const line = git(["ls-tree", "-z", "--full-tree", tree, "--", path], { cwd: scratch.cwd, env: scratch.env });
    const id = /^\d+ blob ([0-9a-f]+)\t/.exec(line.stdout.toString("utf8"))?.[1];
    if (id !== undefined) ids.set(`${tree}\0${path}`, id);
  }
  return ids;
}

/** The tree with some files replaced, in scratch: the check value of a merge whose texts were united here. */
export function treeWithTexts(scratch: ScratchObjects, tree: string, texts: ReadonlyMap<string, string>): string {
  const env = { ...scratch.env, GIT_INDEX_FILE: `${scratch.folder}/index` };
  const options = { cwd: scratch.cwd, env };
  git(["read-tree", tree], options);
  const modes = new Map<string, string>();
  for (const entry of splitNul(git(["ls-files", "-s", "-z", "--", ...texts.keys()], options).stdout)) {
    modes.set(entry.slice(entry.indexOf("\t") + 1), entry.slice(0, 6));
  }
  let lines = "";
  for (const [path, text] of texts) {
    const id = gitText(["hash-object", "-w", "--stdin"], { ...options, input: text });
    lines += `${modes.get(path) ?? "100644"} ${id} 0\t${path}\0`;
  }
  git(["update-index", "-z", "--index-info"], { ...options, input: lines });
  return gitText(["write-tree"], options);
}
