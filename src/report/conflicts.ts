// Recorded conflicts for people: the list, one in detail, its detections, its settlement. Pure.
import type { View } from "../commands/command.ts";
import type { ConflictDocument, ConflictView, EditsView } from "../core/documents.ts";
import type { Decision, Detection, MergeAttempt } from "../store/model.ts";
import { age } from "./age.ts";
import { parts } from "./check.ts";
import { adviceText } from "./findings.ts";
import { fields, heading, paragraph, table } from "./table.ts";
import { ruleOf, scopeText, severityCell, severityRole } from "./words.ts";

/** Table form of `foremerge.conflicts/1`. */
export function conflictsText(view: View, conflicts: readonly ConflictView[], none = "No conflict."): string {
  if (conflicts.length === 0) return view.width === undefined ? "" : paragraph(view, none);
  if (view.width !== undefined && view.width < WIDE) return narrow(view, conflicts);
  return table(
    view,
    [
      { title: "Severity", rigid: true },
      { title: "Status", rigid: true },
      { title: "Rule", rigid: true },
      { title: "Scope", min: 12 },
      { title: "Conflict", rigid: true },
      { title: "Source", rigid: true },
      { title: "Target", rigid: true },
      { title: "Age", rigid: true },
    ],
    conflicts.map((conflict) => [
      severityCell(conflict.severity),
      conflict.status,
      ruleOf(conflict) ?? conflict.kind,
      scopeText(conflict.scope),
      conflict.id,
      conflict.source_intent_id,
      conflict.target_intent_id,
      age(conflict.detected_at, view.now),
    ]),
  );
}

/** Three ids side by side want this much room; below it they stand under each other. */
const WIDE = 160;

function narrow(view: View, conflicts: readonly ConflictView[]): string {
  return table(
    view,
    [
      { title: "Severity", rigid: true },
      { title: "Rule", rigid: true },
      { title: "Scope", min: 12 },
      { title: "Conflict, source, target", rigid: true },
    ],
    conflicts.map((conflict) => [
      {
        text: [conflict.severity, conflict.status, age(conflict.detected_at, view.now)],
        role: severityRole(conflict.severity),
      },
      ruleOf(conflict) ?? conflict.kind,
      scopeText(conflict.scope),
      [conflict.id, conflict.source_intent_id, conflict.target_intent_id],
    ]),
  );
}

/** Table form of `foremerge.conflict/1`. */
export function conflictText(view: View, doc: ConflictDocument): string {
  const { conflict } = doc;
  return parts([
    adviceText(view, conflict),
    fields(view, [
      ["Status", conflict.status],
      ["Score", conflict.score],
      ["Source", conflict.source_intent_id],
      ["Target", conflict.target_intent_id],
      ["Order", conflict.ordered ? `${conflict.ordered[0]} before ${conflict.ordered[1]}` : undefined],
      ["Question", conflict.escalation?.question],
      ["Merged for trial", conflict.merges?.map(trialText)],
      ["Chosen", conflict.chosen?.name],
      ["Answered", conflict.clarifications?.map(({ question, answer }) => `${question} ${answer}`)],
      ["Edited", conflict.edits?.map(editsText)],
      ["Class", conflict.record ? `${conflict.record.class} at ${conflict.record.layer}` : undefined],
      ["Detected", `${conflict.detected_at} (${age(conflict.detected_at, view.now)})`],
      ...Object.entries(conflict.evidence).map(([name, value]) => [`evidence ${name}`, evidenceText(value)] as const),
    ]),
    doc.decisions.length === 0 ? "" : heading(view, "Decisions:") + decisionsText(view, doc.decisions),
    (conflict.notes ?? []).length === 0
      ? ""
      : heading(view, "Notes:") +
        (conflict.notes ?? [])
          .map(({ text, agent, at }) => paragraph(view, `${agent}, ${age(at, view.now)}: ${text}`, { indent: 2 }))
          .join(""),
    (doc.arbitrations ?? []).length === 0
      ? ""
      : heading(view, "Arbitrations:") +
        table(
          view,
          [
            { title: "When", rigid: true },
            { title: "By" },
            { title: "Outcome", rigid: true },
            { title: "Why", min: 16 },
          ],
          (doc.arbitrations ?? []).map(({ at, by, agent, outcome, actions, reason }) => [
            age(at, view.now),
            by === "arbiter" ? by : agent,
            by === "arbiter" ? outcome : [outcome, ...actions],
            reason,
          ]),
        ),
    doc.detections.length === 0 ? "" : heading(view, "Detections:") + detectionsText(view, doc.detections),
    doc.assessments.length === 0
      ? ""
      : heading(view, "Assessments:") +
        table(
          view,
          [
            { title: "Agent" },
            { title: "Verdict", rigid: true },
            { title: "Action", rigid: true },
            { title: "Reason" },
          ],
          doc.assessments.map(({ agent, verdict, action, reason }) => [agent, verdict, action, reason]),
        ),
  ]);
}

