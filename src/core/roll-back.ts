// Taking the edits of a resolving run back (spec 4.5): from the before-images, all or none, and only where nobody edited
// since. The conflicts stay settled: there is no way back from a settlement.
import { ForemergeError } from "../errors.ts";
import {
  abandon,
  beforeImage,
  closeJournal,
  type FileChange,
  type Journal,
  journalsOf,
  writeAll,
} from "../resolve/file-changes.ts";
import { readTarget } from "../resolve/target-file.ts";
import { sha256 } from "../sha256.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Conflict } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";
import { groundOf, undoFolder } from "./undo-folder.ts";

export interface RolledBack {
  readonly result_id: string;
  readonly conflicts: readonly string[];
  /** Files that have their earlier bytes again. */
  readonly files: readonly string[];
  /** It had been rolled back before; nothing was done now. */
  readonly already: boolean;
  readonly asOf: number;
}

/**
 * Restores what the run changed.
 * @throws NOT_FOUND for an unknown run; INVALID_STATE when a file was edited since (named), or its before-image is gone
 */
export function rollBack(session: Session, resultId: string): RolledBack {
  const undo = undoFolder(session.place);
  const id = resultId.trim();
  let journal: Journal | undefined;
  try {
    const { result } = session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => {
      const run = runOf(state, undo, id);
      const events = run.open.map(
        ({ conflict, result }): NewEvent => ({
          type: "modifications.rolled_back",
          data: { conflict_id: conflict.id, result_id: result, agent: session.who.agent },
        }),
      );
      const first = run.open[0];
      const changes = first ? restoring(session, undo, run.journals) : [];
      if (first && changes.length > 0) {
        journal = writeAll(undo, {
          id: newId("res", session.now),
          ground: { ...groundOf(session), root: (run.journals[0] as Journal).root },
          at: session.now,
          about: { conflict: first.conflict.id, rolls_back: first.result },
          changes,
        });
      }
      const files = changes.map(({ file }) => file.path);
      const conflicts = run.all.map(({ conflict }) => conflict.id);
      const result = { result_id: id, conflicts, files, already: !first, asOf: state.asOf + events.length };
      return { events, result: { result, journals: run.journals } };
    });
    if (journal) {
      closeJournal(undo, journal, "applied");
      for (const old of result.journals) closeJournal(undo, old, "rolled_back");
    }
    return result.result;
  } catch (error) {
    if (journal) abandon(undo, journal);
    throw error;
  }
}

interface Edited {
  readonly conflict: Conflict;
  readonly result: string;
}

/** What the ledger and `undo/` know of a run. */
function runOf(
  state: State,
  undo: string,
  id: string,
): { readonly all: readonly Edited[]; readonly open: readonly Edited[]; readonly journals: readonly Journal[] } {
  const journals = journalsOf(undo, id).filter(({ about }) => about.rolls_back === undefined);
  const known = new Set(journals.flatMap(({ about }) => (about.conflict === undefined ? [] : [about.conflict])));
  const conflicts =
    known.size > 0 ? [...known].flatMap((conflict) => state.conflict(conflict) ?? []) : state.allConflicts();
  const all = conflicts.flatMap((conflict) =>
    conflict.modifications
      .filter(({ result_id }) => result_id === id || result_id.startsWith(`${id}.`))
      .map((modification) => ({ conflict, result: modification.result_id, modification })),
  );
  if (all.length === 0) {
    throw new ForemergeError("NOT_FOUND", `no resolving run ${JSON.stringify(id.slice(0, 80))} changed files here`, {
      hint: "RESULT_ID is the session_id of the file that --output wrote",
    });
  }
  const open = all.filter(({ modification }) => modification.rolled_back === undefined);
  if (journals.length === 0 && open.some(({ modification }) => modification.applied.length > 0)) {
    throw new ForemergeError("INVALID_STATE", `the before-images of ${id} are not on this machine`, {
      hint: "take the change back with git, or roll it back where it was made",
    });
  }
  return { all, open, journals };
}

/** The changes that lead back: for each file the first before-image, if the file is still as the last edit left it. */
function restoring(session: Session, undo: string, journals: readonly Journal[]): FileChange[] {
  const back = new Map<string, { readonly journal: Journal; last: string }>();
  for (const journal of journals) {
    for (const file of journal.files) {
      const known = back.get(file.path);
      if (known) known.last = file.after;
      else back.set(file.path, { journal, last: file.after });
    }
  }
  const changes: FileChange[] = [];
  const edited: string[] = [];
  for (const [path, { journal, last }] of back) {
    const now = readTarget({ ...groundOf(session), root: journal.root }, path);
    const before = beforeImage(undo, journal, path);
    if (now.state !== "found" || sha256(now.file.bytes) !== last) edited.push(path);
    else if (!before)
      throw new ForemergeError("INVALID_STATE", `the before-image of ${path} is gone; nothing was changed`);
    else changes.push({ file: now.file, after: before });
  }
  if (edited.length > 0) {
    throw new ForemergeError("INVALID_STATE", `edited since, so nothing is rolled back: ${edited.join(", ")}`, {
      hint: "take those edits back first, or undo the change by hand",
      details: { files: edited },
    });
  }
  return changes;
}
