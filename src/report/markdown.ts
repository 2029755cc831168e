// Markdown for a pull request comment or a job summary: the verdict, a table worst first, the advice. Pure.

import { counted } from "../counted.ts";
import { escapeMarkdown, markdownCode } from "./escape.ts";
import { severityCounts, type WireFinding, type WireReport } from "./wire.ts";
import { scopeText } from "./words.ts";

/** A comment may hold 65,536 characters: rows, advice and what was not assessed share them. */
const MAX_ROWS = 30;
const MAX_ADVICE_SIZE = 20_000;
const MAX_UNSEEN = 15;
/** Longest text of one cell: a summary may have 2,000 characters. */
const MAX_TEXT = 240;

/** The report as GitHub-flavoured Markdown. Nothing of it is HTML. */
export function markdownText(report: WireReport): string {
  const { findings } = report;
  const lines = [`## ${escapeMarkdown(report.title)}: ${verdict(report)}`, ""];
  if (findings.length > 0) {
    lines.push("| Severity | Rule | Scope | Where | Finding |", "| --- | --- | --- | --- | --- |");
    for (const finding of findings.slice(0, MAX_ROWS)) lines.push(row(finding));
    if (findings.length > MAX_ROWS)
      lines.push("", `${findings.length - MAX_ROWS} more: run ${markdownCode("foremerge conflicts list")}.`);
    lines.push("");
    let told = 0;
    for (let size = 0; told < Math.min(findings.length, MAX_ROWS); told++) {
      const block = advice(findings[told] as WireFinding).join("\n");
      size += block.length;
      if (size > MAX_ADVICE_SIZE) break;
      lines.push(block, "");
    }
    const silent = findings.length - told;
    if (silent > 0) lines.push(`Advice for ${silent} more: ${markdownCode("foremerge conflicts show ID")}.`, "");
  }
  if (report.not_assessed.length > 0) {
    lines.push("### Not assessed (this is not the same as clear)", "");
    for (const { what, reason, side } of report.not_assessed.slice(0, MAX_UNSEEN)) {
      lines.push(`- ${text(what)}: ${text(reason)}${side === "counterpart" ? " (counterpart)" : ""}`);
    }
    if (report.not_assessed.length > MAX_UNSEEN) lines.push(`- ${report.not_assessed.length - MAX_UNSEEN} more`);
    lines.push("");
  }
  for (const note of report.notes) lines.push(text(note), "");
  return `${lines.join("\n").trimEnd()}\n`;
}

function verdict(report: WireReport): string {
  const open = report.assessment === "incomplete" ? "incomplete, not clear" : "";
  if (report.findings.length === 0) return open === "" ? "clear" : `no finding, but ${open}`;
  return [`${counted(report.findings.length, "finding")} (${severityCounts(report.findings)})`, open]
    .filter(Boolean)
    .join("; ");
}

const shortened = (value: string): string => {
  const characters = Array.from(value);
  return characters.length <= MAX_TEXT ? value : `${characters.slice(0, MAX_TEXT).join("")}…`;
};
const text = (value: string): string => escapeMarkdown(shortened(value));

function row(finding: WireFinding): string {
  const scope = scopeText(finding.scope);
  const cells = [
    `**${finding.severity}**${finding.settled ? " (settled)" : ""}`,
    `${escapeMarkdown(finding.rule)} ${escapeMarkdown(finding.kind)}`,
    scope === undefined ? "–" : markdownCode(shortened(scope)),
    markdownCode(`${finding.place.path}:${finding.place.line}`),
    markdownCode(finding.id),
  ];
  return `| ${cells.join(" | ")} |`;
}

function advice(finding: WireFinding): string[] {
  return [
    `**${finding.severity} ${escapeMarkdown(finding.rule)}** ${text(finding.explanation)}`,
    "",
    ...finding.sides.map((side) => `- ${text(side)}`),
    `- Advice: ${text(finding.suggestion)}`,
  ];
}
