// Which remote carries the ledger, and in which ref (spec 2.6): always a configured name, never a branch of work.
import { ForemergeError, invalidInput } from "../errors.ts";
import { isBranchName } from "../git/branch-name.ts";
import { remoteNames } from "../git/remote-ref.ts";
import type { Session } from "./session.ts";

/**
 * The remote that is meant: as named, as set, the only one, or origin. Never a URL: a tracked file must not choose where
 * events go.
 */
export function chooseRemote(session: Session, named: string | undefined): string {
  const { repository } = session;
  if (!repository)
    throw invalidInput(
      "there is no git repository here",
      "ledger sync carries the ledger through git: run it in a repository",
    );
  const said = named ?? session.settings.sync.remote;
  // What the repository's own config says is so; git is asked only where that does not settle it.
  const likely = said ?? "origin";
  if (repository.config("remote", likely, "url") !== undefined) return likely;
  const names = remoteNames(repository.bare ? repository.gitDir : repository.root);
  const wanted = said ?? (names.includes("origin") ? "origin" : names[0]);
  if (wanted === undefined)
    throw invalidInput("no remote is configured", "git remote add origin URL, then foremerge ledger sync");
  if (names.includes(wanted)) return wanted;
  throw invalidInput(
    `${JSON.stringify(wanted)} is no configured remote`,
    names.length === 0 ? "git remote add NAME URL first" : `write one of ${names.join(", ")}`,
  );
}

/**
 * The branch that carries the ledger, as named by `--branch` or by the setting `sync.branch`; undefined: the hidden ref.
 * @throws INVALID_INPUT, CONFIG_INVALID
 */
export function chooseBranch(session: Session, named: string | undefined): string | undefined {
  const branch = named === undefined ? session.settings.sync.branch : branchNamed("--branch", named);
  if (branch === undefined || !isForWork(session, branch)) return branch;
  const [what, code] =
    named === undefined ? (["sync.branch", "CONFIG_INVALID"] as const) : (["--branch", "INVALID_INPUT"] as const);
  throw new ForemergeError(code, `${what} ${branch} is a branch of work: the ledger would be committed to it`, {
    hint: "write a branch that nothing else is in, such as foremerge-ledger",
  });
}

/** The value of an option that names a branch. @throws INVALID_INPUT */
export function branchNamed(option: string, name: string): string {
  if (isBranchName(name)) return name;
  const plain = /^refs\/heads\/(.+)$/.exec(name)?.[1];
  throw invalidInput(
    `${option} ${JSON.stringify(name)} is no branch name`,
    plain === undefined ? "write a plain name, such as foremerge-ledger" : `write ${plain}`,
  );
}

function isForWork({ repository, settings }: Session, branch: string): boolean {
  return [repository?.branch, settings.base, "main", "master"].includes(branch);
}
