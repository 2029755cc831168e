// What the formats for machines of other makers (sarif, junit, github, markdown) are made of: findings with places in
// the tree, rules, and what was not assessed. Types and small words; who fills it is src/core/wire.ts. Pure.
import type { NotAssessed, ShownFinding } from "../core/documents.ts";
import type { Severity } from "../detect/model.ts";

/** A place in the tree: repo-relative, `/`, one line or a range of lines from 1. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly endLine?: number;
}

export interface WireFinding extends ShownFinding {
  readonly rule: string;
  /** Settled findings are shown and fail nothing. */
  readonly settled: boolean;
  /** Set where the exit status follows a verdict rather than severities. */
  readonly failing?: boolean;
  readonly place: Place;
  /** The same on every machine and after unrelated edits: no line number in it. */
  readonly fingerprint: string;
  /** `claude-a: Replace PaymentService …` of each side, where known. */
  readonly sides: readonly string[];
}

/** Help of one rule, for formats that carry it. */
export interface RuleHelp {
  readonly id: string;
  readonly kind: string;
  readonly summary: string;
  readonly rationale: string;
  readonly example: string;
}

export type Threshold = "high" | "medium" | "low" | "never";

export interface WireReport {
  /** The call: `foremerge ci`. */
  readonly title: string;
  readonly version: string;
  /** Worst first. */
  readonly findings: readonly WireFinding[];
  readonly not_assessed: readonly NotAssessed[];
  readonly assessment: "complete" | "incomplete";
  readonly fail_on: Threshold;
  readonly rules: readonly RuleHelp[];
  /** Notes about the run itself, one sentence each. */
  readonly notes: readonly string[];
}

const RANK: Readonly<Record<Severity, number>> = { HIGH: 3, MEDIUM: 2, LOW: 1 };
const AT_LEAST: Readonly<Record<Threshold, number>> = { high: 3, medium: 2, low: 1, never: 4 };

/** True when this finding fails the run. */
export function fails(finding: WireFinding, threshold: Threshold): boolean {
  if (finding.settled) return false;
  return finding.failing ?? RANK[finding.severity] >= AT_LEAST[threshold];
}

/** `2 HIGH, 1 LOW`, or `no finding`. */
export function severityCounts(findings: readonly { readonly severity: Severity }[]): string {
  const words = (["HIGH", "MEDIUM", "LOW"] as const)
    .map((level) => [findings.filter(({ severity }) => severity === level).length, level] as const)
    .filter(([count]) => count > 0)
    .map(([count, level]) => `${count} ${level}`);
  return words.length === 0 ? "no finding" : words.join(", ");
}
