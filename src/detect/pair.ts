// Two candidates compared (spec 1.5): overlaps, rules, the most severe finding of each pair of full scopes.
import { DUPLICATE_ADVICE, explain, overlapWords, suggest } from "./advice.ts";
import { findingId } from "./finding-id.ts";
import type { Candidate, DetectOptions, Evidence, Finding, Severity } from "./model.ts";
import { normalise } from "./normal-form.ts";
import { findingScore, overlapOf, rounded } from "./overlap.ts";
import { type Prepared, type PreparedClaim, prepare } from "./prepared.ts";
import { SCOPE_RULES } from "./registry.ts";
import { duplicateWork, sameOperation } from "./rules/fm-c004-duplicate-work.ts";
import {
  dependencyVersion,
  disagree,
  packageVersion,
  type SetVersion,
  setsVersion,
} from "./rules/fm-f005-dependency-version.ts";
import { isAsserted, type Meeting, type ScopeRule } from "./rules/rule.ts";
import { DeclaredOrder } from "./sequence.ts";
import { atMost, compareRanked, compareText, levelOf, type Ranked, severityRank, underLevel } from "./severity.ts";
import { likeness } from "./token-set.ts";

export interface PairOptions extends DetectOptions {
  /** What-if: `eph_` ids and `evidence.ephemeral`. */
  readonly ephemeral?: boolean;
}

/** Findings between two candidates, sorted. The source is the one that publishes or is checked. */
export function detectPair(source: Candidate, target: Candidate, options: PairOptions = {}): Finding[] {
  const order = new DeclaredOrder(source.id, (id) =>
    id === source.id ? source.dependsOn : id === target.id ? target.dependsOn : options.dependsOn?.(id),
  );
  return rankPair(prepare(source, options.ignoreCase), prepare(target, options.ignoreCase), order, options)
    .sort(compareRanked)
    .map((ranked) => ranked.finding);
}

/** One side, where its claims have been looked at already. */
interface Side {
  readonly candidate: Candidate;
}

interface Facts {
  readonly source: Side;
  readonly target: Side;
  readonly options: PairOptions;
  /** Asked only when a rule that yields to order has spoken. */
  readonly sequenced: () => boolean;
  readonly sameAgent: boolean;
  readonly sameWorktree: boolean;
}

interface Verdict {
  readonly rule: ScopeRule;
  readonly severity: Severity;
  readonly score: number;
  readonly meeting: Meeting;
}

/** The same over prepared sides, unsorted, with what findings are sorted by. */
export function rankPair(source: Prepared, target: Prepared, order: DeclaredOrder, options: PairOptions): Ranked[] {
  const met: Met = {
    meetings: meetingsOf(source, target, options),
    versions: versionPairs(source, target),
    alike: likeness(source.words, target.words),
  };
  return rankMet(source, target, met, order, options);
}

/** What two candidates have in common. */
export interface Met {
  readonly meetings: readonly Meeting[];
  /** Claims that set two versions of one package (FM-F005). */
  readonly versions: readonly (readonly [PreparedClaim, PreparedClaim])[];
  /** Jaccard of the summaries. */
  readonly alike: number;
}

/** The same for two sides of which it is known where they meet. */
export function rankMet(source: Side, target: Side, met: Met, order: DeclaredOrder, options: PairOptions): Ranked[] {
  const { meetings, versions, alike } = met;
  if (meetings.length === 0 && versions.length === 0 && alike < 0.6) return [];
  const { agent, worktree } = source.candidate;
  const sameAgent = agent !== undefined && agent === target.candidate.agent;
  let sequenced: boolean | undefined;
  const facts: Facts = {
    source,
    target,
    options,
    sequenced: () => {
      sequenced ??= order.orders(target.candidate.id);
      return sequenced;
    },
    sameAgent,
    sameWorktree: sameAgent && worktree === target.candidate.worktree,
  };
  const ranked = mostSevere(meetings, facts).map((verdict) => scopeFinding(verdict, facts));
  for (const pair of versions) ranked.push(...versionFinding(pair, facts));
  const duplicate = duplicateFinding(meetings, alike, facts);
  if (duplicate !== undefined) ranked.push(duplicate);
  return ranked;
}

/** Every overlapping pair of claims, one of each side; also those that no rule speaks of. */
export function meetingsOf(source: Prepared, target: Prepared, options: DetectOptions): Meeting[] {
  const found: Meeting[] = [];
  for (const mine of source.claims) {
    for (const theirs of target.claims) {
      // Two versions of one package share their words, and FM-F005 speaks of them.
      if (mine.scope.kind === "package" && disagree(mine.scope, theirs.scope)) continue;
      const overlap = overlapOf(mine, theirs, options);
      if (overlap !== undefined) found.push({ source: mine, target: theirs, overlap });
    }
  }
  return found;
}

/** Pairs of claims that set two versions of one package (FM-F005). */
function versionPairs(source: Prepared, target: Prepared): (readonly [PreparedClaim, PreparedClaim])[] {
  const mine = source.claims.filter(claimsVersion);
  if (mine.length === 0) return [];
  const theirs = target.claims.filter(claimsVersion);
  return mine.flatMap((one) =>
    theirs.filter((other) => disagree(one.scope, other.scope)).map((other) => [one, other] as const),
  );
}

export function claimsVersion({ scope, operation }: PreparedClaim): boolean {
  return scope.kind === "package" && setsVersion({ ...scope, operation });
}

