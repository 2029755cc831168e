// Workflow commands of GitHub Actions: annotations beside the code, worst first, at most ten and one summary. Pure.

import { counted } from "../counted.ts";
import type { Severity } from "../detect/model.ts";
import { escapeGithubData, escapeGithubProperty, visible } from "./escape.ts";
import { severityCounts, type WireFinding, type WireReport } from "./wire.ts";

/** GitHub shows about ten annotations of a level per step. */
export const MAX_ANNOTATIONS = 10;
const COMMAND: Readonly<Record<Severity, "error" | "warning" | "notice">> = {
  HIGH: "error",
  MEDIUM: "warning",
  LOW: "notice",
};

/** The report as workflow commands, one a line; the last line says what the others leave out. */
export function githubText(report: WireReport): string {
  const isHigh = (finding: WireFinding): boolean => finding.severity === "HIGH" && !finding.settled;
  const high = report.findings.filter(isHigh);
  const lower = report.findings.filter((finding) => !isHigh(finding));
  const unseen = (side: "subject" | "counterpart", level: "error" | "warning"): string[] =>
    report.not_assessed
      .filter((each) => each.side === side)
      .map(({ what, reason }) => command(level, { title: "foremerge: not assessed" }, `${what}: ${reason}`));
  const all = [
    ...high.map(annotation),
    ...unseen("subject", "error"),
    ...lower.map(annotation),
    ...unseen("counterpart", "warning"),
  ];
  const shown = all.slice(0, MAX_ANNOTATIONS);
  return `${[...shown, summary(report, all.length - shown.length)].join("\n")}\n`;
}

function annotation(finding: WireFinding): string {
  const { place, rule, kind } = finding;
  const lines = [finding.explanation, `Advice: ${finding.suggestion}`, ...finding.sides, finding.id];
  return command(
    finding.settled ? "notice" : finding.failing ? "error" : COMMAND[finding.severity],
    {
      file: place.path,
      line: String(place.line),
      title: `${finding.severity} ${rule} ${kind}${finding.settled ? " (settled)" : ""}`,
    },
    ...lines,
  );
}

function summary(report: WireReport, hidden: number): string {
  const words = [severityCounts(report.findings)];
  if (report.not_assessed.length > 0) words.push(`${report.not_assessed.length} not assessed`);
  if (report.assessment === "incomplete") words.push("the assessment is incomplete, which is not a clear");
  if (hidden > 0) words.push(`${counted(hidden, "annotation")} more than fit here: see the job's summary`);
  return command("notice", { title: report.title }, [...words, ...report.notes].join("; "));
}

/** One command; every line of the message is made visible first, so that only our own line breaks break it. */
function command(name: string, properties: Readonly<Record<string, string>>, ...lines: readonly string[]): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeGithubProperty(visible(value))}`);
  return `::${name} ${list.join(",")}::${escapeGithubData(lines.map(visible).join("\n"))}`;
}
