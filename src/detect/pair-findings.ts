// Findings of two candidates as they are shown (spec 1.6, 1.8), out of what src/detect/verdict.ts decided.
import { DUPLICATE_ADVICE, explain, overlapWords, suggest } from "./advice.ts";
import { findingId } from "./finding-id.ts";
import type { Evidence } from "./model.ts";
import { normalise } from "./normal-form.ts";
import { rounded } from "./overlap.ts";
import type { PreparedClaim } from "./prepared.ts";
import { duplicateWork, sameOperation } from "./rules/fm-c004-duplicate-work.ts";
import { dependencyVersion, packageVersion, type SetVersion } from "./rules/fm-f005-dependency-version.ts";
import { isAsserted, type Meeting } from "./rules/rule.ts";
import { levelOf, type Ranked, underLevel } from "./severity.ts";
import { bestMeeting, type Facts, pairOf, type Side, type Verdict } from "./verdict.ts";

/** FM-F005 of two claims that set two versions of one package; empty when the rule is off. */
export function versionFinding([mine, theirs]: readonly [PreparedClaim, PreparedClaim], facts: Facts): Ranked[] {
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

/** The finding of a verdict. */
export function scopeFinding(verdict: Verdict, facts: Facts): Ranked {
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

/** What only some findings say. */
type Extra = Pick<Evidence, "sequenced" | "summary_jaccard">;

function evidenceOf(
  rule: string,
  asserted: boolean,
  meeting: Meeting | undefined,
  facts: Facts,
  { sequenced, summary_jaccard }: Extra,
): Evidence {
  const evidence: { -readonly [name in keyof Evidence]: Evidence[name] } = {
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
  };
  if (sequenced) evidence.sequenced = true;
  if (summary_jaccard !== undefined) evidence.summary_jaccard = summary_jaccard;
  if (facts.sameAgent) evidence.same_agent = true;
  if (facts.options.ephemeral === true) evidence.ephemeral = true;
  return evidence;
}

/** FM-C004 of two candidates that meet in these places and whose summaries are this much alike. */
export function duplicateFinding(meetings: readonly Meeting[], alike: number, facts: Facts): Ranked | undefined {
  const { meta } = duplicateWork;
  // Not even equal operations would do.
  if (!duplicateWork.check(alike, true)) return undefined;
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
