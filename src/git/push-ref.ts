// Pushes a commit to a ref of a remote, and takes one away (spec 2.6): a fast-forward or not at all, no hook, no other
// ref, and what the server said is kept.
import { failedAt, NETWORK_MS, words } from "./remote-trouble.ts";
import { type GitAnswer, git, gitAsync } from "./run.ts";

/**
 * What a push came to. `overtaken`: it did not fit, or somebody held a lock; a push on top of what is there now may
 * fit. `refused`: for good; `entry`: nobody was let in to write at all, `name`: another ref is in the way of this name.
 */
export type Pushed =
  | { readonly kind: "taken" }
  | { readonly kind: "overtaken"; readonly words: string }
  | { readonly kind: "refused"; readonly words: string; readonly why: "ref" | "entry" | "name" };

const NOT_FITTING =
  /\[rejected\]|fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|already exists|incorrect old value/i;
const NAME_TAKEN = /exists; cannot create|directory.file conflict|D\/F conflict/i;
const REF_REFUSED = /\[remote rejected\]|declined|hidden ref|prohibited|denied|not allowed|protected/i;
const NO_ENTRY = /denied|not allowed|prohibited|read.only|authentication failed|could not read username|\b40[13]\b/i;
/** Two pushes at once meet in the server's own locks, which some transports report only as a lost connection. */
const LOCKED = /cannot lock|unable to (lock|create).*\.lock|File exists/i;

/**
 * Settings of this one call. A mirror is pushed whole, and by force, unless it is told to be none; as a variable,
 * because the name of a remote may hold what the command line takes for the end of a setting.
 */
const settingsFor = (remote: string): Readonly<Record<string, string>> => ({
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: `remote.${remote}.mirror`,
  GIT_CONFIG_VALUE_0: "false",
});

export interface PushOptions {
  /** Many new files, among which a search for deltas would only cost time; the remote's own gc finds them later. */
  readonly bulk?: boolean;
  readonly timeoutMs?: number | undefined;
}

/** Pushes one commit to one ref, as a fast-forward or not at all. @throws GIT_FAILED when the remote cannot be reached */
export async function pushCommit(
  cwd: string,
  remote: string,
  commit: string,
  ref: string,
  { bulk = false, timeoutMs = NETWORK_MS }: PushOptions = {},
): Promise<Pushed> {
  const settings = ["-c", "push.followTags=false", "-c", "push.gpgSign=false", "-c", "push.recurseSubmodules=no"];
  const packing = ["-c", "pack.compression=1", ...(bulk ? ["-c", "pack.window=0"] : [])];
  const command = ["push", "--porcelain", "--no-verify", "--", remote, `${commit}:${ref}`];
  const failed = `${remote} did not take the events`;
  let answer: GitAnswer;
  try {
    answer = await gitAsync([...settings, ...packing, ...command], {
      cwd,
      network: true,
      timeoutMs,
      accept: [0, 1, 128],
      env: settingsFor(remote),
    });
  } catch (error) {
    throw failedAt(failed, error);
  }
  if (answer.status === 0) return { kind: "taken" };
  const said = answer.stdout.toString("utf8");
  const line = said.split("\n").find((each) => each.startsWith("!")) ?? "";
  const told = words(`${line.split("\t").at(-1) ?? ""}\n${answer.stderr}`);
  if (line !== "" && NAME_TAKEN.test(told)) return { kind: "refused", words: told, why: "name" };
  if (NOT_FITTING.test(line)) return { kind: "overtaken", words: told };
  if (REF_REFUSED.test(line)) return { kind: "refused", words: told, why: "ref" };
  if (NO_ENTRY.test(answer.stderr)) return { kind: "refused", words: words(answer.stderr), why: "entry" };
  if (LOCKED.test(answer.stderr)) return { kind: "overtaken", words: words(answer.stderr) };
  throw failedAt(failed, answer.stderr || said);
}

/** Takes a ref of ours off the remote again; a host that does not allow it keeps an empty commit. */
export function removeRemoteRef(cwd: string, remote: string, ref: string): void {
  git(["push", "--quiet", "--no-verify", "--", remote, `:${ref}`], {
    cwd,
    network: true,
    timeoutMs: NETWORK_MS,
    accept: [0, 1, 128],
    env: settingsFor(remote),
  });
}
