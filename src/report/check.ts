// `conflicts check` and `intent publish` for people. Pure.
import type { View } from "../commands/command.ts";
import type { AboutCode } from "../core/about-code.ts";
import type { CheckDocument, PublishDocument, RelatedWork, ShownFinding, StoppedWork } from "../core/documents.ts";
import { age } from "./age.ts";
import { findingsText } from "./findings.ts";
import { heading, paragraph, table } from "./table.ts";
import { severityCounts } from "./wire.ts";
import { notAssessedText, scopeText } from "./words.ts";

/** The verdict in one line, never `clear` when something could not be looked at. */
function verdict(view: View, doc: Pick<CheckDocument, "findings" | "blocking" | "assessment">, what: string): string {
  const { findings, blocking, assessment } = doc;
  const open = assessment === "incomplete" ? "; the assessment is incomplete" : "";
  if (findings.length === 0) {
    return open
      ? paragraph(view, `No finding in what could be looked at${open}: this is not a clear.`, { role: "warn" })
      : paragraph(view, `Clear: ${what} collides with no other open intent.`, { role: "good" });
  }
  return blocking
    ? paragraph(view, `Blocking: ${severityCounts(findings)}${open}.`, { role: "high" })
    : paragraph(view, `Not blocking: ${severityCounts(findings)}${open}.`, { role: "medium" });
}

/** The intent that is a side of every finding: the one that was asked about. */
function commonSide(findings: readonly ShownFinding[]): string | undefined {
  const [first] = findings;
  return [first?.source_intent_id, first?.target_intent_id].find((id) =>
    findings.every(({ source_intent_id, target_intent_id }) => source_intent_id === id || target_intent_id === id),
  );
}

/** Table form of `foremerge.check/1`. */
export function checkText(view: View, doc: CheckDocument): string {
  const what = doc.ephemeral ? "this plan" : "this work";
  const note = doc.ephemeral
    ? paragraph(view, "What-if: nothing was recorded; eph_ findings cannot be settled.", { role: "dim" })
    : "";
  return parts([
    findingsText(view, doc.findings, commonSide(doc.findings)),
    stoppedText(view, doc.stopped_work),
    riskText(view, doc),
    notAssessedText(view, doc.not_assessed),
    note + verdict(view, doc, what),
  ]);
}

/** How likely the plan is to meet somebody (`--risk`). */
function riskText(view: View, { conflict_risk, risk_reasons }: CheckDocument): string {
  if (typeof conflict_risk !== "string") return "";
  const reasons = Array.isArray(risk_reasons) && risk_reasons.length > 0 ? `: ${risk_reasons.join("; ")}` : "";
  return paragraph(view, `Risk of a conflict: ${conflict_risk}${reasons}.`, { role: "strong" });
}

/** Table form of `foremerge.publish/1`. */
export function publishText(view: View, doc: PublishDocument): string {
  const { intent } = doc;
  const scopes = intent.scopes.map(scopeText).join(", ");
  return parts([
    paragraph(
      view,
      `${"dismissed" in doc ? "Rescoped" : "Published"} ${intent.id} for ${intent.agent}: ${intent.summary}`,
      { role: "strong" },
    ) +
      (scopes === "" ? "" : paragraph(view, `changes ${scopes}`, { indent: 2 })) +
      doc.warnings.map((text) => paragraph(view, `warning: ${text}`, { indent: 2, role: "warn" })).join(""),
    findingsText(view, doc.findings, intent.id),
    relatedText(view, doc.related_work),
    aboutCodeText(view, doc as AboutCode),
    notAssessedText(view, doc.not_assessed),
    verdict(view, doc, "it"),
  ]);
}

/** What the tree says of a plan (FM-X001, FM-X002) and who calls what it takes away. */
export function aboutCodeText(view: View, { about_code: notes = [], callers = [] }: AboutCode): string {
  const lines = [
    ...notes.map(({ rule, severity, explanation }) => `${severity} ${rule} ${explanation}`),
    ...callers.map(({ scope, callers: places }) => {
      const shown = places
        .slice(0, 5)
        .map(({ file, name, start_line }) => `${name ?? file} (${file}:${start_line ?? 1})`);
      const more = places.length > 5 ? ` and ${places.length - 5} more` : "";
      return `${scopeText(scope)} is used by ${shown.join(", ")}${more}`;
    }),
  ];
  if (lines.length === 0) return "";
  return (
    heading(view, "Against the code as it is:") + lines.map((line) => paragraph(view, line, { indent: 2 })).join("")
  );
}

/** Every overlapping open intent, whether or not it makes a finding. */
export function relatedText(view: View, related: readonly RelatedWork[]): string {
  if (related.length === 0) return "";
  return (
    heading(view, "Related work:") +
    table(
      view,
      [
        { title: "Intent", rigid: true },
        { title: "Agent" },
        { title: "Status", rigid: true },
        { title: "Overlap", min: 16 },
        { title: "Summary", min: 16 },
      ],
      related.map((work) => [
        work.intent_id,
        work.agent,
        work.owner_stopped_since ? `stopped ${age(work.owner_stopped_since, view.now)}` : work.status,
        work.overlap.map((o) => `${o.scope}: you ${o.your_operation}, they ${o.their_operation}`),
        work.summary,
      ]),
    )
  );
}

/** Stopped work that overlaps: its findings below HIGH are not recorded. */
export function stoppedText(view: View, stopped: readonly StoppedWork[]): string {
  if (stopped.length === 0) return "";
  return (
    heading(view, "Stopped work in the same place:") +
    table(
      view,
      [
        { title: "Intent", rigid: true },
        { title: "Agent" },
        { title: "Silent since", rigid: true },
        { title: "Summary" },
      ],
      stopped.map((work) => [work.intent_id, work.agent, age(work.owner_stopped_since, view.now), work.summary]),
    )
  );
}

/** Joins the parts that say something, a blank line between them. */
export function parts(list: readonly string[]): string {
  return list.filter((text) => text !== "").join("\n");
}
