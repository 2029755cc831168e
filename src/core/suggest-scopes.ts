// foremerge scope suggest (spec 3.7): scopes out of a diff. Reads git and files; writes nothing but kept outlines.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ForemergeError } from "../errors.ts";
import type { DiffOf } from "../git/diff.ts";
import { resolveRange } from "../git/refs.ts";
import { type DerivedScope, derivedScopes } from "./derived-scopes.ts";
import { Outlines } from "./outlines.ts";
import type { Session } from "./session.ts";
import { type TreeChange, treeChanges } from "./tree-changes.ts";

/** Which diff is meant: what is staged, what differs from HEAD, or two commits as `A..B` or `A...B`. */
export type DiffRequest = "staged" | "worktree" | { readonly range: string };

/** `foremerge.scope-suggest/1`. */
export interface ScopeSuggestDocument {
  readonly schema: "foremerge.scope-suggest/1";
  readonly as_of_event: null;
  readonly scopes: readonly DerivedScope[];
  readonly [extra: string]: unknown;
}

export async function suggestScopes(session: Session, request: DiffRequest): Promise<ScopeSuggestDocument> {
  const scopes = derivedScopes(await requestedChanges(session, request));
  return { schema: "foremerge.scope-suggest/1", as_of_event: null, scopes };
}

/** @throws GIT_FAILED outside git and in a bare repository, NOT_FOUND for an unknown commit */
export async function requestedChanges(session: Session, request: DiffRequest): Promise<TreeChange[]> {
  const { repository, root } = session;
  if (!repository || (repository.bare && typeof request === "string")) {
    throw new ForemergeError("GIT_FAILED", `${session.cwd} lies in no worktree of a git repository`, {
      hint: "run it inside a repository, or write --cwd DIR",
    });
  }
  return treeChanges(root, diffOf(session, request), new Outlines(session));
}

function diffOf(session: Session, request: DiffRequest): DiffOf {
  if (request === "staged" || request === "worktree") return { kind: request };
  try {
    return { kind: "range", ...resolveRange(session.root, request.range) };
  } catch (error) {
    if (!(error instanceof ForemergeError) || !isShallow(session)) throw error;
    // The commit may well exist, only not here.
    throw new ForemergeError(error.code, `${error.message}; this clone is shallow and ends before it`, {
      hint: "fetch the rest with git fetch --unshallow, or name commits that are here",
      cause: error,
    });
  }
}

/** True when the history of this clone was cut off (`git clone --depth`). */
export function isShallow(session: Session): boolean {
  return session.repository !== undefined && existsSync(join(session.repository.commonDir, "shallow"));
}
