// Two candidates compared (spec 1.5): overlaps, rules, the most severe finding of each pair of full scopes.
import type { Candidate, DetectOptions, Finding } from "./model.ts";
import { overlapOf } from "./overlap.ts";
import { duplicateFinding, scopeFinding, versionFinding } from "./pair-findings.ts";
import { type Prepared, type PreparedClaim, prepare } from "./prepared.ts";
import { disagree, setsVersion } from "./rules/fm-f005-dependency-version.ts";
import type { Meeting } from "./rules/rule.ts";
import { DeclaredOrder } from "./sequence.ts";
import { compareRanked, type Ranked } from "./severity.ts";
import { likeness } from "./token-set.ts";
import { type Facts, mostSevere, type Side } from "./verdict.ts";

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
  const { agent, worktree, dependsOn } = source.candidate;
  const sameAgent = agent !== undefined && agent === target.candidate.agent;
  let sequenced = dependsOn.length === 0 && target.candidate.dependsOn.length === 0 ? false : undefined;
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
