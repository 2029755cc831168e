// `plan check`, `plan waves` and `plan validate` for people. Pure.
import type { View } from "../commands/command.ts";
import type { PairNote, PairView, PlanCheckDocument } from "../core/dispatch/document.ts";
import type { PlanWavesDocument } from "../core/dispatch/plan-waves.ts";
import type { PlanValidateDocument } from "../core/dispatch/validate-plans.ts";
import { counted } from "../counted.ts";
import type { Role } from "../term/paint.ts";
import { parts } from "./check.ts";
import { heading, paragraph, table } from "./table.ts";
import { notAssessedText, severityCell, severityRole } from "./words.ts";

const VERDICT_ROLE: Readonly<Record<string, Role>> = { conflict: "high", unknown: "warn", clear: "good" };

/** Table form of `foremerge.plan-check/1`. */
export function planCheckText(view: View, doc: PlanCheckDocument): string {
  const told = doc.pairs.filter(({ verdict, findings, sequenced }) => verdict !== "clear" || findings || sequenced);
  return parts([
    table(
      view,
      [
        { title: "Verdict", rigid: true },
        { title: "With", rigid: true },
        { title: "Role" },
        { title: "Layer", rigid: true },
        { title: "Sure", align: "right", rigid: true },
        { title: "Where", min: 16 },
        { title: "Conflict" },
      ],
      told.map((pair) => [
        { text: pair.sequenced ? "sequenced" : pair.verdict, role: VERDICT_ROLE[pair.verdict] ?? "plain" },
        pair.with,
        pair.agent === undefined ? pair.role : `${pair.role}, ${pair.agent}`,
        pair.layer,
        pair.confidence === null ? null : pair.confidence.toFixed(2),
        whereOf(pair),
        pair.finding_id,
      ]),
    ),
    notesText(view, doc),
    doc.hints.map((hint) => paragraph(view, `hint: ${hint}`, { role: "low" })).join(""),
    notAssessedText(view, doc.not_assessed),
    verdictText(view, doc),
  ]);
}

function whereOf(pair: PairView): readonly string[] {
  const { files, functions, schema_elements } = pair.overlap;
  const names = [...functions, ...schema_elements];
  const lines = names.length > 0 ? [`${names.join(", ")} in ${files.join(", ")}`] : [...files];
  if (pair.not_found?.length) lines.push(`not found: ${pair.not_found.join(", ")}`);
  if (pair.double_definition?.length) lines.push(`defined twice: ${pair.double_definition.join(", ")}`);
  if (pair.reason !== undefined) lines.push(pair.reason);
  if (pair.judge) lines.push(`judge: ${pair.judge.verdict}. ${pair.judge.rationale}`);
  return lines;
}

function notesText(view: View, doc: PlanCheckDocument): string {
  const notes: (readonly [PairNote, string])[] = [
    ...doc.findings.map((note) => [note, doc.task] as const),
    ...doc.pairs.flatMap((pair) => (pair.findings ?? []).map((note) => [note, pair.with] as const)),
  ];
  if (notes.length === 0) return "";
  if (view.width === undefined) {
    return table(
      view,
      ["Severity", "Rule", "Kind", "With", "Explanation", "Advice"].map((title) => ({ title })),
      notes.map(([note, other]) => [
        severityCell(note.severity),
        note.rule,
        note.kind,
        other,
        note.explanation,
        note.suggestion,
      ]),
    );
  }
  return notes
    .map(
      ([note]) =>
        paragraph(view, `${note.severity} ${note.rule} ${note.kind}`, { role: severityRole(note.severity) }) +
        paragraph(view, note.explanation, { indent: 2 }) +
        (note.suggestion === undefined ? "" : paragraph(view, note.suggestion, { indent: 2, role: "dim" })),
    )
    .join("");
}

function verdictText(view: View, doc: PlanCheckDocument): string {
  const late = doc.timed_out ? " A layer ran out of time; what it did not come to counts as a conflict." : "";
  const role = VERDICT_ROLE[doc.verdict] ?? "plain";
  const pairs = doc.pairs.filter(({ verdict }) => verdict === "conflict").length;
  if (doc.verdict === "conflict") {
    const next = "foremerge arbitrate says what happens next";
    return paragraph(
      view,
      `Conflict: ${doc.task} collides with ${pairs} of what it was compared with; ${next}.${late}`,
      {
        role,
      },
    );
  }
  if (doc.verdict === "unknown") {
    return paragraph(view, `Unknown: not everything could be looked at, so ${doc.task} is not clear.${late}`, { role });
  }
  return paragraph(view, `Clear: ${doc.task} collides with nothing that is pending, running or declared.`, { role });
}

/** Table form of `foremerge.plan-waves/1`. */
export function planWavesText(view: View, doc: PlanWavesDocument): string {
  const rows = doc.waves.flatMap(({ tasks }, i) =>
    tasks.map((id) => [String(i + 1), id, doc.alone.includes(id) ? "alone" : null, doc.titles[id]]),
  );
  return parts([
    table(
      view,
      [
        { title: "Round", align: "right", rigid: true },
        { title: "Task", rigid: true },
        { title: "Note" },
        { title: "Summary" },
      ],
      rows,
    ),
    doc.cycles
      .map((cycle) =>
        paragraph(view, `depends_on goes in a circle: ${[...cycle, cycle[0]].join(" → ")}`, { role: "high" }),
      )
      .join(""),
    doc.waiting
      .map(({ task, on, status }) => paragraph(view, `${task} waits for ${on}, which is ${status}`, { role: "dim" }))
      .join(""),
    notAssessedText(view, doc.not_assessed),
    doc.critical_path.length > 1
      ? paragraph(
          view,
          `Critical path: ${doc.critical_path.join(" → ")} (${counted(doc.critical_path.length, "round")})`,
        )
      : "",
    rows.length === 0 && doc.cycles.length === 0 ? paragraph(view, "Nothing is planned.", { role: "dim" }) : "",
  ]);
}

/** Table form of `foremerge.plan-validate/1`. */
export function planValidateText(view: View, doc: PlanValidateDocument): string {
  if (doc.violations.length === 0) {
    return paragraph(view, `${counted(doc.nodes, "plan node")}, no violation.`, { role: "good" });
  }
  return parts([
    table(
      view,
      [
        { title: "Where", min: 20 },
        { title: "Rule", rigid: true },
        { title: "What", min: 20 },
      ],
      doc.violations.map(({ file, line, rule, message }) => [`${file}:${line}`, rule, message]),
    ),
    heading(view, `${counted(doc.violations.length, "violation")} in ${counted(doc.nodes, "plan node")}.`),
  ]);
}
