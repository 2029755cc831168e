// Did a blocker's work touch what a waiting task plans to touch (spec 4.4, rule 5)? Asks git: the commits since the
// conflict was detected, the blocker's own branch, and what is not committed yet, here and in the blocker's worktree.
import { globOf, isGlob } from "../detect/glob.ts";
import { foldPath, pathRefusal } from "../detect/path.ts";
import { changedFiles, type DiffOf } from "../git/diff.ts";
import { findCommits } from "../git/refs.ts";
import { listWorktrees } from "../git/worktrees.ts";
import type { Compatibility } from "../plan/arbiter.ts";
import type { PlanNode } from "../plan/node.ts";
import type { PlanTree } from "../plan/tree.ts";
import type { Conflict, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";

/** Intents that are a blocker's work: the intent itself, or those published for the task. */
export function intentsOf(state: State, blocker: string): readonly Intent[] {
  const own = state.intent(blocker);
  return own ? [own] : state.allIntents().filter(({ task }) => task === blocker);
}

/** What git shows of the blocker's work, held against the artifacts of the task that waits. */
export function blockerChanges(
  session: Session,
  state: State,
  conflict: Conflict,
  proposed: PlanNode,
  blocker: string,
  tree: PlanTree,
): Compatibility {
  const { repository } = session;
  if (!repository) return inconclusive("there is no git repository here");
  if (proposed.artifacts.length === 0) return inconclusive(`${proposed.id} declares no files`);
  const intents = intentsOf(state, blocker);
  const from = conflict.record?.checkpoint ?? intents.find(({ base }) => base !== undefined)?.base;
  if (from === undefined) return inconclusive("the commit to compare with was not recorded");
  if (!/^[0-9a-f]{40,64}$/.test(from)) return inconclusive("the commit to compare with is no commit id");
  const [start, head] = findCommits(repository.root, [from, "HEAD"]);
  if (start === undefined) return inconclusive(`the commit ${from.slice(0, 12)} to compare with is gone`);
  if (head === undefined) return inconclusive("there is no commit here yet");
  const changed = new Set<string>();
  const add = (cwd: string, what: DiffOf): void => {
    for (const { path, oldPath } of changedFiles(cwd, what)) {
      changed.add(path);
      if (oldPath !== undefined) changed.add(oldPath);
    }
  };
  add(repository.root, { kind: "range", from: start, to: head });
  add(repository.root, { kind: "worktree" });
  for (const intent of intents) {
    const why = addBranch(repository.root, intent, add);
    if (why !== undefined) return inconclusive(why);
  }
  addWorktrees(repository.root, intents, add);
  // The nodes' own files say how far work is; they are not the work.
  for (const { path } of tree.nodes) changed.delete(path);
  const touched = matcherOf(proposed, repository.ignoreCase);
  const files = [...changed].filter(touched).sort();
  return files.length > 0 ? { state: "hit", files } : { state: "missed" };
}

const inconclusive = (why: string): Compatibility => ({ state: "inconclusive", why });

type Add = (cwd: string, what: DiffOf) => void;

/** Adds what the intent's branch changed since its base; says why when that cannot be known. */
function addBranch(root: string, intent: Intent, add: Add): string | undefined {
  const { branch, base, head } = intent;
  if (branch === undefined && head === undefined) return undefined;
  const names = [
    branch !== undefined && /^[^\s~^:?*[\\-][^\s~^:?*[\\]*$/.test(branch) ? `refs/heads/${branch}` : "0".repeat(40),
    head !== undefined && /^[0-9a-f]{40,64}$/.test(head) ? head : "0".repeat(40),
    base !== undefined && /^[0-9a-f]{40,64}$/.test(base) ? base : "0".repeat(40),
  ];
  const [tip, recorded, start] = findCommits(root, names);
  const end = tip ?? recorded;
  if (end === undefined) return `the branch ${branch ?? ""} of ${intent.id} is gone`;
  if (start === undefined) return `the commit that ${intent.id} started from is gone`;
  add(root, { kind: "range", from: start, to: end });
  return undefined;
}

/** Adds what is not committed yet in the worktrees of the blocker's intents. */
function addWorktrees(root: string, intents: readonly Intent[], add: Add): void {
  const wanted = new Set(
    intents.flatMap((intent) => (intent.worktree_path === undefined ? [] : [intent.worktree_path])),
  );
  wanted.delete(root);
  if (wanted.size === 0) return;
  // Only worktrees of this repository are looked into, whatever path an event names.
  for (const { path, missing, bare } of listWorktrees(root)) {
    if (wanted.has(path) && !missing && !bare) add(path, { kind: "worktree" });
  }
}

/** True for files that one of the node's artifacts names, holds or matches. */
function matcherOf(node: PlanNode, ignoreCase: boolean): (path: string) => boolean {
  const fold = (path: string): string => (ignoreCase ? path.toLowerCase() : path);
  const places = node.artifacts.flatMap(({ path, to }) => (to === undefined ? [path] : [path, to]));
  const tests = places.map((text) => {
    if (isGlob(text)) {
      const glob = globOf(foldPath(text).path, ignoreCase);
      return (path: string): boolean => glob.matches(path);
    }
    if (pathRefusal(text) !== undefined) return (): boolean => false;
    const place = fold(foldPath(text).path);
    return (path: string): boolean => fold(path) === place || fold(path).startsWith(`${place}/`);
  });
  return (path) => tests.some((test) => test(path));
}
