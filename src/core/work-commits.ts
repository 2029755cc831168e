// The commits of an intent's work, as git knows them here (spec 4.1): its head, and whether the base branch holds it.
import { existsSync } from "node:fs";
import { discoverRepository } from "../git/discover.ts";
import { type Landed, landedWork } from "../git/merged.ts";
import { baseBranch, findCommit } from "../git/refs.ts";
import type { Repository } from "../git/repository.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";

/** The worktree that an intent is worked on in, when it stands on this machine and belongs to this repository. */
export function worktreeOf(session: Session, intent: Intent): Repository | undefined {
  const { repository, env } = session;
  if (!repository || intent.worktree_path === undefined) return undefined;
  if (intent.worktree_path === repository.root) return repository;
  if (!existsSync(intent.worktree_path)) return undefined;
  const found = discoverRepository(intent.worktree_path, env);
  return found?.commonDir === repository.commonDir ? found : undefined;
}

/** Where the work stands: its worktree while its branch is checked out there, and its newest commit. */
export interface Standing {
  readonly worktree: Repository | undefined;
  readonly head: string | undefined;
}

/**
 * Where an intent's work stands. Work that was declared on the base branch goes wherever its worktree has gone since;
 * any other stays on its branch, whatever is checked out now.
 */
export function standingOf(session: Session, intent: Intent): Standing {
  const { repository, settings } = session;
  if (!repository) return { worktree: undefined, head: undefined };
  const worktree = worktreeOf(session, intent);
  if (worktree && (intent.branch === undefined || worktree.branch === intent.branch))
    return { worktree, head: worktree.head };
  if (intent.branch === undefined) return { worktree: undefined, head: repository.head };
  if (worktree && baseBranch(repository.root, settings.base)?.name === intent.branch)
    return { worktree, head: worktree.head };
  const branch = findCommit(repository.root, `refs/heads/${intent.branch}`);
  return { worktree: undefined, head: branch ?? worktree?.head ?? repository.head };
}

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
