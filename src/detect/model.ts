// The vocabulary of the detector (spec 1.1, 1.8): kinds, operations, candidates, findings. Types and constants only.

export const SCOPE_KINDS = [
  "symbol",
  "api",
  "schema",
  "config",
  "infra",
  "test",
  "migration",
  "env",
  "file",
  "component",
  "contract",
  "domain",
  "module",
  "package",
] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

export const ADDITIVE = ["add", "extend", "modify"] as const;
export const DESTRUCTIVE = ["replace", "remove", "rename", "migrate"] as const;
export const OPERATIONS = [...ADDITIVE, ...DESTRUCTIVE, "use"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A thing in the code base, as somebody wrote it: `{kind: "symbol", key: "PaymentService"}`. */
export interface Scope {
  readonly kind: ScopeKind;
  /** As written (trimmed); normal forms are computed, never stored. */
  readonly key: string;
}

/** A scope together with what will be done to it. */
export interface ScopeClaim extends Scope {
  readonly operation: Operation;
  /** True when the operation was read out of prose (spec 1.7); such a claim never asserts. */
  readonly inferred: boolean;
}

/** A scope that is depended on and not changed. */
export interface UseClaim extends Scope {
  /** The text named no operation, and its summary reads like a use (spec 1.7); such a use never asserts. */
  readonly inferred?: true;
}

/** One side of a comparison: a published intent, a plan task, or text that is only asked about. */
export interface Candidate {
  readonly id: string;
  readonly summary: string;
  readonly agent?: string;
  /** Name of the worktree the work happens in; same agent and same worktree caps findings at MEDIUM. */
  readonly worktree?: string;
  /** Changes, never operation `use`. */
  readonly scopes: readonly ScopeClaim[];
  /** What is depended on and not changed. */
  readonly uses: readonly UseClaim[];
  /** Ids of intents that must be done first. */
  readonly dependsOn: readonly string[];
}

export const SEVERITIES = ["HIGH", "MEDIUM", "LOW"] as const;
export type Severity = (typeof SEVERITIES)[number];

export type MatchTier = "full" | "alias" | "key" | "contains" | "tokens";

/** Evidence of a finding (spec 1.6). Scopes here are aliases with kind. */
export interface Evidence {
  readonly rule: string;
  readonly asserted: boolean;
  readonly source_operation: Operation | null;
  readonly target_operation: Operation | null;
  readonly source_operation_inferred: boolean;
  readonly target_operation_inferred: boolean;
  readonly match: MatchTier | null;
  /** Words for the tier. */
  readonly overlap: string | null;
  readonly source_scope: string | null;
  readonly target_scope: string | null;
  /** False for what was found in code that exists. */
  readonly detected_before_code: boolean;
  readonly summary_jaccard?: number;
  readonly sequenced?: true;
  readonly same_agent?: true;
  readonly ephemeral?: true;
  readonly [extra: string]: unknown;
}

/** What the detector says of one pair (spec 1.8), before the ledger gives it a status and a time. */
export interface Finding {
  /** `cfl_…`, content-derived; `eph_…` for what-if findings. */
  readonly id: string;
  readonly kind: string;
  readonly severity: Severity;
  readonly score: number;
  readonly source_intent_id: string;
  readonly target_intent_id: string;
  /** The source's scope as written; null when no scope took part. */
  readonly scope: Scope | null;
  readonly explanation: string;
  readonly suggestion: string;
  readonly evidence: Evidence;
}

export type RuleLevel = "off" | "low" | "medium";

/** Facts from outside that the pure detector may use: settings and what is known of the tree. */
export interface DetectOptions {
  /** Levels from the settings file, by rule id; absent = as the table of spec 1.5. */
  readonly rules?: Readonly<Record<string, RuleLevel>>;
  /** Declared containment: scope text → patterns of scopes that lie in it. */
  readonly contains?: Readonly<Record<string, readonly string[]>>;
  /**
   * What an intent depends on, for intents that the index does not hold (accepted ones between two open ones).
   * Candidates of the index answer for themselves.
   */
  readonly dependsOn?: (id: string) => readonly string[] | undefined;
  /** True when git's core.ignorecase is true: `file:` keys compare without case. */
  readonly ignoreCase?: boolean;
}
