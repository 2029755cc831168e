// Overlap of two scopes (spec 1.4): five tiers, the first that holds. Scores rank; they are no probabilities.
import { insideByName, insideBySettings } from "./contains.ts";
import type { DetectOptions, MatchTier, Scope } from "./model.ts";
import { type PreparedScope, prepareScope } from "./prepared.ts";
import { likeness, tooUnlikeInSize } from "./token-set.ts";
import { TOKEN_THRESHOLD } from "./token-threshold.ts";

export interface Overlap {
  readonly match: MatchTier;
  /** 1.0, 0.9, 0.9, 0.88, or 0.65 + 0.2 J. */
  readonly score: number;
  /** Tier 1 alone may assert. */
  readonly mayAssert: boolean;
}

export interface Comparison {
  readonly match: MatchTier | null;
  readonly overlapScore: number;
  readonly findingScore: number;
  readonly canAssert: boolean;
  /** Of the key tokens, whatever tier decided. */
  readonly jaccard: number;
}

const FULL: Overlap = { match: "full", score: 1, mayAssert: true };
const ALIAS: Overlap = { match: "alias", score: 0.9, mayAssert: false };
const KEY: Overlap = { match: "key", score: 0.9, mayAssert: false };
const CONTAINS: Overlap = { match: "contains", score: 0.88, mayAssert: false };

/** The first tier that holds between two prepared scopes, or undefined. Symmetric. */
export function overlapOf(a: PreparedScope, b: PreparedScope, options: DetectOptions = {}): Overlap | undefined {
  if (a.full === b.full) return FULL;
  if (a.alias === b.alias) return ALIAS;
  if (a.lowerKey === b.lowerKey && a.scope.kind !== b.scope.kind) return KEY;
  if (insideByName(a, b, options) || insideByName(b, a, options)) return CONTAINS;
  if (options.contains !== undefined && (insideBySettings(a, b, options) || insideBySettings(b, a, options))) {
    return CONTAINS;
  }
  if (tooUnlikeInSize(a.tokens.length, b.tokens.length, TOKEN_THRESHOLD)) return undefined;
  const alike = likeness(a.tokens, b.tokens);
  return alike >= TOKEN_THRESHOLD ? tokenOverlap(alike) : undefined;
}

/** The overlap of two scopes that only their tokens make alike. */
export function tokenOverlap(alike: number): Overlap {
  return { match: "tokens", score: 0.65 + 0.2 * alike, mayAssert: false };
}

/** `scope compare`: what the detector makes of two scopes, operations aside. */
export function compareScopes(a: Scope, b: Scope, options: DetectOptions = {}): Comparison {
  const left = prepareScope(a, options.ignoreCase);
  const right = prepareScope(b, options.ignoreCase);
  const overlap = overlapOf(left, right, options);
  return {
    match: overlap?.match ?? null,
    overlapScore: rounded(overlap?.score ?? 0, 4),
    findingScore: overlap === undefined ? 0 : findingScore(overlap.score),
    canAssert: overlap?.mayAssert ?? false,
    jaccard: rounded(likeness(left.tokens, right.tokens), 4),
  };
}

/** Score of a finding: overlap × 0.97, at most 0.99, three decimals, halves up. */
export function findingScore(overlap: number): number {
  return rounded(Math.min(overlap * 0.97, 0.99), 3);
}

/** Rounds halves up, by the decimal value that was meant rather than by its nearest binary neighbour. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.floor(value * scale + 0.5 + 1e-9) / scale;
}
