// Names of branches: what git itself says of each.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isBranchName } from "../../src/git/branch-name.ts";

const git = (name: string): boolean => spawnSync("git", ["check-ref-format", `refs/heads/${name}`]).status === 0;

test.each([
  ...["foremerge-ledger", "team/ledger", "büro", "+x", "@", "a@b", "_x", "a-", "x;y", "a.b", "lock", "x.locks", "1"],
  ...["", "/", "a/", "/a", "a//b", "a..b", "a.", "a./b", ".a", "a/.b", "x.lock", "x.lock/y", "a b", "a\tb", "a~1"],
  ...["a^", "a:b", "a?", "a*", "a[b", "a\\b", "a@{1}", "@{-1}", "a\u007fb", "a\nb"],
])("%j is a branch exactly where git takes it", (name) => {
  expect(isBranchName(name)).toBe(git(name));
});

test.each(["HEAD", "-x", "refs/heads/x"])("%j, which git branch would refuse or misread, is none", (name) => {
  expect(isBranchName(name)).toBe(false);
});
