// What changed between two states of a tree: files with renames, modes, binaries and submodules, and the lines of
// each. Knows git's output forms; what a change means for scopes is decided elsewhere.
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { git, gitList, gitText, splitNul } from "./run.ts";

export type ChangeStatus = "added" | "deleted" | "modified" | "renamed" | "type-changed" | "unmerged";

export interface FileChange {
  /** Path in the new state, or in the old one when deleted. Relative to the root, `/` between parts. */
  readonly path: string;
  /** Path in the old state when it is another one. */
  readonly oldPath?: string;
  readonly status: ChangeStatus;
  /** `100644`, `100755`, `120000`, `160000` (submodule); undefined where the file does not exist. */
  readonly oldMode: string | undefined;
  readonly newMode: string | undefined;
  /** Object ids; undefined where the file does not exist, and for content of the working tree. */
  readonly oldBlob: string | undefined;
  readonly newBlob: string | undefined;
  readonly binary: boolean;
  /** Lines added and deleted; 0 for binaries. */
  readonly added: number;
  readonly deleted: number;
  readonly untracked?: true;
}

/** A run of changed lines; starts count from 1, a length of 0 lies behind the line named. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/** The two states that are compared. Everything is an object id or a safe name (see refs.ts). */
export type DiffOf =
  | { readonly kind: "range"; readonly from: string; readonly to: string }
  /** The index against a commit (default HEAD; before the first commit: against nothing). */
  | { readonly kind: "staged"; readonly against?: string }
  /** Working tree, index and untracked files against a commit (default HEAD). */
  | { readonly kind: "worktree"; readonly against?: string };

/** The tree without files. */
const EMPTY_TREE = {
  40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};
const FORM = ["--no-ext-diff", "--no-textconv", "--no-color", "--find-renames", "--ignore-submodules=none"];
/** Untracked files over this size count as binary: their lines are not counted. */
const MOST_UNTRACKED = 5 * 1024 * 1024;

/** Changed files, in git's order; untracked ones last. `env` may name other object folders. */
export function changedFiles(cwd: string, what: DiffOf, env?: Readonly<Record<string, string>>): FileChange[] {
  const options = env === undefined ? { cwd } : { cwd, env };
  const answer = git([...command(cwd, what), ...FORM, "--raw", "--no-abbrev", "--numstat", "-z"], options);
  const changes = parseRawAndNumstat(splitNul(answer.stdout));
  if (what.kind !== "worktree") return changes;
  return [...changes.filter((change) => !onlyTouched(cwd, change)), ...untrackedFiles(cwd)];
}

/** Changed line ranges per new path (old path for deleted files); files without changed lines are left out. */
export function changedLines(cwd: string, what: DiffOf, paths: readonly string[] = []): Map<string, Hunk[]> {
  const prefixes = ["--src-prefix=a/", "--dst-prefix=b/"];
  const only = paths.length === 0 ? [] : ["--", ...paths];
  const answer = git([...command(cwd, what), ...FORM, ...prefixes, "--patch", "--unified=0", ...only], { cwd });
  const lines = parseHunks(answer.stdout.toString("utf8"));
  if (what.kind !== "worktree") return lines;
  for (const { path, added } of untrackedFiles(cwd)) {
    const asked = paths.length === 0 || paths.some((p) => path === p || path.startsWith(`${p}/`));
    if (added > 0 && asked) lines.set(path, [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: added }]);
  }
  return lines;
}

/** Numbers of the changed lines that hold more than blanks, in the old and in the new text. */
export interface SolidLines {
  readonly old: readonly number[];
  readonly new: readonly number[];
}

/** Changed lines that are not blank, per new path; untracked files are left out: everything in them is new. */
export function solidLines(cwd: string, what: DiffOf): Map<string, SolidLines> {
  const prefixes = ["--src-prefix=a/", "--dst-prefix=b/"];
  const answer = git([...command(cwd, what), ...FORM, ...prefixes, "--patch", "--unified=0"], { cwd });
  const found = new Map<string, { old: number[]; new: number[] }>();
  eachHunk(answer.stdout.toString("utf8"), (path, hunk, body) => {
    const lines = found.get(path) ?? { old: [], new: [] };
    found.set(path, lines);
    let [old, now] = [hunk.oldStart, hunk.newStart];
    for (const line of body) {
      const solid = line.slice(1).trim() !== "";
      if (line.startsWith("-")) {
        if (solid) lines.old.push(old);
        old++;
      } else if (line.startsWith("+")) {
        if (solid) lines.new.push(now);
        now++;
      }
    }
  });
  return found;
}

