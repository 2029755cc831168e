// Names to commits, how commits stand to each other, the base branch, worktrees.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  baseBranch,
  findCommit,
  findCommits,
  isAncestor,
  localBranches,
  mergeBase,
  resolveCommit,
  resolveRange,
} from "../../src/git/refs.ts";
import { listWorktrees, uncommittedPaths } from "../../src/git/worktrees.ts";
import { StoryRepository } from "./story-repository.ts";

let repo: StoryRepository;
let start: string;
let labels: string;
let payments: string;
beforeAll(() => {
  repo = new StoryRepository();
  start = repo.commit("start", { "labels.ts": "one\n" });
  labels = repo.branch("labels", { "labels.ts": "two\n" });
  payments = repo.branch("feature/payments", { "pay.ts": "pay\n" });
  repo.git("checkout", "-q", "--orphan", "island");
  repo.commit("an island");
  repo.git("checkout", "-q", "main");
});
afterAll(() => repo.remove());

describe("a name", () => {
  test("of a branch, a short id, HEAD or a step back is resolved to a commit", () => {
    expect(resolveCommit(repo.root, "labels")).toBe(labels);
    expect(resolveCommit(repo.root, "feature/payments")).toBe(payments);
    expect(resolveCommit(repo.root, labels.slice(0, 10))).toBe(labels);
    expect(resolveCommit(repo.root, "labels~1")).toBe(start);
    expect(resolveCommit(repo.root, "labels^")).toBe(start);
  });

  test("that does not exist is exit 2, naming it", () => {
    expect(() => resolveCommit(repo.root, "no-such-ref")).toThrow(
      expect.objectContaining({ code: "NOT_FOUND", exit: 2, message: 'no branch, tag or commit named "no-such-ref"' }),
    );
    expect(findCommit(repo.root, "0123456789012345678901234567890123456789")).toBeUndefined();
  });

  test.each(["--help", "-a", "", "a b", "main:labels.ts", ":/start", "a\nb", "main..labels", "ref*"])(
    "that git could read as something else is refused: %j",
    (name) => {
      expect(() => findCommit(repo.root, name)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    },
  );

  test("of a file's blob is no commit", () => {
    expect(findCommit(repo.root, repo.git("rev-parse", "main:labels.ts"))).toBeUndefined();
  });

  test("outside a repository is git's failure, not an unknown name", () => {
    expect(() => findCommit(dirname(repo.root), "main")).toThrow(expect.objectContaining({ code: "GIT_FAILED" }));
  });

  test("many at once keep their places, unknown ones undefined", () => {
    const names = [labels, "refs/heads/gone", "refs/heads/main", "0".repeat(40)];
    expect(findCommits(repo.root, names)).toEqual([labels, undefined, start, undefined]);
  });
});

describe("two commits", () => {
  test("have a base, an order, or nothing in common", () => {
    expect(mergeBase(repo.root, labels, payments)).toBe(start);
    expect(mergeBase(repo.root, labels, resolveCommit(repo.root, "island"))).toBeUndefined();
    expect(isAncestor(repo.root, start, labels)).toBe(true);
    expect(isAncestor(repo.root, labels, labels)).toBe(true);
    expect(isAncestor(repo.root, labels, payments)).toBe(false);
  });

  test("a range with two dots is from A, with three from the common ancestor", () => {
    expect(resolveRange(repo.root, "labels..feature/payments")).toEqual({ from: labels, to: payments });
    expect(resolveRange(repo.root, "labels...feature/payments")).toEqual({ from: start, to: payments });
    expect(resolveRange(repo.root, "labels..")).toEqual({ from: labels, to: start });
    expect(resolveRange(repo.root, "labels")).toEqual({ from: labels, to: start });
    expect(() => resolveRange(repo.root, "labels...island")).toThrow("no common ancestor");
    expect(() => resolveRange(repo.root, "labels..no-such")).toThrow("no-such");
  });
});

describe("the base branch", () => {
  test("is the configured one, else main or master", () => {
    expect(baseBranch(repo.root)).toEqual({ name: "main", commit: start, local: start, fetched: undefined });
    expect(baseBranch(repo.root, "labels")).toMatchObject({ name: "labels", commit: labels });
    expect(() => baseBranch(repo.root, "trunk")).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });

  test("is the remote's default branch where there is a remote", () => {
    const clone = join(dirname(repo.root), "clone");
    repo.git("checkout", "-q", "labels");
    repo.git("clone", "-q", repo.root, clone);
    repo.git("checkout", "-q", "main");
    expect(baseBranch(clone)).toEqual({ name: "labels", commit: labels, local: labels, fetched: labels });
    expect(baseBranch(clone, "main")).toMatchObject({ name: "main", commit: start, local: undefined, fetched: start });
    rmSync(clone, { recursive: true });
  });

  test("there is none before the first commit", () => {
    const empty = new StoryRepository(dirname(repo.root), "empty");
    expect(baseBranch(empty.root)).toBeUndefined();
  });
});

describe("worktrees", () => {
  test("are listed with branch, head and odd names; a removed folder is missing", () => {
    const odd = join(dirname(repo.root), "ü\nside");
    repo.git("worktree", "add", "-q", odd, "labels");
    repo.git("worktree", "add", "-q", "--detach", join(dirname(repo.root), "gone"), "main");
    rmSync(join(dirname(repo.root), "gone"), { recursive: true });
    const found = listWorktrees(repo.root);
    expect(found).toHaveLength(3);
    expect(found[0]).toEqual({ path: repo.root, head: start, branch: "main", bare: false, missing: false });
    expect(found).toContainEqual({ path: odd, head: labels, branch: "labels", bare: false, missing: false });
    expect(found).toContainEqual(expect.objectContaining({ branch: undefined, missing: true }));
    repo.git("worktree", "remove", odd);
    repo.git("worktree", "prune");
  });

  test("uncommitted work is staged, unstaged or untracked, never what is ignored", () => {
    repo.write({ ".gitignore": "*.log\n", "noise.log": "x" });
    repo.git("add", ".gitignore");
    repo.write({ "labels.ts": "changed\n", "neu\n.ts": "new\n" });
    expect(uncommittedPaths(repo.root).sort()).toEqual([".gitignore", "labels.ts", "neu\n.ts"]);
    repo.git("reset", "-q", "--hard");
    repo.write({ "neu\n.ts": null, "noise.log": null });
    expect(uncommittedPaths(repo.root)).toEqual([]);
  });

  test("branches are listed by name", () => {
    expect(localBranches(repo.root).map((b) => b.name)).toEqual(["feature/payments", "island", "labels", "main"]);
  });
});
