// A commit of what a worktree holds, without touching it.
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changedFiles } from "../../src/git/diff.ts";
import { mergeInScratch } from "../../src/git/merge-tree.ts";
import { git, gitText } from "../../src/git/run.ts";
import { withScratchObjects } from "../../src/git/scratch-objects.ts";
import { snapshotCommit } from "../../src/git/snapshot.ts";
import { numbered, StoryRepository } from "./story-repository.ts";

let repo: StoryRepository;
beforeAll(() => {
  repo = new StoryRepository();
  repo.commit("start", { "pay.ts": numbered(9), "labels.ts": "labels\n", ".gitignore": "*.log\n" });
});
afterAll(() => repo.remove());

test("uncommitted, staged, deleted and untracked work is in it, ignored files are not, and nothing changes", () => {
  const other = repo.branch("other", { "pay.ts": numbered(9, { 2: "other" }) });
  const side = join(dirname(repo.root), "side");
  repo.git("worktree", "add", "-q", side, "main");
  const worktree = { root: side, write: StoryRepository.prototype.write };
  worktree.write({ "pay.ts": numbered(9, { 2: "mine" }), "labels.ts": null, "neu.ts": "new\n", "x.log": "noise\n" });
  gitText(["add", "pay.ts"], { cwd: side });
  const status = () => git(["status", "--porcelain", "-z"], { cwd: side }).stdout.toString();
  const before = [repo.fingerprint(), status()];
  withScratchObjects(repo.root, (scratch) => {
    const commit = snapshotCommit(scratch, side);
    const args = ["diff-tree", "-r", "--name-status", "main", commit];
    expect(gitText(args, { cwd: repo.root, env: scratch.env }).split("\n")).toEqual([
      "D\tlabels.ts",
      "A\tneu.ts",
      "M\tpay.ts",
    ]);
    const [outcome] = mergeInScratch(scratch, [[commit, other]]);
    expect(outcome?.clean).toBe(false);
  });
  expect([repo.fingerprint(), status()]).toEqual(before);
  expect(changedFiles(side, { kind: "worktree" })).toHaveLength(3);
});