/** The difference as text for people, cut at a line end when it is over `mostBytes`. */
export function diffText(
  cwd: string,
  what: DiffOf,
  options: { readonly paths?: readonly string[]; readonly mostBytes: number },
): { readonly text: string; readonly cut: boolean } {
  const only = options.paths && options.paths.length > 0 ? ["--", ...options.paths] : [];
  const answer = git([...command(cwd, what), ...FORM, "--patch", "--stat", ...only], { cwd });
  if (answer.stdout.length <= options.mostBytes) return { text: answer.stdout.toString("utf8"), cut: false };
  const end = answer.stdout.lastIndexOf(10, options.mostBytes);
  return { text: answer.stdout.subarray(0, end + 1).toString("utf8"), cut: true };
}

/**
 * Paths changed by the commits of `from..to` themselves. A merge counts only for what it changed against every
 * parent: what it merely carries from the other side is not this side's work.
 */
export function ownPaths(cwd: string, from: string, to: string): string[] {
  const args = ["log", "--format=", "--name-only", "-z", "--no-renames", "--diff-merges=combined", `${from}..${to}`];
  return [...new Set(gitList([...args, "--"], { cwd }).map((entry) => entry.replace(/^\n+/, "")))].filter(Boolean);
}

/** Tracked files, as `git ls-files` lists them. */
export function trackedFiles(cwd: string, paths: readonly string[] = []): string[] {
  return gitList(["ls-files", "-z", ...(paths.length === 0 ? [] : ["--", ...paths])], { cwd });
}

/** Files that git does not know and does not ignore, as added files. */
export function untrackedFiles(cwd: string): FileChange[] {
  return gitList(["ls-files", "-z", "--others", "--exclude-standard"], { cwd }).map((entry) => {
    const path = entry.replace(/\/$/, ""); // a repository inside this one is listed as a folder
    const { mode, lines } = describeUntracked(join(cwd, path));
    return {
      path,
      status: "added" as const,
      oldMode: undefined,
      newMode: entry === path ? mode : "160000",
      oldBlob: undefined,
      newBlob: undefined,
      binary: entry === path && lines === undefined,
      added: lines ?? 0,
      deleted: 0,
      untracked: true as const,
    };
  });
}

function command(cwd: string, what: DiffOf): string[] {
  if (what.kind === "range") return ["diff-tree", "-r", what.from, what.to];
  const against = what.against ?? (hasHead(cwd) ? "HEAD" : emptyTree(cwd));
  return what.kind === "staged" ? ["diff-index", "--cached", against] : ["diff-index", against];
}

const hasHead = (cwd: string): boolean =>
  git(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], { cwd, accept: [0, 1, 128] }).status === 0;

function emptyTree(cwd: string): string {
  const format = git(["rev-parse", "--show-object-format"], { cwd, accept: [0, 128, 129] })
    .stdout.toString()
    .trim();
  return format === "sha256" ? EMPTY_TREE[64] : EMPTY_TREE[40];
}

const STATUS_OF: Readonly<Record<string, ChangeStatus>> = {
  A: "added",
  C: "added",
  D: "deleted",
  M: "modified",
  R: "renamed",
  T: "type-changed",
  U: "unmerged",
};

/** Reads `--raw --numstat -z`: all raw entries, then all counts, both with the same paths. */
export function parseRawAndNumstat(fields: readonly string[]): FileChange[] {
  const changes: FileChange[] = [];
  const counts = new Map<string, { added: number; deleted: number; binary: boolean }>();
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as string;
    const raw = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(field);
    if (raw) {
      const [, oldMode = "", newMode = "", oldBlob = "", newBlob = "", letter = ""] = raw;
      const first = fields[++at] ?? "";
      const two = letter === "R" || letter === "C";
      const path = two ? (fields[++at] ?? "") : first;
      changes.push({
        path,
        ...(letter === "R" ? { oldPath: first } : {}),
        status: STATUS_OF[letter] ?? "modified",
        oldMode: letter === "C" ? undefined : present(oldMode),
        newMode: present(newMode),
        oldBlob: letter === "C" ? undefined : present(oldBlob),
        newBlob: present(newBlob),
        binary: false,
        added: 0,
        deleted: 0,
      });
      continue;
    }
    const count = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(field);
    if (!count) continue;
    const [, added = "0", deleted = "0", name = ""] = count;
    const renamed = name === ""; // then the old and the new path follow
    const path = renamed ? (fields[at + 2] ?? "") : name;
    if (renamed) at += 2;
    counts.set(path, { added: Number(added) || 0, deleted: Number(deleted) || 0, binary: added === "-" });
  }
  return changes.map((change) => ({ ...change, ...counts.get(change.path) }));
}

