// How severe a finding may be (spec 1.5), and in which order findings are shown. Nothing in here reads text.
import { type DetectOptions, type Finding, type RuleLevel, SEVERITIES, type Severity } from "./model.ts";

/** 0 is the most severe. */
export function severityRank(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

export function atMost(severity: Severity, ceiling: Severity): Severity {
  return severityRank(severity) < severityRank(ceiling) ? ceiling : severity;
}

/** The level that the settings give a rule, or undefined: as the table has it. */
export function levelOf(rule: string, options: DetectOptions): RuleLevel | undefined {
  const { rules } = options;
  return rules !== undefined && Object.hasOwn(rules, rule) ? rules[rule] : undefined;
}

/** Severity under a level of the settings; never above what it was. Undefined: the rule is off. */
export function underLevel(severity: Severity, level: RuleLevel | undefined): Severity | undefined {
  if (level === "off") return undefined;
  if (level === "low") return "LOW";
  return level === "medium" ? atMost(severity, "MEDIUM") : severity;
}

/** A finding with what it is sorted by. */
export interface Ranked {
  readonly finding: Finding;
  readonly rule: string;
  /** The two full scopes, the smaller first; empty texts when no scope took part. */
  readonly pair: readonly [string, string];
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Severity, score, rule, pair of full scopes, then the ids; FM-C004 last (spec 1.5). */
export function compareRanked(a: Ranked, b: Ranked): number {
  return (
    Number(a.rule === "FM-C004") - Number(b.rule === "FM-C004") ||
    severityRank(a.finding.severity) - severityRank(b.finding.severity) ||
    b.finding.score - a.finding.score ||
    compareText(a.rule, b.rule) ||
    compareText(a.pair[0], b.pair[0]) ||
    compareText(a.pair[1], b.pair[1]) ||
    compareText(a.finding.target_intent_id, b.finding.target_intent_id) ||
    compareText(a.finding.source_intent_id, b.finding.source_intent_id) ||
    compareText(a.finding.id, b.finding.id)
  );
}

/** True when there is a HIGH; what an exit status does with it is the command's policy. */
export function isBlocking(findings: readonly { readonly severity: Severity }[]): boolean {
  return findings.some((finding) => finding.severity === "HIGH");
}
