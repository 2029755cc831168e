// FM-C005: somebody else holds a live claim on the same name. Which claims are live is the caller's to know.
import { CLAIM_ADVICE, overlapWords } from "../advice.ts";
import { insideByName } from "../contains.ts";
import { findingId } from "../finding-id.ts";
import type { DetectOptions, Finding, MatchTier, Scope } from "../model.ts";
import { normalise } from "../normal-form.ts";
import { type PreparedScope, prepareScope } from "../prepared.ts";
import { compareText, levelOf, underLevel } from "../severity.ts";
import type { NamedRule } from "./rule.ts";

/** A scope that an intent claims, or is about to. */
export interface HeldScope {
  readonly intentId: string;
  readonly agent?: string;
  readonly scope: Scope;
}

const SCORE = 0.88;
const MATCHES: readonly MatchTier[] = ["full", "alias", "contains"];

export const overlappingClaim: NamedRule & {
  /** One finding for each other intent whose live claim meets one of `mine`; sorted by that intent's id. */
  readonly check: (mine: readonly HeldScope[], live: readonly HeldScope[], options?: DetectOptions) => Finding[];
} = {
  meta: {
    id: "FM-C005",
    kind: "overlapping_claim",
    summary: "A live claim of another intent covers the same name, or a file that contains it.",
    rationale:
      "Claims are advisory: somebody is at work there right now. The claim still succeeds; both sides learn of it once " +
      "for each other intent.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "symbol:Label::print", target: "symbol:Acme\\Label::print" },
    miss: { source: "symbol:Label::print", target: "symbol:Label::measure", why: "two members of one class" },
    since: "0.1.0",
    yieldsToOrder: false,
  },
  check: (mine, live, options = {}) => {
    const severity = underLevel("MEDIUM", levelOf("FM-C005", options));
    if (severity === undefined) return [];
    const prepared = mine.map((held) => ({ held, scope: prepareScope(held.scope, options.ignoreCase) }));
    const best = new Map<string, Meeting>();
    for (const theirs of live) {
      const scope = prepareScope(theirs.scope, options.ignoreCase);
      for (const own of prepared) {
        if (own.held.intentId === theirs.intentId) continue;
        const match = matchOf(own.scope, scope, options);
        if (match === undefined) continue;
        const meeting: Meeting = { mine: own.held, theirs, source: own.scope, target: scope, match };
        const before = best.get(theirs.intentId);
        if (before === undefined || compareMeetings(meeting, before) < 0) best.set(theirs.intentId, meeting);
      }
    }
    return [...best.values()]
      .sort((a, b) => compareText(a.theirs.intentId, b.theirs.intentId))
      .map((meeting) => ({ ...findingOf(meeting), severity }));
  },
};

interface Meeting {
  readonly mine: HeldScope;
  readonly theirs: HeldScope;
  readonly source: PreparedScope;
  readonly target: PreparedScope;
  readonly match: MatchTier;
}

function matchOf(a: PreparedScope, b: PreparedScope, options: DetectOptions): MatchTier | undefined {
  if (a.full === b.full) return "full";
  if (a.alias === b.alias) return "alias";
  const holds = (outer: PreparedScope, inner: PreparedScope): boolean =>
    outer.scope.kind === "file" && insideByName(outer, inner, options);
  return holds(a, b) || holds(b, a) ? "contains" : undefined;
}

function compareMeetings(a: Meeting, b: Meeting): number {
  const key = (meeting: Meeting): string => [meeting.source.full, meeting.target.full].sort().join("\n");
  return MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) || compareText(key(a), key(b));
}

function findingOf({ mine, theirs, source, target, match }: Meeting): Omit<Finding, "severity"> {
  const own = `${source.scope.kind}:${source.scope.key}`;
  const other = `${target.scope.kind}:${target.scope.key}`;
  const by = theirs.agent === undefined ? "" : ` of ${theirs.agent}`;
  return {
    id: findingId(
      overlappingClaim.meta.kind,
      [mine.intentId, theirs.intentId],
      [normalise(source.scope).full, normalise(target.scope).full],
    ),
    kind: overlappingClaim.meta.kind,
    score: SCORE,
    source_intent_id: mine.intentId,
    target_intent_id: theirs.intentId,
    scope: { kind: source.scope.kind, key: source.scope.key },
    explanation: `Intent ${mine.intentId} claims ${own} while intent ${theirs.intentId}${by} holds a live claim on ${own === other ? "it" : other}.`,
    suggestion: CLAIM_ADVICE,
    evidence: {
      rule: overlappingClaim.meta.id,
      asserted: false,
      source_operation: null,
      target_operation: null,
      source_operation_inferred: false,
      target_operation_inferred: false,
      match,
      overlap: overlapWords(match, source.scope.kind),
      source_scope: source.alias,
      target_scope: target.alias,
      detected_before_code: true,
      ...(mine.agent !== undefined && mine.agent === theirs.agent ? { same_agent: true } : {}),
    },
  };
}
