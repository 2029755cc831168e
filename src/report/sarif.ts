// SARIF 2.1.0 (OASIS) for code scanning services. Every result has a physical location, because a service refuses the
// whole file when one has none; at most 25,000 results, with a note of what was cut. Pure.
import type { Severity } from "../detect/model.ts";
import { escapeMarkdown, visible } from "./escape.ts";
import type { RuleHelp, WireFinding, WireReport } from "./wire.ts";
import { scopeText } from "./words.ts";

const LEVEL: Readonly<Record<Severity, "error" | "warning" | "note">> = {
  HIGH: "error",
  MEDIUM: "warning",
  LOW: "note",
};
/** What GitHub code scanning takes of one run. */
export const MAX_RESULTS = 25_000;

/** The report as a SARIF log. */
export function sarifLog(report: WireReport): unknown {
  const rules = rulesOf(report);
  const index = new Map(rules.map(({ id }, i) => [id, i]));
  const shown = report.findings.slice(0, MAX_RESULTS);
  const cut = report.findings.length - shown.length;
  const notes = [
    ...report.notes.map((text) => ({ level: "note" as const, text })),
    ...report.not_assessed.map(({ what, reason, side }) => ({
      level: side === "subject" ? ("error" as const) : ("warning" as const),
      text: `not assessed: ${what}: ${reason}`,
    })),
    ...(cut > 0
      ? [{ level: "warning" as const, text: `${cut} results were cut: this log holds the ${MAX_RESULTS} worst` }]
      : []),
  ];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "foremerge",
            version: report.version,
            semanticVersion: report.version,
            rules: rules.map(ruleOf),
          },
        },
        automationDetails: { id: "foremerge/" },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { SRCROOT: { description: { text: "The root of the repository" } } },
        invocations: [
          {
            executionSuccessful: report.assessment === "complete",
            toolExecutionNotifications: notes.map(({ level, text }) => ({ level, message: { text: visible(text) } })),
          },
        ],
        results: shown.map((finding) => resultOf(finding, index.get(finding.rule) ?? -1)),
      },
    ],
  };
}

/** Every rule that a result names, with help where there is some; in the order of their ids. */
function rulesOf(report: WireReport): RuleHelp[] {
  const known = new Map(report.rules.map((rule) => [rule.id, rule]));
  for (const { rule, kind } of report.findings) {
    if (!known.has(rule)) known.set(rule, { id: rule, kind, summary: kind, rationale: "", example: "" });
  }
  const used = new Set(report.findings.map(({ rule }) => rule));
  return [...known.values()].filter(({ id }) => used.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function ruleOf(rule: RuleHelp): unknown {
  const text = [rule.summary, rule.rationale, rule.example && `Example: ${rule.example}`].filter(Boolean).join("\n\n");
  return {
    id: rule.id,
    name: rule.kind.replace(/(^|_)([a-z])/g, (_all, _sep: string, letter: string) => letter.toUpperCase()),
    shortDescription: { text: rule.summary },
    fullDescription: { text: rule.rationale || rule.summary },
    help: { text, markdown: text.split("\n\n").map(escapeMarkdown).join("\n\n") },
    defaultConfiguration: { level: "warning" },
    properties: { tags: ["coordination"], precision: "high" },
  };
}

function resultOf(finding: WireFinding, ruleIndex: number): unknown {
  const { place, severity, scope } = finding;
  const name = scopeText(scope);
  const region = { startLine: place.line, ...(place.endLine === undefined ? {} : { endLine: place.endLine }) };
  const text = `${finding.explanation}\nAdvice: ${finding.suggestion}`;
  return {
    ruleId: finding.rule,
    ...(ruleIndex >= 0 ? { ruleIndex } : {}),
    level: finding.failing ? "error" : LEVEL[severity],
    message: { text: text.split("\n").map(visible).join("\n") },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(place.path), uriBaseId: "SRCROOT" },
          region,
        },
        ...(name === undefined
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: visible(name), kind: scope?.kind ?? "member" }] }),
      },
    ],
    // The first is ours; the second keeps GitHub from making one out of the line's text.
    partialFingerprints: { "foremerge/v1": finding.fingerprint, primaryLocationLineHash: `${finding.fingerprint}:1` },
    ...(finding.settled ? { suppressions: [{ kind: "external", status: "accepted" }] } : {}),
    rank: Math.round(finding.score * 1000) / 10,
    properties: {
      severity,
      score: finding.score,
      status: finding.status,
      conflict: finding.id,
      source_intent: finding.source_intent_id,
      target_intent: finding.target_intent_id,
      sides: finding.sides.map(visible),
    },
  };
}

/** A repo-relative path as a URI reference. */
function uriOf(path: string): string {
  return path
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .split("/")
    .map(encodeURIComponent)
    .join("/");
}
