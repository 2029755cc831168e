// Where changes of working files keep their before-images, which files may be changed, and ending what an interrupted
// run left behind (spec 4.5).
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Journal } from "../resolve/file-changes.ts";
import type { Ground } from "../resolve/target-file.ts";
import type { PlanStep } from "../store/event.ts";
import type { LedgerPlace } from "../store/ledger.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";

/** Folders beside the ledger that belong to it. */
const OWN = ["cache", "presence", "locks", "quarantine", "undo", "replica.json"];

export const undoFolder = (place: Pick<LedgerPlace, "folder">): string => join(place.folder, "undo");

/** Files of this worktree, the ledger and what lies beside it excepted. */
export function groundOf(session: Pick<Session, "root" | "place">): Ground {
  const { path, folder } = session.place;
  return { root: session.root, guarded: [path, ...OWN.map((name) => join(folder, name))] };
}

/** True when an event of the ledger tells of this journal: its change was reported as done. */
function isCommitted(state: State, { id, about }: Journal): boolean {
  const conflict = about.conflict === undefined ? undefined : state.conflict(about.conflict);
  const rolledBack = about.rolls_back;
  const done = conflict?.modifications.some(({ result_id, rolled_back }) =>
    rolledBack === undefined ? result_id === id : result_id === rolledBack && rolled_back !== undefined,
  );
  if (done) return true;
  if (about.node === undefined) return false;
  return (state.plan(about.node)?.entries ?? []).some(({ data }) => (data as Partial<PlanStep>).step_id === id);
}

/**
 * Ends what an interrupted run left, and says how. Cheap when there is nothing. Runs under the ledger's lock, so that a
 * run which is still at work is never taken for a dead one.
 */
export async function recoverInterrupted(session: Session): Promise<void> {
  const undo = undoFolder(session.place);
  let names: readonly string[];
  try {
    names = readdirSync(undo);
  } catch {
    return;
  }
  if (!names.some((name) => name.endsWith(".pending.json"))) return;
  const { recover } = await import("../resolve/file-changes.ts");
  const { result } = session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => ({
    events: [],
    result: recover(undo, (journal) => isCommitted(state, journal)),
  }));
  for (const { id, how, restored, edited } of result) {
    const files = restored.length === 0 ? "" : `: ${restored.join(", ")} as before`;
    const left = edited.length === 0 ? "" : `; edited since and left alone: ${edited.join(", ")}`;
    session.warn(
      how === "finished"
        ? `an earlier run (${id}) was cut short after its files were written; it is finished now`
        : `an earlier run (${id}) was cut short; it is rolled back now${files}${left}`,
    );
  }
}
