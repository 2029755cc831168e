// What is said of two candidates that meet (spec 1.5): the most severe verdict of each pair of full scopes, and the best
// overlap of all. No text is made here; that is src/detect/pair-findings.ts.
import type { Candidate, Severity } from "./model.ts";
import { findingScore } from "./overlap.ts";
import type { PairOptions } from "./pair.ts";
import type { PreparedClaim } from "./prepared.ts";
import { SCOPE_RULES } from "./registry.ts";
import { sameOperation } from "./rules/fm-c004-duplicate-work.ts";
import { isAsserted, type Meeting, type ScopeRule } from "./rules/rule.ts";
import { atMost, compareText, levelOf, severityRank, underLevel } from "./severity.ts";

/** One side, where its claims have been looked at already. */
export interface Side {
  readonly candidate: Candidate;
}

/** Two sides, and what is known of them beside their claims. */
export interface Facts {
  readonly source: Side;
  readonly target: Side;
  readonly options: PairOptions;
  /** Asked only when a rule that yields to order has spoken. */
  readonly sequenced: () => boolean;
  readonly sameAgent: boolean;
  readonly sameWorktree: boolean;
}

/** A rule that speaks of a meeting. */
export interface Verdict {
  readonly rule: ScopeRule;
  readonly severity: Severity;
  readonly score: number;
  readonly meeting: Meeting;
}

/** The sorted pair of full scopes of a meeting. */
export function pairOf({ source, target }: Meeting): readonly [string, string] {
  return source.full <= target.full ? [source.full, target.full] : [target.full, source.full];
}

/** Of each unordered pair of full scopes the most severe verdict. */
export function mostSevere(meetings: readonly Meeting[], facts: Facts): Verdict[] {
  const best = new Map<string, Verdict>();
  for (const meeting of meetings) {
    // Most pairs of intents meet in one place only.
    const pair = meetings.length === 1 ? "" : pairOf(meeting).join("\n");
    for (const verdict of verdictsOf(meeting, facts)) {
      const before = best.get(pair);
      if (before === undefined || compareVerdicts(verdict, before, facts) < 0) best.set(pair, verdict);
    }
  }
  return [...best.values()];
}

function verdictsOf(meeting: Meeting, facts: Facts): Verdict[] {
  const found: Verdict[] = [];
  const replaced = new Set<string>();
  for (const rule of SCOPE_RULES) {
    const { meta } = rule;
    if (replaced.has(meta.id) || !rule.check(meeting)) continue;
    const level = levelOf(meta.id, facts.options);
    // A rule that is off stands in for no other.
    if (level === "off") continue;
    if (meta.replaces !== undefined) replaced.add(meta.replaces);
    let severity = isAsserted(meeting) ? meta.severity.asserted : meta.severity.surfaced;
    if (facts.sameWorktree || (meta.yieldsToOrder && severity === "HIGH" && facts.sequenced())) {
      severity = atMost(severity, "MEDIUM");
    }
    const under = underLevel(severity, level);
    if (under !== undefined) found.push({ rule, severity: under, score: findingScore(meeting.overlap.score), meeting });
  }
  return found;
}

function compareVerdicts(a: Verdict, b: Verdict, facts: Facts): number {
  return (
    severityRank(a.severity) - severityRank(b.severity) ||
    b.score - a.score ||
    compareText(a.rule.meta.id, b.rule.meta.id) ||
    Number(isAsserted(b.meeting)) - Number(isAsserted(a.meeting)) ||
    compareHalves(a.meeting, b.meeting, facts)
  );
}

/** Of two halves that tie: the one whose smaller intent id has the smaller full scope; then by what is written. */
function compareHalves(a: Meeting, b: Meeting, facts: Facts): number {
  const sourceFirst = facts.source.candidate.id <= facts.target.candidate.id;
  const sides = (meeting: Meeting): readonly PreparedClaim[] =>
    sourceFirst ? [meeting.source, meeting.target] : [meeting.target, meeting.source];
  const [aFirst, aSecond] = sides(a);
  const [bFirst, bSecond] = sides(b);
  if (aFirst === undefined || aSecond === undefined || bFirst === undefined || bSecond === undefined) return 0;
  return (
    compareText(aFirst.full, bFirst.full) ||
    compareText(`${aFirst.operation} ${aSecond.operation}`, `${bFirst.operation} ${bSecond.operation}`) ||
    compareText(aFirst.scope.key, bFirst.scope.key) ||
    compareText(aSecond.scope.key, bSecond.scope.key)
  );
}

/** The pair's best overlap: the highest, then the smallest pair of full scopes; of its halves an equal one. */
export function bestMeeting(meetings: readonly Meeting[], facts: Facts): Meeting | undefined {
  let best: Meeting | undefined;
  for (const meeting of meetings) {
    if (best === undefined || compareBest(meeting, best, facts) < 0) best = meeting;
  }
  return best;
}

function compareBest(a: Meeting, b: Meeting, facts: Facts): number {
  const [a0, a1] = pairOf(a);
  const [b0, b1] = pairOf(b);
  return (
    b.overlap.score - a.overlap.score ||
    compareText(a0, b0) ||
    compareText(a1, b1) ||
    Number(sameOperation(b)) - Number(sameOperation(a)) ||
    compareHalves(a, b, facts)
  );
}
