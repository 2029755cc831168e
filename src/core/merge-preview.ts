// merge preview (spec 4.6): which branches or worktrees git could merge with each other, and where not. Reads only.
import { basename, resolve } from "node:path";
import { ForemergeError, invalidInput } from "../errors.ts";
import { type MergeOutcome, mergeInScratch, requireMergeTree } from "../git/merge-tree.ts";
import { baseBranch, findCommit, isName, localBranches, resolveCommit } from "../git/refs.ts";
import { type ScratchObjects, withScratchObjects } from "../git/scratch-objects.ts";
import { snapshotCommit } from "../git/snapshot.ts";
import { listWorktrees, uncommittedPaths, type Worktree } from "../git/worktrees.ts";
import type { NotAssessed } from "./documents.ts";
import type { MergePreviewDocument, PreviewFile, PreviewPair } from "./documents-merge.ts";
import type { Session } from "./session.ts";

export type PreviewRequest = { readonly all: true } | { readonly names: readonly string[] };

/** One line or column of the matrix. */
interface Line {
  readonly name: string;
  readonly commit: string;
  /** Path of the worktree whose uncommitted work is part of the commit. */
  readonly snapshotOf?: string;
}

/** Merges for trial what the request names. @throws INVALID_INPUT, NOT_FOUND for names; GIT_FAILED (git too old) */
export function previewMerges(session: Session, request: PreviewRequest): MergePreviewDocument {
  const root = session.repository?.root;
  if (root === undefined) {
    throw new ForemergeError("GIT_FAILED", `${session.cwd} lies in no git repository`, {
      hint: "run it inside a repository, or write --cwd DIR",
    });
  }
  requireMergeTree(root, "merge preview");
  return withScratchObjects(root, (scratch) => {
    const worktrees = listWorktrees(root);
    const lines =
      "all" in request ? everyLine(root, worktrees) : namedLines(session, scratch, worktrees, request.names);
    const pairs = lines.flatMap((a, at) => lines.slice(at + 1).map((b) => [a, b] as const));
    if (pairs.length > MANY_PAIRS) session.progress(`merging ${pairs.length} pairs for trial`, true);
    const outcomes = mergeInScratch(
      scratch,
      pairs.map(([a, b]) => [a.commit, b.commit]),
    );
    return documentOf(lines, pairs, outcomes, aside(worktrees, lines));
  });
}

function documentOf(
  lines: readonly Line[],
  pairs: readonly (readonly [Line, Line])[],
  outcomes: readonly MergeOutcome[],
  uncommitted: MergePreviewDocument["uncommitted"],
): MergePreviewDocument {
  const notAssessed: NotAssessed[] = [];
  const shown = pairs.map(([a, b], at): PreviewPair => {
    const outcome = outcomes[at] as MergeOutcome;
    const names = { a: a.name, b: b.name, a_commit: a.commit, b_commit: b.commit };
    if (outcome.clean === undefined) {
      notAssessed.push({ what: `${a.name} with ${b.name}`, reason: outcome.reason, side: "subject" });
      return { ...names, clean: null, files: [] };
    }
    return { ...names, clean: outcome.clean, tree: outcome.tree, files: outcome.clean ? [] : filesOf(outcome) };
  });
  return {
    schema: "foremerge.merge-preview/1",
    as_of_event: null,
    branches: lines.map(({ name, commit, snapshotOf }) => ({
      name,
      commit,
      ...(snapshotOf === undefined ? {} : { with_uncommitted: true }),
    })),
    pairs: shown,
    conflicting: shown.filter((pair) => pair.clean === false).length,
    uncommitted,
    assessment: notAssessed.length > 0 ? "incomplete" : "complete",
    not_assessed: notAssessed,
  };
}

/** A side of a hunk over this many characters is cut. */
const MOST_HUNK = 4000;
const MOST_HUNKS = 100;

function filesOf(outcome: Extract<MergeOutcome, { clean: false }>): PreviewFile[] {
  const cut = (text: string): string => (text.length > MOST_HUNK ? `${text.slice(0, MOST_HUNK)}…` : text);
  return outcome.conflicts.map(({ path, kind, message, hunks }) => ({
    path,
    kind,
    message,
    hunks: hunks.slice(0, MOST_HUNKS).map(({ line, a, base, b }) => ({ line, a: cut(a), base: cut(base), b: cut(b) })),
  }));
}

/** So many take over a second. */
const MANY_PAIRS = 500;

/** Every local branch, and every worktree that stands on no branch. */
function everyLine(root: string, worktrees: readonly Worktree[]): Line[] {
  const lines: Line[] = localBranches(root).map(({ name, commit }) => ({ name, commit }));
  for (const { branch, head, bare, path } of worktrees) {
    if (branch === undefined && head !== undefined && !bare) lines.push({ name: path, commit: head });
  }
  if (lines.length < 2) {
    throw invalidInput(
      "--all: there is only one branch, and nothing to merge it with",
      "write two names: merge preview A B",
    );
  }
  return lines;
}

function namedLines(
  session: Session,
  scratch: ScratchObjects,
  worktrees: readonly Worktree[],
  names: readonly string[],
): Line[] {
  const root = scratch.cwd;
  if (names.length === 2) return names.map((name) => lineOf(session, scratch, worktrees, name));
  if (names.length !== 0) {
    throw invalidInput(
      `merge preview takes two names, got ${names.length === 1 ? `only ${JSON.stringify(names[0])}` : names.length}`,
      "write merge preview A B, or --all",
    );
  }
  const base = baseBranch(root, session.settings.base);
  const here = session.repository?.branch;
  if (base === undefined || here === base.name) {
    throw invalidInput(
      base === undefined ? "there is no base branch to merge with" : `this is the base branch ${base.name} itself`,
      "write merge preview A B, or --all",
    );
  }
  const head = { name: here ?? "HEAD", commit: resolveCommit(root, "HEAD") };
  return [{ name: base.name, commit: base.commit }, head];
}

/** Written like a path: a folder, whatever branches there are. */
const isPath = (name: string): boolean => /^\.{0,2}\/|^\.{1,2}$|\/$/.test(name);

/** What a name means: a branch, tag or commit; else a worktree, by path or by the name of its folder. */
function lineOf(session: Session, scratch: ScratchObjects, worktrees: readonly Worktree[], name: string): Line {
  const path = resolve(session.cwd, name);
  const usable = worktrees.filter((one) => !one.bare && !one.missing);
  const commit = isPath(name) || !isName(name) ? undefined : findCommit(scratch.cwd, name);
  if (commit !== undefined) return { name, commit };
  const byPath = usable.filter((one) => one.path === path);
  const found = byPath.length > 0 ? byPath : usable.filter((one) => basename(one.path) === name);
  const [worktree] = found;
  if (worktree === undefined || found.length > 1) return { name, commit: resolveCommit(scratch.cwd, name) };
  if (uncommittedPaths(worktree.path, 1).length === 0) return { name, commit: resolveCommit(worktree.path, "HEAD") };
  return { name, commit: snapshotCommit(scratch, worktree.path), snapshotOf: worktree.path };
}

/** Worktrees whose branch was merged without their uncommitted work: said, because it is not part of the answer. */
function aside(worktrees: readonly Worktree[], lines: readonly Line[]): MergePreviewDocument["uncommitted"] {
  return worktrees.flatMap(({ path, branch, missing, bare }) => {
    if (branch === undefined || missing || bare || !lines.some((line) => line.name === branch)) return [];
    const paths = uncommittedPaths(path, 20);
    return paths.length === 0 ? [] : [{ branch, worktree: path, paths }];
  });
}
