// The ledger's ref in git (spec 2.6): fetch, list its files, push, move it here. No checkout, no index, no stash, no
// hook, no force anywhere; what a commit of it holds is written by src/git/commit-files.ts.
import { ForemergeError } from "../errors.ts";
import type { ObjectReader } from "./object-reader.ts";
import { type GitAnswer, git, gitAsync, gitList } from "./run.ts";

/** The ref here and, by default, on the remote. */
export const LEDGER_REF = "refs/foremerge/ledger";
const NETWORK_MS = 120_000;

/** The scratch ref that a fetch writes. */
export const scratchRef = (remote: string): string => `refs/foremerge/remotes/${remote}`;

/** The ref on the remote: the hidden one, or a branch for hosts that refuse it. */
export const remoteRef = (branch: string | undefined): string =>
  branch === undefined ? LEDGER_REF : `refs/heads/${branch}`;

/** Takes a remote's ref away without any of the settings that would touch other refs, tags or submodules. */
export const QUIET_FETCH = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-prune",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
  "--no-auto-maintenance",
  "--refmap=",
];

/**
 * Fetches the remote's ref into the scratch ref and returns its commit; undefined when the remote has none. `reader` is
 * open on the same repository.
 * @throws ForemergeError GIT_FAILED when the remote cannot be reached
 */
export async function fetchLedgerRef(
  reader: ObjectReader,
  cwd: string,
  remote: string,
  ref: string,
): Promise<string | undefined> {
  const scratch = scratchRef(remote);
  const answer = await fetch(cwd, remote, `${ref}:${scratch}`, [0, 1, 128]);
  if (answer.status === 0) return commitAt(reader, scratch);
  if (/couldn't find remote ref/i.test(answer.stderr)) {
    // Also on a remote that was made anew: what the scratch ref remembers is not there any more.
    if ((await commitAt(reader, scratch)) !== undefined) deleteRef(cwd, scratch);
    return undefined;
  }
  if (answer.status === 1) {
    // What was fetched is no fast-forward (git is silent about it, being told to be). The remote's ref was rewritten: the scratch ref, which is nobody's work, starts over.
    deleteRef(cwd, scratch);
    await fetch(cwd, remote, `${ref}:${scratch}`, [0]);
    return commitAt(reader, scratch);
  }
  throw new ForemergeError("GIT_FAILED", `${remote} could not be asked for ${ref}: ${words(answer.stderr)}`, {
    hint: "nothing was lost; run foremerge ledger sync again when the remote can be reached",
  });
}

function fetch(cwd: string, remote: string, refspec: string, accept: readonly number[]): Promise<GitAnswer> {
  const options = { cwd, network: true, timeoutMs: NETWORK_MS, accept } as const;
  return gitAsync([...QUIET_FETCH, "--", remote, refspec], options);
}

/** The commit of a ref, asked of a process that runs already. */
export async function commitAt(reader: ObjectReader, ref: string): Promise<string | undefined> {
  return (await reader.ask(`${ref}^{commit}`))?.id;
}

/** The commit of a ref here, or undefined. */
export function readRef(cwd: string, ref: string): string | undefined {
  const answer = git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`], {
    cwd,
    accept: [0, 1, 128],
  });
  return answer.status === 0 ? answer.stdout.toString("utf8").trim() : undefined;
}

/** Forgets what a fetch of the remote's ref brought. */
export const forgetFetched = (cwd: string, remote: string): void => deleteRef(cwd, scratchRef(remote));

function deleteRef(cwd: string, ref: string): void {
  git(["update-ref", "-d", ref], { cwd, accept: [0, 1, 128] });
}

/** Moves the ref here, unless somebody moved it meanwhile; then theirs stands, as the next sync sees both. */
export function moveRef(cwd: string, ref: string, commit: string, before: string | undefined): void {
  git(["update-ref", "-m", "foremerge: sync", ref, commit, before ?? "0".repeat(commit.length)], {
    cwd,
    accept: [0, 1, 128],
  });
}

export interface RefFile {
  readonly path: string;
  readonly id: string;
  readonly size: number;
}

/** Files of a commit with their sizes. */
export function filesOf(cwd: string, commit: string): RefFile[] {
  return gitList(["ls-tree", "-r", "-l", "-z", "--full-tree", commit], { cwd }).flatMap((entry) => {
    const tab = entry.indexOf("\t");
    const [, type, id = "", size = "0"] = entry.slice(0, tab).split(/ +/);
    return type === "blob" ? [{ path: entry.slice(tab + 1), id, size: Number(size) || 0 }] : [];
  });
}

/**
 * What a push came to: taken, overtaken by somebody else (try again), or refused for good with the server's words.
 * `entry`: nobody was let in to write at all, whatever the ref.
 */
export type Pushed =
  | { readonly kind: "taken" | "overtaken" }
  | { readonly kind: "refused"; readonly words: string; readonly entry: boolean };

/**
 * Pushes one commit to one ref, as a fast-forward or not at all. `bulk`: many new files, among which a search for
 * deltas would only cost time; the remote's own gc finds them later.
 * @throws GIT_FAILED when the remote cannot be reached
 */
export async function pushCommit(
  cwd: string,
  remote: string,
  commit: string,
  ref: string,
  bulk = false,
): Promise<Pushed> {
  const settings = ["-c", "push.followTags=false", "-c", "push.gpgSign=false", "-c", "push.recurseSubmodules=no"];
  const packing = ["-c", "pack.compression=1", ...(bulk ? ["-c", "pack.window=0"] : [])];
  const answer = await gitAsync(
    [...settings, ...packing, "push", "--porcelain", "--no-verify", "--", remote, `${commit}:${ref}`],
    {
      cwd,
      network: true,
      timeoutMs: NETWORK_MS,
      accept: [0, 1, 128],
    },
  );
  if (answer.status === 0) return { kind: "taken" };
  const said = answer.stdout.toString("utf8");
  const line = said.split("\n").find((each) => each.startsWith("!")) ?? "";
  if (
    /\[rejected\]|fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|already exists|incorrect old value/i.test(
      line,
    )
  ) {
    return { kind: "overtaken" };
  }
  if (/\[remote rejected\]|declined|hidden ref|prohibited|denied|not allowed|protected/i.test(line)) {
    return {
      kind: "refused",
      words: words(`${line.split("\t").at(-1) ?? ""}\n${answer.stderr}`),
      entry: false,
    };
  }
  if (
    /denied|not allowed|prohibited|read.only|authentication failed|could not read username|\b40[13]\b/i.test(
      answer.stderr,
    )
  ) {
    return { kind: "refused", words: words(answer.stderr), entry: true };
  }
  // Two pushes at once meet in the server's own locks, which some transports report only as a lost connection.
  if (/cannot lock|unable to (lock|create).*\.lock|File exists/i.test(answer.stderr)) return { kind: "overtaken" };
  throw new ForemergeError("GIT_FAILED", `${remote} did not take the events: ${words(answer.stderr || said)}`, {
    hint: "nothing was lost; run foremerge ledger sync again when the remote can be reached",
  });
}

/** Takes a ref of ours off the remote again; a host that does not allow it keeps an empty commit. */
export function removeRemoteRef(cwd: string, remote: string, ref: string): void {
  git(["push", "--quiet", "--no-verify", "--", remote, `:${ref}`], {
    cwd,
    network: true,
    timeoutMs: NETWORK_MS,
    accept: [0, 1, 128],
  });
}

/** A program's words on one line, bounded. */
function words(text: string): string {
  const line = text
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "" && each !== "Done")
    .join(" / ");
  return line.length > 600 ? `${line.slice(0, 600)}…` : line;
}
