// The commits of an intent's work, as git knows them here (spec 4.1): its head, and whether the base branch holds it.
import { type Landed, landedWork } from "../git/merged.ts";
import { type BaseBranch, baseBranch, isAncestor, localBranches } from "../git/refs.ts";
import { listWorktrees, rebasedIn, type Worktree } from "../git/worktrees.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";

/** What says where work stands, looked up once for all intents. */
export interface Grounds {
  readonly root: string;
  readonly worktrees: readonly Worktree[];
  /** Commits of the local branches by name. */
  readonly tips: ReadonlyMap<string, string>;
  /** Name of the base branch. */
  readonly base: string | undefined;
  /** The branch whose rebase is under way in a worktree. */
  readonly rebasedAt: (path: string) => string | undefined;
}

/** @param configured `base` of the settings; one that is not here counts as none */
export function groundsOf(root: string, configured: string | undefined): Grounds {
  const rebases = new Map<string, string | undefined>();
  return {
    root,
    worktrees: listWorktrees(root).filter(({ missing, bare }) => !missing && !bare),
    tips: new Map(localBranches(root).map(({ name, commit }) => [name, commit])),
    base: baseNamed(root, configured)?.name,
    rebasedAt: (path) => {
      if (!rebases.has(path)) rebases.set(path, rebasedIn(path));
      return rebases.get(path);
    },
  };
}

/** The base branch; undefined also when the configured one is not here. */
export function baseNamed(root: string, configured: string | undefined): BaseBranch | undefined {
  try {
    return baseBranch(root, configured);
  } catch {
    return undefined;
  }
}

/** Where work stands: a worktree of this machine, or a branch that is checked out nowhere. */
export interface Standing {
  readonly worktree: Worktree | undefined;
  /** Branch that it is on now; undefined when detached or unknown. */
  readonly branch: string | undefined;
  /** Its newest commit; undefined when neither worktree nor branch are here. */
  readonly head: string | undefined;
  /** Why that may not be all of it. */
  readonly doubt?: string;
}

/**
 * Where an intent's work stands. Work that was declared on the base branch, or on none, goes wherever its worktree has
 * gone since. Any other stays on its branch, in whichever worktree that is checked out, or in its own worktree where that
 * has left the branch to go on from its tip without a name.
 */
export function standingOf({ root, worktrees, tips, base, rebasedAt }: Grounds, intent: Intent): Standing {
  const { branch, worktree_path: path } = intent;
  const own = path === undefined ? undefined : worktrees.find((one) => one.path === path);
  const rebased = own && own.branch === undefined ? rebasedAt(own.path) : undefined;
  const at = (worktree: Worktree): Standing => ({
    worktree,
    branch: worktree.branch,
    head: worktree.head,
    ...(worktree === own && rebased !== undefined ? { doubt: rebasing(rebased, own.path) } : {}),
  });
  const closed = intent.closed !== undefined && intent.head !== undefined;
  if (own && !closed && (branch === undefined || branch === base)) return at(own);
  if (branch === undefined) return { worktree: undefined, branch, head: closed ? intent.head : undefined };
  const elsewhere = own?.branch === branch ? own : worktrees.find((one) => one.branch === branch);
  if (elsewhere) return at(elsewhere);
  const tip = tips.get(branch);
  if (own && rebased === branch) {
    return { worktree: undefined, branch, head: tip, doubt: rebasing(branch, own.path) };
  }
  const goesOn = own?.head !== undefined && own.branch === undefined && tip !== undefined;
  if (goesOn && isAncestor(root, tip, own.head as string)) return at(own);
  return { worktree: undefined, branch, head: tip };
}

const rebasing = (branch: string, path: string): string =>
  `a rebase of ${branch} is under way in ${path}; what it makes of the work is not known yet`;

export interface MergedWork {
  readonly intent: Intent;
  readonly how: Landed;
  /** Name of the base branch. */
  readonly base: string;
}

/**
 * Open intents whose recorded head the base branch holds: as an ancestor, or as the same changes after a rebase or a
 * squash. Work that has no commit of its own cannot have landed.
 */
export function mergedWork(session: Session, intents: readonly Intent[]): readonly MergedWork[] {
  const { repository, settings } = session;
  const finished = intents.filter((intent) => intent.head !== undefined);
  if (!repository || finished.length === 0) return [];
  const base = baseBranch(repository.root, settings.base);
  if (base === undefined) return [];
  const tips = [...new Set([base.commit, base.local, base.fetched])].filter((tip) => tip !== undefined);
  const landed = landedWork(
    repository.root,
    finished.map(({ head, base: start }) => ({ head: head as string, start })),
    tips,
  );
  return finished.flatMap((intent) => {
    const how = landed.get(intent.head as string);
    return how === undefined ? [] : [{ intent, how, base: base.name }];
  });
}

/** The same for every open intent of the state. */
export const mergedIntents = (session: Session, state: State): readonly MergedWork[] =>
  mergedWork(session, state.openIntents());

/** The command that closes merged work. */
export const closingCommand = (intent: Intent): string => `foremerge intent accept ${intent.id} --merged`;
