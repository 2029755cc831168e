// Doctor's look at what foremerge stands on: Node, git, the repository, the base branch, who is calling.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ForemergeError } from "../../errors.ts";
import { baseBranch } from "../../git/refs.ts";
import { gitVersion } from "../../git/version.ts";
import type { Session } from "../session.ts";
import { type Diagnosis, note, ok, wrong } from "./diagnosis.ts";

/** `merge-tree --write-tree` came with this one. */
const GIT_NEEDED = [2, 38] as const;

export function surroundings(session: Session): Diagnosis[] {
  return [node(), ...git(session), ...repository(session), ...identity(session)];
}

function node(): Diagnosis {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 20 || (major === 20 && minor >= 19)
    ? ok("node", `Node ${process.versions.node}`)
    : wrong("node", `Node ${process.versions.node} is too old`, "install Node 20.19 or newer");
}

function git(session: Session): Diagnosis[] {
  try {
    const version = gitVersion(session.cwd);
    const [major, minor] = GIT_NEEDED;
    if (version.major > major || (version.major === major && version.minor >= minor))
      return [ok("git", `git ${version.text}`)];
    return [
      wrong(
        "git",
        `git ${version.text} cannot merge for trial: merge preview and resolve --auto --strategy MERGE will refuse`,
        `install git ${major}.${minor} or newer`,
      ),
    ];
  } catch (error) {
    return [wrong("git", (error as Error).message, (error as ForemergeError).hint ?? "install git 2.38 or newer")];
  }
}

function repository(session: Session): Diagnosis[] {
  const { repository: repo } = session;
  if (!repo) {
    return [
      note("repository", "this is no git repository: branches, diffs and hooks are not available", "run git init"),
    ];
  }
  const found: Diagnosis[] = [
    ok("repository", `${repo.root}${repo.bare ? " (bare)" : ""}, worktree ${repo.worktreeName}, ${branchOf(repo)}`),
  ];
  if (existsSync(join(repo.commonDir, "shallow"))) {
    found.push(
      note(
        "repository",
        "this clone is shallow: merge bases and merged work may not be found",
        "git fetch --unshallow (in CI: fetch-depth: 0)",
      ),
    );
  }
  return [...found, ...base(session)];
}

const branchOf = (repo: { branch: string | undefined; head: string | undefined }): string =>
  repo.branch !== undefined ? `branch ${repo.branch}` : repo.head !== undefined ? "detached" : "no commit yet";

function base(session: Session): Diagnosis[] {
  let configured: string | undefined;
  try {
    configured = session.settings.base;
  } catch {
    // Unreadable settings are the settings check's to report.
  }
  try {
    const found = baseBranch(session.root, configured);
    if (found) return [ok("base", `base branch ${found.name}`)];
    return [note("base", "no base branch was found: merged work is not noticed", "foremerge config set base BRANCH")];
  } catch (error) {
    if (!(error instanceof ForemergeError)) throw error;
    return [
      wrong("base", error.message, error.hint ?? "foremerge config set base BRANCH, naming a branch that exists"),
    ];
  }
}

function identity(session: Session): Diagnosis[] {
  try {
    const { agent, named } = session.who;
    return named
      ? [ok("identity", `you are ${agent}`)]
      : [
          note(
            "identity",
            `you are ${agent}, by the user's name and the worktree`,
            "agents should name themselves: FOREMERGE_AGENT or --agent",
          ),
        ];
  } catch (error) {
    return [wrong("identity", (error as Error).message, (error as ForemergeError).hint ?? "write --agent NAME")];
  }
}
