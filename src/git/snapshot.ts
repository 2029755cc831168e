// A commit of what a worktree holds right now, uncommitted and untracked work included, made in scratch: the
// repository's own index and objects stay as they are.
import { copyFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { gitText } from "./run.ts";
import type { ScratchObjects } from "./scratch-objects.ts";

let made = 0;

/** The commit; its parent is the worktree's HEAD. The scratch folder must be of the same repository. */
export function snapshotCommit(scratch: ScratchObjects, worktree: string): string {
  const index = join(scratch.folder, `index-${made++}`);
  try {
    // A copy of the index spares hashing what has not changed. It is as old as the index: git looks into files that are
    // no older than that, since they may have changed within the same second, with as many bytes ("racy git").
    const own = gitText(["rev-parse", "--path-format=absolute", "--git-path", "index"], { cwd: worktree });
    copyFileSync(own, index);
    const second = Math.floor(statSync(own).mtimeMs / 1000);
    utimesSync(index, second, second);
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
