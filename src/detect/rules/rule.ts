// What a rule of spec 1.5 is: a literal description and a pure check.
import type { Operation, ScopeKind, Severity } from "../model.ts";
import { ADDITIVE, DESTRUCTIVE } from "../model.ts";
import type { Overlap } from "../overlap.ts";
import type { PreparedClaim } from "../prepared.ts";

export interface RuleMeta {
  /** Permanent: `FM-C001`. */
  readonly id: string;
  /** `destructive_vs_additive`: what a finding's `kind` says. */
  readonly kind: string;
  /** One line. */
  readonly summary: string;
  /** Why it is worth surfacing, and why no stronger. */
  readonly rationale: string;
  /** Severity when asserted, and when not. */
  readonly severity: { readonly asserted: Severity; readonly surfaced: Severity };
  /** Two sides that hit, as they would be declared. */
  readonly example: { readonly source: string; readonly target: string };
  /** A near miss, and why it is one. */
  readonly miss: { readonly source: string; readonly target: string; readonly why: string };
  /** Version that brought it. */
  readonly since: string;
  /** The rule that this one stands in for where both would hold. */
  readonly replaces?: string;
  /** Drops to MEDIUM when the order of the two intents is declared. */
  readonly yieldsToOrder: boolean;
}

/** Two claims that overlap, one of each side. */
export interface Meeting {
  readonly source: PreparedClaim;
  readonly target: PreparedClaim;
  readonly overlap: Overlap;
}

/** A rule over one overlapping pair of scopes. */
export interface ScopeRule {
  readonly meta: RuleMeta;
  /** Whether the rule speaks; severity and score follow from the meeting. Symmetric. */
  readonly check: (meeting: Meeting) => boolean;
}

/** A rule with its own kind of input; its check lives in its file under its own type. */
export interface NamedRule {
  readonly meta: RuleMeta;
}

const DESTRUCTIVE_OPERATIONS: ReadonlySet<Operation> = new Set(DESTRUCTIVE);
const ADDITIVE_OPERATIONS: ReadonlySet<Operation> = new Set(ADDITIVE);

export function isDestructive(claim: { readonly operation: Operation }): boolean {
  return DESTRUCTIVE_OPERATIONS.has(claim.operation);
}

export function isAdditive(claim: { readonly operation: Operation }): boolean {
  return ADDITIVE_OPERATIONS.has(claim.operation);
}

/** Tier 1 and neither operation inferred: the only ground for HIGH. */
export function isAsserted({ source, target, overlap }: Meeting): boolean {
  return overlap.mayAssert && !source.inferred && !target.inferred;
}

/** True when the two claims, in either order, satisfy the two conditions. */
export function eitherWay(
  { source, target }: Meeting,
  one: (claim: PreparedClaim) => boolean,
  other: (claim: PreparedClaim) => boolean,
): boolean {
  return (one(source) && other(target)) || (one(target) && other(source));
}

export function isKind(claim: PreparedClaim, kinds: readonly ScopeKind[]): boolean {
  return kinds.includes(claim.scope.kind);
}
