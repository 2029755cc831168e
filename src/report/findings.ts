// Findings for people: a table worst first and, below it, what each means and what to do. Pure.
import type { View } from "../commands/command.ts";
import type { ShownFinding } from "../core/documents.ts";
import { type Column, paragraph, table } from "./table.ts";
import { ruleOf, scopeText, severityCell, severityRole } from "./words.ts";

const COLUMNS: readonly Column[] = [
  { title: "Severity", rigid: true },
  { title: "Rule", rigid: true },
  { title: "Scope", min: 12 },
  { title: "Against", rigid: true },
  { title: "Finding", rigid: true },
];

const ON_ONE_LINE: readonly Column[] = [
  ...COLUMNS,
  { title: "Score", align: "right" },
  { title: "Status" },
  { title: "Explanation" },
  { title: "Advice" },
];

/** The other side as seen from `own`: the target, unless the target is the own one. */
function against(finding: ShownFinding, own: string | undefined): string {
  return finding.target_intent_id === own ? finding.source_intent_id : finding.target_intent_id;
}

/**
 * All findings of a check or a publish. `own` is the intent that asks, if one does: the column Against then names the
 * other side. Without a terminal each finding, advice included, stands on one line.
 */
export function findingsText(view: View, findings: readonly ShownFinding[], own?: string): string {
  if (view.width === undefined) {
    return table(
      view,
      ON_ONE_LINE,
      findings.map((finding) => [
        ...cells(finding, own),
        finding.score,
        finding.status,
        finding.explanation,
        finding.suggestion,
      ]),
    );
  }
  const list =
    view.width >= WIDE
      ? table(
          view,
          COLUMNS,
          findings.map((finding) => cells(finding, own)),
        )
      : table(
          view,
          [...COLUMNS.slice(0, 3), { title: "Finding, against", rigid: true }],
          findings.map((finding) => [...cells(finding, own).slice(0, 3), [finding.id, against(finding, own)]]),
        );
  return findings.reduce((text, finding) => `${text}\n${adviceText(view, finding)}`, list);
}

/** Two ids side by side want this much room; below it they stand under each other. */
const WIDE = 110;

const cells = (finding: ShownFinding, own: string | undefined) =>
  [
    severityCell(finding.severity),
    ruleOf(finding) ?? finding.kind,
    scopeText(finding.scope),
    against(finding, own),
    finding.id,
  ] as const;

/** What one finding means and what to do about it. */
export function adviceText(view: View, finding: ShownFinding): string {
  const settled = finding.previously_settled ? ", settled before" : "";
  return (
    paragraph(view, `${finding.severity} ${ruleOf(finding) ?? ""} ${finding.kind} (${finding.id}${settled})`, {
      role: severityRole(finding.severity),
    }) +
    paragraph(view, finding.explanation, { indent: 2 }) +
    paragraph(view, `Advice: ${finding.suggestion}`, { indent: 2 })
  );
}