const present = (text: string): string | undefined => (/^0+$/.test(text) ? undefined : text);

/** True for a file whose time stamp changed and whose content did not: git's plumbing lists it until it is refreshed. */
function onlyTouched(cwd: string, change: FileChange): boolean {
  const unsure = change.status === "modified" && change.newBlob === undefined && change.oldMode === change.newMode;
  if (!unsure || change.newMode === "160000" || change.added + change.deleted > 0) return false;
  if (!change.binary) return true;
  return gitText(["hash-object", "--", change.path], { cwd }) === change.oldBlob;
}

function describeUntracked(file: string): { mode: string; lines: number | undefined } {
  try {
    const stat = lstatSync(file);
    if (stat.isSymbolicLink()) return { mode: "120000", lines: readlinkSync(file).split("\n").length };
    const mode = stat.mode & 0o100 ? "100755" : "100644";
    if (!stat.isFile() || stat.size > MOST_UNTRACKED) return { mode, lines: undefined };
    const bytes = readFileSync(file);
    if (bytes.subarray(0, 8000).includes(0)) return { mode, lines: undefined };
    let lines = bytes.length > 0 && bytes[bytes.length - 1] !== 10 ? 1 : 0;
    for (const byte of bytes) if (byte === 10) lines++;
    return { mode, lines };
  } catch {
    return { mode: "100644", lines: undefined }; // gone or not readable: listed, its lines unknown
  }
}

/** Reads a patch made with `--unified=0`: hunks by path. */
export function parseHunks(patch: string): Map<string, Hunk[]> {
  const found = new Map<string, Hunk[]>();
  eachHunk(patch, (path, hunk) => {
    const list = found.get(path);
    if (list) list.push(hunk);
    else found.set(path, [hunk]);
  });
  return found;
}

/** Hunks of a patch made with `--unified=0`, in its order, with their lines. */
function eachHunk(patch: string, visit: (path: string, hunk: Hunk, body: readonly string[]) => void): void {
  const lines = patch.split("\n");
  let oldPath = "";
  let path = "";
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line.startsWith("diff --git ")) oldPath = path = "";
    else if (line.startsWith("--- ")) oldPath = headerPath(line.slice(4));
    else if (line.startsWith("+++ ")) path = headerPath(line.slice(4)) || oldPath;
    else {
      const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (!hunk) continue;
      const [, oldStart, oldLines = "1", newStart, newLines = "1"] = hunk;
      const one = {
        oldStart: Number(oldStart),
        oldLines: Number(oldLines),
        newStart: Number(newStart),
        newLines: Number(newLines),
      };
      // The lines themselves may look like headers; a line that says "no newline" may stand between the two sides.
      let end = at + one.oldLines + one.newLines;
      if (lines.slice(at + 1, end + 1).some((body) => body.startsWith("\\"))) end++;
      visit(path, one, lines.slice(at + 1, end + 1));
      at += one.oldLines + one.newLines;
    }
  }
}

/** Path of a `---` or `+++` line: without prefix, unquoted; empty for /dev/null. */
function headerPath(text: string): string {
  const plain = text.startsWith('"') ? unquote(text) : text.replace(/\t$/, "");
  return plain === "/dev/null" ? "" : plain.slice(2);
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** Undoes git's C-style quoting. */
function unquote(text: string): string {
  const bytes: Buffer[] = [];
  const body = text.slice(1, text.lastIndexOf('"'));
  for (const [, octal, letter, plain] of body.matchAll(/\\([0-7]{3})|\\([abtnvfr"\\])|([^\\]+)/g)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]));
    else if (letter !== undefined) bytes.push(Buffer.from([ESCAPES[letter] as number]));
    else bytes.push(Buffer.from(plain as string));
  }
  return Buffer.concat(bytes).toString("utf8");
}
