// From findings to events: first detection makes the conflict, later ones add a detection (spec 4.2).
import type { Finding } from "../detect/model.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Conflict, ModificationResult } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { EditsView, ShownFinding } from "./documents.ts";

export interface Recording {
  readonly events: readonly NewEvent[];
  /** The findings as the answer shows them: state and first evidence of conflicts that were known before. */
  readonly shown: readonly ShownFinding[];
}

export const isOpen = (conflict: Conflict): boolean => conflict.status === "OPEN" || conflict.status === "COORDINATING";

/** Records findings of one comparison. The same conflict found again keeps its state and its first evidence. */
export function recordFindings(state: State, findings: readonly Finding[], now: Date): Recording {
  const events: NewEvent[] = [];
  const shown: ShownFinding[] = [];
  for (const finding of findings) {
    const known = state.conflict(finding.id);
    const settled = known !== undefined && !isOpen(known);
    const detection = {
      id: newId("dtn", now),
      severity: finding.severity,
      score: finding.score,
      evidence: finding.evidence,
      previously_settled: settled,
      source_intent_id: finding.source_intent_id,
    };
    if (known) {
      events.push({ type: "conflict.redetected", data: { conflict_id: known.id, detection } });
      shown.push({ ...viewOfConflict(known), previously_settled: settled });
    } else {
      events.push({ type: "conflict.detected", data: { finding, detection } });
      shown.push({ ...finding, status: "OPEN", previously_settled: false, detected_at: now.toISOString() });
    }
  }
  return { events, shown };
}

/** A recorded conflict as documents show it. */
export function viewOfConflict(conflict: Conflict): ShownFinding & Record<string, unknown> {
  const { id, kind, severity, score, source_intent_id, target_intent_id, scope, explanation, suggestion } = conflict;
  return {
    id,
    kind,
    severity,
    score,
    source_intent_id,
    target_intent_id,
    scope,
    explanation,
    suggestion,
    evidence: conflict.evidence,
    status: conflict.status,
    previously_settled: !isOpen(conflict),
    detected_at: conflict.detected_at,
    ...(conflict.ordered ? { ordered: conflict.ordered } : {}),
    ...(conflict.notes.length > 0 ? { notes: conflict.notes } : {}),
    ...(conflict.record ? { record: conflict.record, class: conflict.record.class } : {}),
    ...(conflict.escalation ? { escalation: conflict.escalation } : {}),
    ...(conflict.merges.length > 0 ? { merges: conflict.merges } : {}),
    ...(conflict.chosen ? { chosen: conflict.chosen } : {}),
    ...(conflict.answers.length > 0 ? { clarifications: conflict.answers } : {}),
    ...(conflict.modifications.length > 0 ? { edits: conflict.modifications.map(viewOfEdits) } : {}),
  };
}

/** Edits of a strategy as documents show them: RESULT_ID, files, and whether they were taken back. */
function viewOfEdits({ result_id, applied, failed, rolled_back, at }: ModificationResult): EditsView {
  const files = applied.flatMap((edit) => {
    const file = (edit as { file?: unknown } | null)?.file;
    return typeof file === "string" ? [file] : [];
  });
  return { result_id, files: [...new Set(files)], failed, at, ...(rolled_back ? { rolled_back } : {}) };
}
