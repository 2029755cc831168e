// Has this work landed? A head is in the base branch when it lies in its history, or when the same changes do under
// other commits: rebased one by one, or squashed into one (spec 4.1, "Merged work").

import { findCommits, mergeBase } from "./refs.ts";
import { git, gitText, splitNul } from "./run.ts";

export type Landed = "ancestor" | "rebased" | "squashed";

export interface Work {
  /** Newest commit of the work. */
  readonly head: string;
  /** Commit the work started from. Work that added nothing to it has nothing that could have landed. */
  readonly start?: string | undefined;
}

/** Above so many paths the base's history is searched whole. */
const MOST_PATHS = 400;

/**
 * Which of these heads are contained in the base, and how. Heads that are not here (another machine's, not fetched)
 * are left out, like those that have not landed. A handful of processes for any number of heads.
 * @param bases commits of the base branch: the local one, the fetched one, or both
 */
export function landedWork(cwd: string, works: readonly Work[], bases: readonly string[]): Map<string, Landed> {
  const landed = new Map<string, Landed>();
  if (bases.length === 0 || works.length === 0) return landed;
  const here = existing(cwd, works);
  const own = ownCommits(cwd, [...new Set(here.map((work) => work.head))], bases);
  const open: string[] = [];
  for (const { head, start } of here) {
    if (own.has(head)) open.push(head);
    else if (start === undefined || (start !== head && !inHistory(cwd, head, start))) landed.set(head, "ancestor");
  }
  for (const [head, how] of samePatches(cwd, [...new Set(open)], bases, own)) landed.set(head, how);
  return landed;
}

function existing(cwd: string, works: readonly Work[]): Work[] {
  const heads = findCommits(
    cwd,
    works.map((work) => work.head),
  );
  const starts = findCommits(
    cwd,
    works.map((work) => work.start ?? work.head),
  );
  return works.flatMap((work, at) => {
    const head = heads[at];
    if (head === undefined) return [];
    return [{ head, ...(work.start === undefined ? {} : { start: starts[at] }) }];
  });
}

const inHistory = (cwd: string, ancestor: string, commit: string): boolean =>
  git(["merge-base", "--is-ancestor", ancestor, commit], { cwd, accept: [0, 1] }).status === 0;

/** Commits reachable from the heads and from no base, with their parents. */
function ownCommits(cwd: string, heads: readonly string[], bases: readonly string[]): Map<string, readonly string[]> {
  const input = `${[...heads, ...bases.map((base) => `^${base}`)].join("\n")}\n`;
  const found = new Map<string, readonly string[]>();
  for (const line of gitText(["rev-list", "--parents", "--stdin"], { cwd, input }).split("\n")) {
    const [commit, ...parents] = line.split(" ");
    if (commit) found.set(commit, parents);
  }
  return found;
}

function samePatches(
  cwd: string,
  heads: readonly string[],
  bases: readonly string[],
  own: ReadonlyMap<string, readonly string[]>,
): Map<string, Landed> {
  const found = new Map<string, Landed>();
  if (heads.length === 0) return found;
  const forks = new Map<string, string>();
  for (const head of heads) {
    const fork = mergeBase(cwd, head, bases[0] as string);
    if (fork !== undefined) forks.set(head, fork);
  }
  const paths = ownPathsOf(cwd, heads, bases);
  if (forks.size === 0 || paths.length === 0) return found;
  const inBase = new Set(
    patchIds(cwd, [
      ...["log", "--no-merges", "--format=commit %H", ...PATCH, "--full-diff"],
      ...bases,
      ...[...new Set(forks.values())].map((fork) => `^${fork}`),
      "--",
      ...(paths.length > MOST_PATHS ? [] : paths),
    ]).values(),
  );
  if (inBase.size === 0) return found;
  const ofCommit = patchIds(cwd, [
    ...["log", "--no-merges", "--format=commit %H", ...PATCH, ...heads],
    ...bases.map((base) => `^${base}`),
    "--",
  ]);
  for (const [head, fork] of forks) {
    const commits = historyOf(head, own).filter((commit) => (own.get(commit)?.length ?? 0) < 2);
    const patches = commits.flatMap((commit) => ofCommit.get(commit) ?? []);
    if (patches.length > 0 && patches.every((id) => inBase.has(id))) found.set(head, "rebased");
    else {
      const [whole] = patchIds(cwd, ["diff-tree", "-r", ...PATCH, fork, head]).values();
      if (whole !== undefined && inBase.has(whole)) found.set(head, "squashed");
    }
  }
  return found;
}

const PATCH = ["--patch", "--full-index", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames"] as const;

/** Paths of the commits of the heads: a commit of the base with the same patch touches it too. */
function ownPathsOf(cwd: string, heads: readonly string[], bases: readonly string[]): string[] {
  const not = bases.map((base) => `^${base}`);
  const args = ["log", "--no-merges", "--format=", "--name-only", "-z", "--no-renames", ...heads, ...not, "--"];
  return [...new Set(splitNul(git(args, { cwd }).stdout).map((path) => path.replace(/^\n+/, "")))].filter(Boolean);
}

/** Patch ids by commit of what a log or diff command prints; empty patches have none. */
function patchIds(cwd: string, args: readonly string[]): Map<string, string> {
  const patch = git(args, { cwd }).stdout;
  const ids = new Map<string, string>();
  if (patch.length === 0) return ids;
  for (const line of gitText(["patch-id", "--stable"], { cwd, input: patch }).split("\n")) {
    const [id, commit] = line.split(" ");
    if (id && commit) ids.set(commit, id);
  }
  return ids;
}

/** Own commits reachable from a head. */
function historyOf(head: string, own: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set<string>();
  const next = [head];
  for (let commit = next.pop(); commit !== undefined; commit = next.pop()) {
    if (seen.has(commit) || !own.has(commit)) continue;
    seen.add(commit);
    next.push(...(own.get(commit) ?? []));
  }
  return [...seen];
}