function versionFinding([mine, theirs]: readonly [PreparedClaim, PreparedClaim], facts: Facts): Ranked[] {
  const side = (claim: PreparedClaim, { candidate }: Side): SetVersion => ({
    id: candidate.id,
    name: "",
    version: "",
    ...packageVersion(claim.scope.key),
  });
  const finding = dependencyVersion.check(
    side(mine, facts.source),
    side(theirs, facts.target),
    facts.options,
    facts.options.ephemeral,
  );
  if (finding === undefined) return [];
  const evidence = {
    ...finding.evidence,
    source_operation: mine.operation,
    target_operation: theirs.operation,
    source_operation_inferred: mine.inferred,
    target_operation_inferred: theirs.inferred,
    ...(facts.sameAgent ? { same_agent: true as const } : {}),
  };
  const pair: readonly [string, string] =
    mine.full <= theirs.full ? [mine.full, theirs.full] : [theirs.full, mine.full];
  return [{ rule: dependencyVersion.meta.id, pair, finding: { ...finding, evidence } }];
}

/** The sorted pair of full scopes of a meeting. */
function pairOf({ source, target }: Meeting): readonly [string, string] {
  return source.full <= target.full ? [source.full, target.full] : [target.full, source.full];
}

/** Of each unordered pair of full scopes the most severe verdict. */
function mostSevere(meetings: readonly Meeting[], facts: Facts): Verdict[] {
  const best = new Map<string, Verdict>();
  for (const meeting of meetings) {
    const pair = pairOf(meeting).join("\n");
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

function scopeFinding(verdict: Verdict, facts: Facts): Ranked {
  const { rule, meeting, severity, score } = verdict;
  const { source, target } = facts;
  const sequenced = rule.meta.yieldsToOrder && facts.sequenced();
  return {
    rule: rule.meta.id,
    pair: pairOf(meeting),
    finding: {
      id: findingId(rule.meta.kind, subjects(facts), storedScopes(meeting, facts), facts.options.ephemeral),
      kind: rule.meta.kind,
      severity,
      score,
      source_intent_id: source.candidate.id,
      target_intent_id: target.candidate.id,
      scope: { kind: meeting.source.scope.kind, key: meeting.source.scope.key },
      explanation: explain(meeting, source, target, sequenced),
      suggestion: suggest(rule.meta.id, meeting, source, target),
      evidence: evidenceOf(rule.meta.id, isAsserted(meeting), meeting, facts, sequenced ? { sequenced } : {}),
    },
  };
}

function subjects({ source, target }: Facts): string[] {
  return [source.candidate.id, target.candidate.id];
}

/** Full scopes as they are stored: never folded by this machine's core.ignorecase, so that ids agree everywhere. */
function storedScopes({ source, target }: Meeting, { options }: Facts): string[] {
  if (options.ignoreCase !== true) return [source.full, target.full];
  return [normalise(source.scope).full, normalise(target.scope).full];
}

function evidenceOf(
  rule: string,
  asserted: boolean,
  meeting: Meeting | undefined,
  facts: Facts,
  extra: Partial<Evidence>,
): Evidence {
  return {
    rule,
    asserted,
    source_operation: meeting?.source.operation ?? null,
    target_operation: meeting?.target.operation ?? null,
    source_operation_inferred: meeting?.source.inferred ?? false,
    target_operation_inferred: meeting?.target.inferred ?? false,
    match: meeting?.overlap.match ?? null,
    overlap: meeting === undefined ? null : overlapWords(meeting.overlap.match, meeting.source.scope.kind),
    source_scope: meeting?.source.alias ?? null,
    target_scope: meeting?.target.alias ?? null,
    detected_before_code: true,
    ...extra,
    ...(facts.sameAgent ? { same_agent: true } : {}),
    ...(facts.options.ephemeral === true ? { ephemeral: true } : {}),
  };
}

/** The pair's best overlap: the highest, then the smallest pair of full scopes; of its halves an equal one. */
function bestMeeting(meetings: readonly Meeting[], facts: Facts): Meeting | undefined {
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

function duplicateFinding(meetings: readonly Meeting[], alike: number, facts: Facts): Ranked | undefined {
  const { meta } = duplicateWork;
  const severity = underLevel(meta.severity.surfaced, levelOf(meta.id, facts.options));
  if (severity === undefined) return undefined;
  const best = bestMeeting(meetings, facts);
  if (!duplicateWork.check(alike, best !== undefined && sameOperation(best))) return undefined;
  const { source, target } = facts;
  return {
    rule: meta.id,
    pair: best === undefined ? ["", ""] : pairOf(best),
    finding: {
      id: findingId(
        meta.kind,
        subjects(facts),
        best === undefined ? [] : storedScopes(best, facts),
        facts.options.ephemeral,
      ),
      kind: meta.kind,
      severity,
      score: duplicateWork.score(alike),
      source_intent_id: source.candidate.id,
      target_intent_id: target.candidate.id,
      scope: best === undefined ? null : { kind: best.source.scope.kind, key: best.source.scope.key },
      explanation: duplicateExplanation(best, alike, facts),
      suggestion: DUPLICATE_ADVICE,
      evidence: evidenceOf(meta.id, false, best, facts, { summary_jaccard: rounded(alike, 4) }),
    },
  };
}

function duplicateExplanation(best: Meeting | undefined, alike: number, { source, target }: Facts): string {
  const share = `${Math.round(alike * 100)} % of their words`;
  const head = `The summaries of intent ${source.candidate.id} and intent ${target.candidate.id} share ${share}`;
  if (best === undefined) return `${head}.`;
  const mine = `${best.source.scope.kind}:${best.source.scope.key}`;
  const theirs = `${best.target.scope.kind}:${best.target.scope.key}`;
  const where = mine === theirs ? mine : `${mine} and ${theirs}`;
  return `${head}; the first would ${best.source.operation} and the second ${best.target.operation} ${where}.`;
}
