// One declaration as typed or as a line of a batch, turned into a candidate: the shared front of publish, rescope and
// check. Every refusal of spec 1.1 happens here, before anything is written.
import type { Candidate, ScopeClaim, UseClaim } from "../detect/model.ts";
import { buildRequest } from "../detect/request.ts";
import { invalidInput } from "../errors.ts";
import type { State } from "../store/state.ts";
import { resolveId } from "./ids.ts";
import { pathReader } from "./paths.ts";
import type { Session } from "./session.ts";

export interface Declaration {
  readonly summary: string;
  /** `KIND:KEY[=OPERATION]`. */
  readonly scopes: readonly string[];
  /** `KIND:KEY`. */
  readonly uses: readonly string[];
  readonly dependsOn: readonly string[];
  readonly agent?: string;
  readonly task?: string;
}

export interface Declared {
  readonly summary: string;
  readonly scopes: readonly ScopeClaim[];
  readonly uses: readonly UseClaim[];
  readonly warnings: readonly string[];
}

/** Validates summary, scopes and uses. @throws INVALID_INPUT naming the value and what to write */
export function declare(session: Session, declaration: Declaration): Declared {
  return buildRequest(declaration, {
    filePath: pathReader(session),
    ignoreCase: session.repository?.ignoreCase ?? false,
  });
}

/** Full ids of `--depends-on`. @throws NOT_FOUND, AMBIGUOUS_ID */
export function dependencies(state: State, typed: readonly string[], self?: string): readonly string[] {
  const ids = [...new Set(typed.map((text) => resolveId(state, text, "int")))];
  if (self !== undefined && ids.includes(self)) {
    throw invalidInput(`${self} cannot depend on itself`, "name the intents that must be done first");
  }
  return ids;
}

/** The detector's candidate for a declaration. */
export function candidateFor(
  session: Session,
  id: string,
  agent: string,
  declared: Declared,
  dependsOn: readonly string[],
): Candidate {
  const worktree = session.repository?.worktreeName;
  return {
    id,
    summary: declared.summary,
    agent,
    ...(worktree === undefined ? {} : { worktree }),
    scopes: declared.scopes,
    uses: declared.uses,
    dependsOn,
  };
}
