// Which git this is, and whether it is new enough. Asked once per process.
import { ForemergeError } from "../errors.ts";
import { gitText } from "./run.ts";

export interface GitVersion {
  readonly text: string;
  readonly major: number;
  readonly minor: number;
}

let known: GitVersion | undefined;

/** @throws ForemergeError GIT_FAILED when git is missing or names no version. */
export function gitVersion(cwd: string): GitVersion {
  known ??= parseGitVersion(gitText(["version"], { cwd }));
  return known;
}

/** Reads `git version 2.39.5 (Apple Git-154)`. */
export function parseGitVersion(answer: string): GitVersion {
  const found = /^git version (\d+)\.(\d+)\S*/.exec(answer);
  if (!found) throw new ForemergeError("GIT_FAILED", `git names no version: ${answer.slice(0, 80)}`);
  return { text: found[0].slice("git version ".length), major: Number(found[1]), minor: Number(found[2]) };
}

/** Refuses a git older than `major.minor`, saying what needs the newer one. */
export function requireGit(version: GitVersion, major: number, minor: number, what: string): void {
  if (version.major > major || (version.major === major && version.minor >= minor)) return;
  throw new ForemergeError("GIT_FAILED", `${what} needs git ${major}.${minor} or newer; this is git ${version.text}`, {
    hint: `install git ${major}.${minor} or newer`,
  });
}
