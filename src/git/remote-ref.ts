// A ref of a remote, read without writing one here: its commit and objects, for whoever only looks.
import { ForemergeError } from "../errors.ts";
import { QUIET_FETCH } from "./ledger-ref.ts";
import { git, gitText } from "./run.ts";

/** Names of the configured remotes, `origin` first. */
export function remoteNames(cwd: string): string[] {
  const names = gitText(["remote"], { cwd }).split("\n").filter(Boolean);
  return names.sort((a, b) => Number(b === "origin") - Number(a === "origin"));
}

/**
 * The commit of a remote's ref, fetched into the object store: no ref, no FETCH_HEAD is written. Undefined when the
 * remote has no such ref.
 * @throws ForemergeError GIT_FAILED when the remote cannot be reached, or when what its ref names is no commit
 */
export function fetchRemoteRef(cwd: string, remote: string, ref: string, timeoutMs = 60_000): string | undefined {
  const options = { cwd, network: true, timeoutMs } as const;
  const listed = gitText(["ls-remote", "--refs", "--", remote, ref], options);
  const commit = listed
    .split("\n")
    .find((line) => line.endsWith(`\t${ref}`))
    ?.split("\t")[0];
  if (!commit || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const isCommitHere = () => git(["cat-file", "-e", `${commit}^{commit}`], { cwd, accept: [0, 1, 128] }).status === 0;
  if (isCommitHere()) return commit;
  git([...QUIET_FETCH, "--", remote, ref], options);
  if (!isCommitHere()) throw new ForemergeError("GIT_FAILED", `${ref} of ${remote} is no commit`);
  return commit;
}

/** Where a remote is fetched from and pushed to, without names and passwords. */
export interface RemoteUrls {
  readonly fetch: string;
  readonly push: string;
}

/** As git makes them out of `url`, `pushurl` and `insteadOf`. */
export function remoteUrls(cwd: string, remote: string): RemoteUrls {
  const urls = (...more: readonly string[]): string =>
    gitText(["remote", "get-url", ...more, "--", remote], { cwd })
      .split("\n")
      .map((url) => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1"))
      .join(" and ");
  return { fetch: urls(), push: urls("--push", "--all") };
}