const editsText = ({ result_id, files, failed, rolled_back }: EditsView): string =>
  `${result_id}: ${files.join(", ") || "nothing"}` +
  (failed.length > 0 ? `, failed: ${failed.map(({ file, reason }) => `${file} (${reason})`).join(", ")}` : "") +
  (rolled_back ? `, rolled back by ${rolled_back.agent}` : "");

const trialText = ({ commits, clean, confidence, united_files }: MergeAttempt): string =>
  `${commits.map((commit) => commit.slice(0, 12)).join(" and ")}: ${clean ? `clean, confidence ${confidence}` : "conflict"}` +
  (united_files.length > 0 ? `, import lines united in ${united_files.join(", ")}` : "");

const evidenceText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value ?? null) ?? "null");

/** Table form of `foremerge.detections/1`, oldest first. */
export function detectionsText(
  view: View,
  detections: readonly (Pick<Detection, "id" | "detected_at" | "severity" | "score" | "source_intent_id"> & {
    readonly previously_settled?: boolean;
  })[],
): string {
  return table(
    view,
    [
      { title: "Detection", rigid: true },
      { title: "When", rigid: true },
      { title: "Severity", rigid: true },
      { title: "Score", align: "right", rigid: true },
      { title: "By intent", rigid: true },
      { title: "Settled before", min: 7 },
    ],
    detections.map((each) => [
      each.id,
      age(each.detected_at, view.now),
      severityCell(each.severity),
      each.score,
      each.source_intent_id,
      each.previously_settled ? "yes" : "no",
    ]),
  );
}

/** Settlements: who, when, how, why. */
export function decisionsText(view: View, decisions: readonly Omit<Decision, "id">[]): string {
  return table(
    view,
    [
      { title: "As", rigid: true },
      { title: "By", min: 8 },
      { title: "When", rigid: true },
      { title: "Resolution", min: 14 },
      { title: "Reason", min: 14 },
    ],
    decisions.map(({ as, by, agent, at, resolution, reason }) => [
      as,
      `${agent} (${by})`,
      age(at, view.now),
      resolution,
      reason,
    ]),
  );
}

/** Table form of `foremerge.resolution/1`. */
export function resolutionText(view: View, conflict: ConflictView, decision: Omit<Decision, "id">): string {
  return (
    paragraph(view, `${conflict.id} is ${conflict.status}`, { role: "good" }) +
    paragraph(view, `by ${decision.agent} (${decision.by}): ${decision.reason}`, { indent: 2 }) +
    (decision.resolution === decision.reason
      ? ""
      : paragraph(view, `resolution: ${decision.resolution}`, { indent: 2 }))
  );
}

/** What `resolve --coordinate` says: the note is on record, and nothing is settled. */
export function coordinationText(view: View, conflict: Pick<ConflictView, "id" | "status">, note: string): string {
  return fields(view, [
    ["Conflict", conflict.id],
    ["Status", `${conflict.status}: it still counts as open`],
    ["Note", note],
  ]);
}
