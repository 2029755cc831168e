// Steps that several conflict events share: one more detection, one more settlement. Not an event type.
import type { LedgerEvent, StoredDecision, StoredDetection } from "../event.ts";
import { isUnsettled, type Move, nextConflictStatus } from "../transitions.ts";
import type { ConflictDraft, DraftedConflict } from "./definition.ts";

/** Adds a detection; a conflict that is settled by then says so, whatever the detecting machine knew. */
export function addDetection(conflict: DraftedConflict, seen: StoredDetection, at: string): void {
  if (conflict.detections.some((known) => known.id === seen.id)) return;
  conflict.detections.push({
    id: seen.id,
    severity: seen.severity,
    score: seen.score,
    evidence: seen.evidence,
    previously_settled: seen.previously_settled || !isUnsettled(conflict.status),
    detected_at: at,
    source_intent_id: seen.source_intent_id,
  });
}

/** Records a settlement. The first in event order decides the state; later ones are kept and change nothing. */
export function settle(
  draft: ConflictDraft,
  move: Move,
  event: LedgerEvent<"conflict.resolved" | "conflict.overridden" | "conflict.dismissed">,
): void {
  const conflict = draft.conflict;
  if (!conflict) return;
  const decision: StoredDecision = event.data.decision;
  if (conflict.decisions.some((known) => known.id === decision.id)) return;
  conflict.status = nextConflictStatus(conflict.status, move) ?? conflict.status;
  conflict.decisions.push({
    id: decision.id,
    as: decision.as,
    resolution: decision.resolution,
    reason: decision.reason,
    agent: decision.agent,
    by: decision.by,
    at: event.at,
    ...(decision.strategy === undefined ? {} : { strategy: decision.strategy }),
  });
}
