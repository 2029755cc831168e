// The worktrees of a repository and whether work in one of them is not committed yet.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { git, gitText, splitNul } from "./run.ts";

export interface Worktree {
  /** Absolute path. */
  readonly path: string;
  /** Undefined before the first commit. */
  readonly head: string | undefined;
  /** Without `refs/heads/`; undefined when detached or bare. */
  readonly branch: string | undefined;
  readonly bare: boolean;
  /** Its folder is gone, or git says that it can be pruned. */
  readonly missing: boolean;
}

/** All worktrees, the main one first (`git worktree list`). */
export function listWorktrees(cwd: string): Worktree[] {
  // `-z` came with git 2.36; older ones list a path with a line end wrongly, and nothing else.
  const answer = git(["worktree", "list", "--porcelain", "-z"], { cwd, accept: [0, 129] });
  const fields =
    answer.status === 0
      ? splitNul(answer.stdout)
      : git(["worktree", "list", "--porcelain"], { cwd }).stdout.toString("utf8").split("\n");
  const found: Worktree[] = [];
  let current: { path: string; head?: string; branch?: string; bare?: boolean; prunable?: boolean } | undefined;
  const close = (): void => {
    if (current === undefined) return;
    const { path, head, branch, bare = false, prunable = false } = current;
    found.push({
      path,
      head: head === undefined || /^0+$/.test(head) ? undefined : head,
      branch: branch?.replace(/^refs\/heads\//, ""),
      bare,
      missing: prunable || !existsSync(path),
    });
    current = undefined;
  };
  for (const field of fields) {
    const space = field.indexOf(" ");
    const name = space < 0 ? field : field.slice(0, space);
    const value = space < 0 ? "" : field.slice(space + 1);
    if (name === "worktree") {
      close();
      current = { path: value };
    } else if (current === undefined) continue;
    else if (name === "HEAD") current.head = value;
    else if (name === "branch") current.branch = value;
    else if (name === "bare") current.bare = true;
    else if (name === "prunable") current.prunable = true;
  }
  close();
  return found;
}

/** Paths with staged, unstaged or untracked (not ignored) changes in the worktree at `cwd`, at most `most`. */
export function uncommittedPaths(cwd: string, most = 1000): string[] {
  const fields = splitNul(
    git(["status", "--porcelain", "-z", "--untracked-files=normal", "--no-renames", "--ignore-submodules=none"], {
      cwd,
    }).stdout,
  );
  return fields.slice(0, most).map((field) => field.slice(3));
}

/** The branch whose rebase is under way in the worktree at `cwd`, without `refs/heads/`. */
export function rebasedIn(cwd: string): string | undefined {
  for (const folder of ["rebase-merge", "rebase-apply"]) {
    try {
      const path = gitText(["rev-parse", "--path-format=absolute", "--git-path", folder], { cwd });
      const head = readFileSync(join(path, "head-name"), "utf8").trim();
      return head.replace(/^refs\/heads\//, "");
    } catch {
      // No such rebase, or one that began on no branch.
    }
  }
  return undefined;
}
