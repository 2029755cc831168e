// conflict.detected: a finding is recorded; the first one makes the conflict (spec 4.2).
import { detection, fields, list, name, nullOr, number, oneOf, record, scope, severity, text } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { addDetection } from "./settle-conflict.ts";

const finding = fields({
  id: name,
  kind: name,
  severity,
  score: number,
  source_intent_id: name,
  target_intent_id: name,
  scope: nullOr(scope),
  explanation: text,
  suggestion: text,
  evidence: record,
});

const conflictRecord = fields(
  {
    layer: oneOf("L1", "L2", "L3", "L4"),
    class: oneOf("C1", "C2", "C3", "C4", "C5"),
    detected_by: text,
    participants: list(fields({ task: name, role: oneOf("proposed", "pending-confirm", "active") })),
    overlap: fields({ files: list(text), functions: list(text), schema_elements: list(text) }),
    confidence: number,
  },
  { checkpoint: text },
);

export const conflictDetected: ConflictEvent<"conflict.detected"> = {
  type: "conflict.detected",
  of: "conflict",
  check: fields({ finding, detection }, { record: conflictRecord }),
  subject: (data) => data.finding.id,
  sides: (data) => [data.finding.source_intent_id, data.finding.target_intent_id],
  move: () => "detect",
  apply(draft, event) {
    const { finding: found, detection: seen, record: dispatch } = event.data;
    const { lc, replica, n, at } = event;
    draft.conflict ??= {
      id: found.id,
      kind: found.kind,
      severity: found.severity,
      score: found.score,
      source_intent_id: found.source_intent_id,
      target_intent_id: found.target_intent_id,
      scope: found.scope === null ? null : { kind: found.scope.kind, key: found.scope.key },
      explanation: found.explanation,
      suggestion: found.suggestion,
      evidence: found.evidence,
      status: "OPEN",
      detected_at: at,
      order: { lc, replica, n },
      detections: [],
      decisions: [],
      ...(dispatch === undefined ? {} : { record: dispatch }),
      notes: [],
      merges: [],
      answers: [],
      modifications: [],
      arbitrations: [],
    };
    addDetection(draft.conflict, seen, at);
  },
};
