// What is staged for the next commit, and what was touched lately. In a hook git names the index that it is about to
// commit (`git commit --only` makes one of its own): it is followed when it lies in this repository, and only read.
import { readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Repository } from "./repository.ts";
import { gitList } from "./run.ts";

/**
 * Paths whose staged content differs from HEAD; both names of a rename. While a merge is under way only paths that
 * differ from every parent: what it merely carries from the other side is not this side's work.
 */
export function stagedPaths(
  repository: Pick<Repository, "root" | "gitDir" | "commonDir" | "head">,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const index = indexOf(repository, env);
  const options = { cwd: repository.root, ...(index === undefined ? {} : { env: { GIT_INDEX_FILE: index } }) };
  const differing = (commit: readonly string[]): string[] =>
    gitList(["diff", "--cached", "--name-only", "-z", "--no-renames", "--no-ext-diff", ...commit, "--"], options);
  const own = differing([]);
  return mergeHeads(repository.gitDir).reduce((paths, parent) => {
    const theirs = new Set(differing([parent]));
    return paths.filter((path) => theirs.has(path));
  }, own);
}

function indexOf(
  { root, gitDir, commonDir }: Pick<Repository, "root" | "gitDir" | "commonDir">,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const named = env.GIT_INDEX_FILE;
  if (!named) return undefined;
  const path = isAbsolute(named) ? named : resolve(root, named);
  try {
    const folder = realpathSync(dirname(path));
    const inside = [gitDir, commonDir].some((place) => {
      const from = relative(place, folder);
      return from === "" || (!from.startsWith("..") && !isAbsolute(from));
    });
    return inside ? path : undefined;
  } catch {
    return undefined;
  }
}

function mergeHeads(gitDir: string): string[] {
  try {
    return readFileSync(join(gitDir, "MERGE_HEAD"), "utf8")
      .split("\n")
      .filter((line) => /^[0-9a-f]{40,64}$/.test(line));
  } catch {
    return [];
  }
}

/** Which of these paths (files, or folders with all in them) commits of any local branch touched since a time. */
export function touchedSince(root: string, since: Date, until: Date, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const between = [`--since=${since.toISOString()}`, `--until=${until.toISOString()}`];
  const args = ["log", "--branches", "--format=", "--name-only", "-z", "--no-renames", "--no-ext-diff", ...between];
  const entries = gitList([...args, "--", ...paths], { cwd: root });
  return [...new Set(entries.map((entry) => entry.replace(/^\n+/, "")))].filter(Boolean).sort();
}
