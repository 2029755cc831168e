// The ledger's ref in git (spec 2.6): fetch, list its files, move it here. No checkout, no index, no stash, no hook, no
// force anywhere; what a commit of it holds is written by src/git/commit-files.ts, and src/git/push-ref.ts pushes it.
import { ForemergeError } from "../errors.ts";
import type { ObjectReader } from "./object-reader.ts";
import { failedAt, NETWORK_MS } from "./remote-trouble.ts";
import { type GitAnswer, git, gitAsync, gitList } from "./run.ts";

/** The ref here and, by default, on the remote. */
export const LEDGER_REF = "refs/foremerge/ledger";

/** The scratch ref that a fetch writes. One folder for all: remotes may be called `team` and `team/fork`. */
export const scratchRef = (remote: string): string =>
  `refs/foremerge/remotes/${remote.replace(/[%/]/g, encodeURIComponent)}`;

/** The ref on the remote: the hidden one, or a branch for hosts that refuse it. */
export const remoteRef = (branch: string | undefined): string =>
  branch === undefined ? LEDGER_REF : `refs/heads/${branch}`;

/**
 * Takes a remote's ref away without any of the settings that would touch other refs, tags or submodules, and with all
 * files also where the clone is a partial one: every one of them will be read.
 */
export const QUIET_FETCH = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-prune",
  "--no-write-fetch-head",
  "--no-recurse-submodules",
  "--no-filter",
  "--no-auto-maintenance",
  "--refmap=",
];

export interface FetchOptions {
  /** False: no ref is written here, only objects. */
  readonly keep?: boolean;
  readonly timeoutMs?: number | undefined;
}

/**
 * Fetches the remote's ref into the scratch ref and returns its commit; undefined when the remote has none. `reader` is
 * open on the same repository.
 * @throws ForemergeError GIT_FAILED when the remote cannot be reached, or when what its ref names is no commit
 */
export async function fetchLedgerRef(
  reader: ObjectReader,
  cwd: string,
  remote: string,
  ref: string,
  { keep = true, timeoutMs = NETWORK_MS }: FetchOptions = {},
): Promise<string | undefined> {
  const ask = (words: readonly string[]): Promise<GitAnswer> =>
    gitAsync(words, { cwd, network: true, timeoutMs, accept: ACCEPTED }).catch((error) => {
      throw failedAt(`${remote} could not be asked for ${ref}`, error);
    });
  const name = keep ? await intoScratch(reader, cwd, remote, ref, ask) : await asObjects(reader, remote, ref, ask);
  if (name === undefined) return undefined;
  const commit = await commitAt(reader, name);
  if (commit !== undefined) return commit;
  const type = (await reader.ask(name))?.type ?? "nothing that could be fetched";
  if (keep) deleteRef(cwd, name);
  throw new ForemergeError("GIT_FAILED", `${ref} of ${remote} is no commit: ${type}`, {
    hint: `somebody put something else there; nothing here is lost: git push ${remote} --delete ${ref} takes it away, and the next sync writes the ledger anew`,
  });
}

const ACCEPTED = [0, 1, 128] as const;
const MISSING = /couldn't find remote ref/i;

type Ask = (words: readonly string[]) => Promise<GitAnswer>;

/** The scratch ref that holds what the remote's ref is at. */
async function intoScratch(
  reader: ObjectReader,
  cwd: string,
  remote: string,
  ref: string,
  ask: Ask,
): Promise<string | undefined> {
  const scratch = scratchRef(remote);
  const fetch = [...QUIET_FETCH, "--", remote, `${ref}:${scratch}`];
  let answer = await ask(fetch);
  if (answer.status === 1) {
    // What was fetched is no fast-forward (git is silent about it, being told to be). The remote's ref was rewritten: the scratch ref, which is nobody's work, starts over.
    deleteRef(cwd, scratch);
    answer = await ask(fetch);
  }
  if (answer.status === 0) return scratch;
  if (!MISSING.test(answer.stderr)) throw failedAt(`${remote} could not be asked for ${ref}`, answer.stderr);
  // Also on a remote that was made anew: what the scratch ref remembers is not there any more.
  if ((await reader.ask(scratch)) !== undefined) deleteRef(cwd, scratch);
  return undefined;
}

/** The object that the remote's ref is at, fetched without a ref here. */
async function asObjects(reader: ObjectReader, remote: string, ref: string, ask: Ask): Promise<string | undefined> {
  const listed = await ask(["ls-remote", "--refs", "--", remote, ref]);
  if (listed.status !== 0) throw failedAt(`${remote} could not be asked for ${ref}`, listed.stderr);
  const lines = listed.stdout.toString("utf8").split("\n");
  const id = lines.find((line) => line.endsWith(`\t${ref}`))?.split("\t")[0];
  if (id === undefined || (await reader.ask(id)) !== undefined) return id;
  const answer = await ask([...QUIET_FETCH, "--", remote, ref]);
  if (answer.status !== 0) throw failedAt(`${remote} could not be asked for ${ref}`, answer.stderr);
  return id;
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
