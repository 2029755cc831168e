// `resolve --coordinate` (spec 4.2): a note that people are talking. The conflict stays open, for the gate too.
import type { Conflict } from "../store/model.ts";
import type { ShownFinding } from "./documents.ts";
import { viewOfConflict } from "./recording.ts";
import type { Session } from "./session.ts";
import { openConflict, requireReason, settledBy } from "./settle.ts";

export interface CoordinationDocument {
  readonly schema: "foremerge.resolution/1";
  readonly as_of_event: number;
  readonly conflict: ShownFinding;
  /** Nothing was decided. */
  readonly decision: null;
  readonly note: string;
}

/** @throws INVALID_INPUT (blank note), NOT_FOUND, ALREADY_SETTLED */
export function coordinate(session: Session, id: string, noteGiven: string): CoordinationDocument {
  const note = requireReason(noteGiven, "--coordinate");
  const by = { actor: session.who.agent, at: session.now };
  const { result, state } = session.ledger().transact(by, (now) => {
    const conflict = openConflict(now, id);
    const data = { conflict_id: conflict.id, note, by: settledBy(session), agent: session.who.agent };
    return { events: [{ type: "conflict.coordinating", data }], result: conflict.id };
  });
  return {
    schema: "foremerge.resolution/1",
    as_of_event: state.asOf,
    conflict: viewOfConflict(state.conflict(result) as Conflict),
    decision: null,
    note,
  };
}
