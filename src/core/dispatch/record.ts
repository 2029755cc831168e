// Writes the conflicts of a dispatch check down (spec 3.5): one record per pair; the same state again is another
// detection of the same conflict.
import type { NewEvent } from "../../store/event.ts";
import { newId } from "../../store/id.ts";
import type { State } from "../../store/state.ts";
import type { Session } from "../session.ts";
import { type PairFinding, recordOf } from "./finding.ts";
import type { Role, Side } from "./side.ts";

/** A conflict to be written down. */
export interface DispatchConflict {
  readonly subject: Side;
  readonly other: { readonly id: string; readonly role: Role };
  readonly found: PairFinding;
  readonly overlap: {
    readonly files: readonly string[];
    readonly functions: readonly string[];
    readonly schema_elements: readonly string[];
  };
}

/** Events for these conflicts on this state. */
export function conflictEvents(session: Session, state: State, conflicts: readonly DispatchConflict[]): NewEvent[] {
  const facts = { detectedBy: "plan check", checkpoint: session.repository?.head };
  return conflicts.map(({ subject, other, found, overlap }): NewEvent => {
    const { finding } = found;
    const known = state.conflict(finding.id);
    const detection = {
      id: newId("dtn", session.now),
      severity: finding.severity,
      score: finding.score,
      evidence: finding.evidence,
      previously_settled: known !== undefined && known.status !== "OPEN" && known.status !== "COORDINATING",
      source_intent_id: finding.source_intent_id,
    };
    if (known) return { type: "conflict.redetected", data: { conflict_id: known.id, detection } };
    return {
      type: "conflict.detected",
      data: { finding, detection, record: recordOf(subject, other, found, overlap, facts) },
    };
  });
}

/** Appends them in one write and returns the number of events in the ledger then. */
export function recordConflicts(session: Session, conflicts: readonly DispatchConflict[]): number {
  const { result, events } = session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => ({
    events: conflictEvents(session, state, conflicts),
    result: state.asOf,
  }));
  return result + events.length;
}
