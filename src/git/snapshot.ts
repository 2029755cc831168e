// A commit of what a worktree holds right now, uncommitted and untracked work included, made in scratch: the
// repository's own index and objects stay as they are.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { gitText } from "./run.ts";
import type { ScratchObjects } from "./scratch-objects.ts";

let made = 0;

/** The commit; its parent is the worktree's HEAD. The scratch folder must be of the same repository. */
export function snapshotCommit(scratch: ScratchObjects, worktree: string): string {
  const index = join(scratch.folder, `index-${made++}`);
  try {
    // A copy of the index spares hashing what has not changed.
    copyFileSync(gitText(["rev-parse", "--path-format=absolute", "--git-path", "index"], { cwd: worktree }), index);
  } catch {
    // No index yet: everything is hashed.
  }
  const options = { cwd: worktree, env: { ...scratch.env, GIT_INDEX_FILE: index, ...SIGNATURE }, timeoutMs: 60_000 };
  gitText(["add", "--all"], options);
  const tree = gitText(["write-tree"], options);
  return gitText(["commit-tree", tree, "-p", "HEAD", "-m", "uncommitted work"], options);
}

const SIGNATURE = {
  GIT_AUTHOR_NAME: "foremerge",
  GIT_AUTHOR_EMAIL: "foremerge@localhost",
  GIT_AUTHOR_DATE: "@0 +0000",
  GIT_COMMITTER_NAME: "foremerge",
  GIT_COMMITTER_EMAIL: "foremerge@localhost",
  GIT_COMMITTER_DATE: "@0 +0000",
} as const;
