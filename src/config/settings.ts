// The settings of spec 5.5 as a value, with their defaults. Reading the file is src/config/load.ts.
import type { RuleLevel } from "../detect/model.ts";
import type { ModuleDeclaration } from "../store/model.ts";

export type FailOn = "high" | "medium" | "low" | "never";
export type StrategyName = "SERIALIZE" | "MERGE" | "ESCALATE";

export interface RecordedDecision {
  readonly id: string;
  /** Scope pattern, `symbol:LegacyApi*`. */
  readonly scope: string;
  readonly forbid: readonly string[];
  readonly why: string;
}

export interface Settings {
  readonly rules: Readonly<Record<string, RuleLevel>>;
  readonly contains: Readonly<Record<string, readonly string[]>>;
  /** Undefined: each command's own default. */
  readonly fail_on: FailOn | undefined;
  /** Undefined: the remote's default branch, else main or master. */
  readonly base: string | undefined;
  readonly plans: readonly string[];
  readonly serial_kinds: readonly string[];
  readonly decisions: readonly RecordedDecision[];
  /** Replan budget by tier. */
  readonly replan_budget: Readonly<Record<string, number>>;
  readonly judge:
    | {
        readonly commands: readonly (readonly string[])[];
        readonly cold_ms: { readonly L3: number; readonly L4: number };
      }
    | undefined;
  readonly hooks: {
    readonly block_on: "none" | "high";
    readonly block_on_dispatch: "none" | "conflict";
    readonly on_timeout: "advise" | "block";
    readonly deadline_ms: number;
  };
  /** Seconds. */
  readonly claims: { readonly lease: number };
  /** Seconds of silence; strictly more is stopped. */
  readonly stopped_after: number;
  readonly locks: { readonly timeout_seconds: number; readonly track_reads: boolean };
  readonly gate: { readonly settle_high: "anyone" | "counterpart" | "human" };
  readonly people: readonly string[];
  readonly resolution: {
    readonly default_strategy: StrategyName;
    readonly per_type: Readonly<Record<string, StrategyName>>;
    readonly enable_auto_merge: boolean;
    readonly max_merge_attempts: number;
    readonly escalation_threshold: number;
    readonly disabled: readonly StrategyName[];
  };
  readonly modules: readonly ModuleDeclaration[];
  readonly sync: {
    readonly remote: string | undefined;
    /** Undefined: the hidden ref. */
    readonly branch: string | undefined;
  };
}

export const DEFAULT_SETTINGS: Settings = {
  rules: {},
  contains: {},
  fail_on: undefined,
  base: undefined,
  plans: [".claude/plans/**/*.md", "plans/**/*.md"],
  serial_kinds: ["migration"],
  decisions: [],
  replan_budget: { "2": 2, "3": 3, "4": 0 },
  judge: undefined,
  hooks: { block_on: "none", block_on_dispatch: "none", on_timeout: "advise", deadline_ms: 1000 },
  claims: { lease: 3600 },
  stopped_after: 7200,
  locks: { timeout_seconds: 30, track_reads: false },
  gate: { settle_high: "anyone" },
  people: [],
  resolution: {
    default_strategy: "SERIALIZE",
    per_type: {},
    enable_auto_merge: true,
    max_merge_attempts: 3,
    escalation_threshold: 0.7,
    disabled: [],
  },
  modules: [],
  sync: { remote: undefined, branch: undefined },
};
