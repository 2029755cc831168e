// `hook pre-tool` (spec 3.6): from a tool call on standard input, or a path, to an answer. Silent where foremerge does
// not manage the repository, or where the tool writes no file of it.
import { isAbsolute, relative, resolve } from "node:path";
import { ForemergeError } from "../../errors.ts";
import { pathNamer } from "../paths.ts";
import type { Session } from "../session.ts";
import { type HookAnswer, SILENT } from "./answer.ts";
import type { Deadline } from "./deadline.ts";
import { answerEdit } from "./edit.ts";

/** The answer for a path as the agent writes it: absolute, or from where it stands. */
export async function answerPath(session: Session, written: string, deadline: Deadline): Promise<HookAnswer> {
  if (!session.place.exists) return SILENT;
  const path = nameOf(session, written);
  if (path === undefined) return SILENT;
  deadline.check("the ledger was read");
  const state = session.state();
  deadline.check("the claims were looked at");
  return answerEdit(session, state, path, deadline);
}

/** The normal form, or undefined for what is no file of this repository: foremerge has nothing to say about that. */
function nameOf(session: Session, written: string): string | undefined {
  const full = isAbsolute(written) ? written : resolve(session.cwd, written);
  try {
    return pathNamer(session)(isAbsolute(written) ? full : relative(session.root, full)).path;
  } catch (error) {
    if (error instanceof ForemergeError && error.code === "INVALID_INPUT") return undefined;
    throw error;
  }
}
