// conflict.detected: a finding is recorded; the first one makes the conflict (spec 4.2).
import {
  absentOr,
  detectionFault,
  inside,
  isListOf,
  isName,
  isNumber,
  isRecord,
  isSeverity,
  isText,
  listFault,
  scopeFault,
} from "./check.ts";
import type { ConflictEvent } from "./definition.ts";
import { addDetection } from "./settle-conflict.ts";

const LAYERS = new Set<unknown>(["L1", "L2", "L3", "L4"]);
const CLASSES = new Set<unknown>(["C1", "C2", "C3", "C4", "C5"]);
const ROLES = new Set<unknown>(["proposed", "pending-confirm", "active"]);

function findingFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.id)) return "/id";
  if (!isName(value.kind)) return "/kind";
  if (!isSeverity(value.severity)) return "/severity";
  if (!isNumber(value.score)) return "/score";
  if (!isName(value.source_intent_id)) return "/source_intent_id";
  if (!isName(value.target_intent_id)) return "/target_intent_id";
  if (!isText(value.explanation)) return "/explanation";
  if (!isText(value.suggestion)) return "/suggestion";
  if (!isRecord(value.evidence)) return "/evidence";
  if (value.scope !== null && scopeFault(value.scope) !== undefined) return "/scope";
  return undefined;
}

function participantFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.task)) return "/task";
  if (!ROLES.has(value.role)) return "/role";
  return undefined;
}

function overlapFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isListOf(value.files, isText)) return "/files";
  if (!isListOf(value.functions, isText)) return "/functions";
  if (!isListOf(value.schema_elements, isText)) return "/schema_elements";
  return undefined;
}

function recordFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!LAYERS.has(value.layer)) return "/layer";
  if (!CLASSES.has(value.class)) return "/class";
  if (!isText(value.detected_by)) return "/detected_by";
  if (!isNumber(value.confidence)) return "/confidence";
  if (!absentOr(value.checkpoint, isText)) return "/checkpoint";
  return (
    listFault(value.participants, "/participants", participantFault) ?? inside(value.overlap, "/overlap", overlapFault)
  );
}

export const conflictDetected: ConflictEvent<"conflict.detected"> = {
  type: "conflict.detected",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    return (
      inside(data.finding, "/finding", findingFault) ??
      inside(data.detection, "/detection", detectionFault) ??
      (data.record === undefined ? undefined : inside(data.record, "/record", recordFault))
    );
  },
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
