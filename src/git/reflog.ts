// What git's own diary of a worktree or branch says: which commits were made there, and which only arrived.
import { git, splitNul } from "./run.ts";

const MADE = /^(?:commit|cherry-pick|revert|am)\b|\((?:pick|reword|edit|squash|fixup|continue)\)|: Merge made\b/;

/**
 * Commits that the log of `ref` (`HEAD` of the worktree at `cwd`, or a full branch name) says were made there; a pull, a
 * fast-forward, a reset or a checkout makes none. Undefined when there is no log.
 */
export function commitsMadeAt(cwd: string, ref: string): ReadonlySet<string> | undefined {
  const answer = git(["log", "-g", "-z", "--format=%H %gs", ref, "--"], { cwd, accept: [0, 128] });
  const entries = answer.status === 0 ? splitNul(answer.stdout) : [];
  if (entries.length === 0) return undefined;
  return new Set(
    entries.flatMap((entry) => {
      const space = entry.indexOf(" ");
      return MADE.test(entry.slice(space + 1)) ? [entry.slice(0, space)] : [];
    }),
  );
}

/** Commits of `to` that `from` does not hold, newest first. */
export function commitsBetween(cwd: string, from: string, to: string): string[] {
  return git(["rev-list", `${from}..${to}`, "--"], { cwd })
    .stdout.toString("utf8")
    .split("\n")
    .filter(Boolean);
}
