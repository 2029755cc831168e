// Names of commits made safe: a ref or range as somebody typed it becomes an object id, or a clear refusal. Also how
// two commits stand to each other, and which branch is the base.
import { ForemergeError, invalidInput } from "../errors.ts";
import { git, gitText } from "./run.ts";

/** False for what git could take for an option, a path or several revisions at once. */
export const isName = (name: string): boolean =>
  name !== "" &&
  !name.startsWith("-") &&
  !/[\u0000-\u0020\u007f^:?*[\\]|\.\./.test(name.replace(/\^\d*|@\{[^}]*\}/g, ""));

function checkName(name: string): void {
  if (!isName(name)) {
    throw invalidInput(
      `${JSON.stringify(name)} is no name of a branch, tag or commit`,
      "write a branch, a tag, or the first characters of a commit id",
    );
  }
}

/** The commit that a name means, or undefined when there is none. Refuses (exit 2) what cannot be a name. */
export function findCommit(cwd: string, name: string): string | undefined {
  checkName(name);
  const answer = git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`], {
    cwd,
    accept: [0, 1, 128],
  });
  const id = answer.stdout.toString("utf8").trim();
  if (answer.status === 0) return id;
  if (answer.status === 128 && /not a git repository|dubious ownership/.test(answer.stderr)) {
    throw new ForemergeError("GIT_FAILED", answer.stderr.trim().replace(/\n+/g, " / "));
  }
  return undefined;
}

/**
 * The commit that a name means.
 * @throws ForemergeError INVALID_INPUT for what cannot be a name, NOT_FOUND for an unknown one: exit 2 both.
 */
export function resolveCommit(cwd: string, name: string): string {
  const id = findCommit(cwd, name);
  if (id !== undefined) return id;
  throw new ForemergeError("NOT_FOUND", `no branch, tag or commit named ${JSON.stringify(name)}`, {
    hint: "git branch --all lists the branches",
  });
}

/** Commits of many object ids or full ref names in one process; undefined where there is none. */
export function findCommits(cwd: string, names: readonly string[]): (string | undefined)[] {
  if (names.length === 0) return [];
  for (const name of names) checkName(name);
  const input = names.map((name) => `${name}^{commit}\n`).join("");
  const lines = gitText(["cat-file", "--batch-check=%(objectname)"], { cwd, input }).split("\n");
  return names.map((_, at) => (/^[0-9a-f]{40,64}$/.test(lines[at] ?? "") ? lines[at] : undefined));
}

/** The best common ancestor of two commits; undefined for unrelated histories. `env` may name other object folders. */
export function mergeBase(
  cwd: string,
  a: string,
  b: string,
  env?: Readonly<Record<string, string>>,
): string | undefined {
  const answer = git(["merge-base", a, b], { cwd, accept: [0, 1], ...(env === undefined ? {} : { env }) });
  return answer.status === 0 ? answer.stdout.toString("utf8").trim() : undefined;
}

/** True when `ancestor` is `commit` or lies in its history. */
export function isAncestor(cwd: string, ancestor: string, commit: string): boolean {
  return git(["merge-base", "--is-ancestor", ancestor, commit], { cwd, accept: [0, 1] }).status === 0;
}

/** A range as typed, as two commits. `A..B`: from A to B; `A...B`: from their common ancestor to B; `A`: from A to HEAD. */
export function resolveRange(cwd: string, text: string): { readonly from: string; readonly to: string } {
  const found = /^(.*?)(\.\.\.?)(.*)$/.exec(text);
  if (!found) return { from: resolveCommit(cwd, text), to: resolveCommit(cwd, "HEAD") };
  const from = resolveCommit(cwd, found[1] || "HEAD");
  const to = resolveCommit(cwd, found[3] || "HEAD");
  if (found[2] === "..") return { from, to };
  const base = mergeBase(cwd, from, to);
  if (base === undefined) {
    throw invalidInput(
      `${JSON.stringify(text)}: the two have no common ancestor`,
      "write A..B to compare them as they are",
    );
  }
  return { from: base, to };
}

export interface Branch {
  /** Without `refs/heads/`. */
  readonly name: string;
  readonly commit: string;
}

/** Local branches by name. */
export function localBranches(cwd: string): Branch[] {
  const text = gitText(["for-each-ref", "--format=%(refname:lstrip=2)%00%(objectname)", "refs/heads"], { cwd });
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", commit = ""] = line.split("\0");
      return { name, commit };
    });
}

/** The branch that work is merged into, locally and as last fetched. */
export interface BaseBranch {
  readonly name: string;
  /** The newer of the two where one contains the other, else the fetched one. */
  readonly commit: string;
  readonly local: string | undefined;
  readonly fetched: string | undefined;
}

/**
 * The base branch: the configured one, else the default branch of the remote (`origin`, or the only remote), else main
 * or master (spec 5.5, `base`). Undefined when there is none, as before the first commit.
 * @throws ForemergeError NOT_FOUND when the configured one does not exist.
 */
export function baseBranch(cwd: string, configured?: string): BaseBranch | undefined {
  const refs = readRefs(cwd);
  const heads = [...refs.keys()].filter((ref) => /^refs\/remotes\/[^/]+\/HEAD$/.test(ref));
  const head = heads.includes("refs/remotes/origin/HEAD")
    ? "refs/remotes/origin/HEAD"
    : heads.length === 1
      ? heads[0]
      : "";
  const remote = /^refs\/remotes\/([^/]+)\/HEAD$/.exec(head ?? "")?.[1] ?? "origin";
  const target = head === undefined || head === "" ? undefined : refs.get(head)?.target;
  const byDefault = target?.startsWith(`refs/remotes/${remote}/`)
    ? target.slice(`refs/remotes/${remote}/`.length)
    : undefined;
  const wanted = configured ?? byDefault;
  for (const name of wanted === undefined ? ["main", "master"] : [wanted]) {
    const local = refs.get(`refs/heads/${name}`)?.commit;
    const fetched = refs.get(`refs/remotes/${remote}/${name}`)?.commit ?? refs.get(`refs/remotes/${name}`)?.commit;
    if (local === undefined && fetched === undefined) continue;
    const ahead = local !== undefined && fetched !== undefined && local !== fetched && isAncestor(cwd, fetched, local);
    return { name, commit: ahead ? local : (fetched ?? (local as string)), local, fetched };
  }
  if (configured === undefined) return undefined;
  const commit = findCommit(cwd, configured);
  if (commit !== undefined) return { name: configured, commit, local: commit, fetched: undefined };
  throw new ForemergeError("NOT_FOUND", `base: no branch named ${JSON.stringify(configured)}`, {
    hint: "mend base in .foremerge.yaml, or fetch that branch",
  });
}

function readRefs(cwd: string): Map<string, { commit: string; target: string }> {
  const format = "--format=%(refname)%00%(objectname)%00%(symref)";
  const text = gitText(["for-each-ref", format, "refs/heads", "refs/remotes"], { cwd });
  const refs = new Map<string, { commit: string; target: string }>();
  for (const line of text.split("\n")) {
    const [ref = "", commit = "", target = ""] = line.split("\0");
    if (ref !== "") refs.set(ref, { commit, target });
  }
  return refs;
}
