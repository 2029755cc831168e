// What the ledger is folded into: intents, claims, conflicts, agents, plan nodes. Types only; derived facts
// (expired, stopped, open) are computed at read by src/core and never stored here (spec 2.2).
import type { Evidence, Finding, Scope, ScopeClaim, Severity, UseClaim } from "../detect/model.ts";

/** Order of events: Lamport clock, replica, counter (spec 2.2). */
export interface OrderKey {
  readonly lc: number;
  readonly replica: string;
  readonly n: number;
}

export const OPEN_STATES = ["INTENT", "CLAIMED", "IN_PROGRESS", "PROVISIONAL"] as const;
export type IntentStatus = (typeof OPEN_STATES)[number] | "ACCEPTED" | "DISCARDED";

export interface Artifact {
  readonly path: string;
  readonly symbols?: readonly string[];
  readonly operation?: string;
  readonly lines?: readonly [number, number];
  readonly read?: boolean;
  readonly to?: string;
}

/** What `intent publish` declares and records (spec 4.1, 5.3). */
export interface PublishedIntent {
  readonly id: string;
  readonly agent: string;
  readonly session?: string;
  readonly task?: string;
  readonly summary: string;
  readonly rationale?: string;
  readonly scopes: readonly ScopeClaim[];
  readonly uses: readonly UseClaim[];
  readonly depends_on: readonly string[];
  /** Files named with --file. */
  readonly files?: readonly string[];
  readonly group?: string;
  readonly branch?: string;
  /** Commit the work starts from: HEAD when published. */
  readonly base?: string;
  /** Name of the worktree, for people and for same-agent rules. */
  readonly worktree?: string;
  /** Absolute path of the worktree on the machine that published. */
  readonly worktree_path?: string;
  /** Modules for spec 4.5, as published with --module. */
  readonly modules?: readonly ModuleDeclaration[];
  /** Scopes came from a diff (--from-diff). */
  readonly derived?: boolean;
}

export interface ModuleDeclaration {
  readonly name: string;
  readonly file: string;
  readonly scenarios: readonly string[];
  readonly responsibilities: string;
}

export interface Intent extends PublishedIntent {
  readonly status: IntentStatus;
  readonly created_at: string;
  readonly updated_at: string;
  /** Order of the publishing event: "earlier" always means this. */
  readonly order: OrderKey;
  readonly head?: string;
  readonly previous_owners: readonly { agent: string; at: string; reason: string }[];
  readonly closed?: { at: string; reason?: string; merged?: boolean; high_conflicts_overridden?: boolean };
}

export interface Claim {
  readonly id: string;
  readonly intent_id: string;
  readonly agent: string;
  readonly session?: string;
  readonly scope: Scope;
  readonly exclusive: boolean;
  readonly read: boolean;
  readonly lease_seconds: number;
  readonly taken_at: string;
  readonly expires_at: string;
  readonly reason?: string;
  readonly order: OrderKey;
  readonly released?: { at: string; why: ReleaseReason };
}
export type ReleaseReason = "released" | "finished" | "accepted" | "discarded" | "adopted" | "lapsed" | "expired";

export type ConflictStatus = "OPEN" | "COORDINATING" | "RESOLVED" | "OVERRIDDEN" | "DISMISSED";
export type SettledBy = "auto" | "agent" | "human";

export interface Detection {
  readonly id: string;
  readonly severity: Severity;
  readonly score: number;
  readonly evidence: Evidence | Readonly<Record<string, unknown>>;
  readonly previously_settled: boolean;
  readonly detected_at: string;
  readonly source_intent_id: string;
}

export interface Decision {
  readonly id: string;
  readonly as: "resolved" | "overridden" | "dismissed";
  readonly resolution: string;
  readonly reason: string;
  readonly agent: string;
  readonly by: SettledBy;
  readonly at: string;
  /** SERIALIZE, MERGE, a strategy's name, rescoped, accepted, …: what settled it. */
  readonly strategy?: string;
}

/** A recorded finding with its life. First detection's finding is kept; later ones only add detections. */
export interface Conflict extends Omit<Finding, "evidence"> {
  readonly evidence: Evidence | Readonly<Record<string, unknown>>;
  readonly status: ConflictStatus;
  readonly detected_at: string;
  readonly order: OrderKey;
  /** Oldest first, by event order. */
  readonly detections: readonly Detection[];
  /** Every settlement that was recorded; the first in event order counts. */
  readonly decisions: readonly Decision[];
  /** Record of a dispatch check (spec 3.5) for FM-F…, FM-A… and task pairs. */
  readonly record?: ConflictRecord;
  /** SERIALIZE: [first intent, second intent]; gates only the second. */
  readonly ordered?: readonly [string, string];
  readonly notes: readonly { text: string; agent: string; at: string }[];
  readonly escalation?: { question: string; options: readonly string[]; at: string; by?: SettledBy };
  readonly merges: readonly MergeAttempt[];
  readonly strategies?: StrategySet;
  readonly chosen?: { name: string; at: string; by: SettledBy; custom?: boolean };
  readonly answers: readonly { question: string; answer: string; round: number; at: string }[];
  readonly modifications: readonly ModificationResult[];
  readonly arbitrations: readonly Arbitration[];
}

export type ConflictClass = "C1" | "C2" | "C3" | "C4" | "C5";

export interface ConflictRecord {
  readonly layer: "L1" | "L2" | "L3" | "L4";
  readonly class: ConflictClass;
  readonly detected_by: string;
  readonly participants: readonly { task: string; role: "proposed" | "pending-confirm" | "active" }[];
  readonly overlap: {
    readonly files: readonly string[];
    readonly functions: readonly string[];
    readonly schema_elements: readonly string[];
  };
  readonly confidence: number;
  /** HEAD when the conflict was detected: what a blocker is compared from (spec 4.4, rule 5). */
  readonly checkpoint?: string;
}

export interface MergeAttempt {
  readonly commits: readonly [string, string];
  readonly clean: boolean;
  readonly confidence: number;
  readonly tree?: string;
  readonly united_files: readonly string[];
  readonly at: string;
}

/** Strategies brought by agents (`--add-strategies`); their exact shape is src/resolve's. */
export interface StrategySet {
  readonly strategies: readonly unknown[];
  readonly recommended?: number;
  readonly suggestions?: readonly string[];
  readonly agent: string;
  readonly at: string;
}

export interface ModificationResult {
  readonly result_id: string;
  readonly applied: readonly unknown[];
  readonly failed: readonly { file: string; reason: string }[];
  readonly rolled_back?: { at: string; agent: string };
  readonly at: string;
}

export interface Arbitration {
  readonly id: string;
  readonly conflict_id: string | null;
  readonly task: string | null;
  readonly blocker: string | null;
  readonly outcome: string;
  readonly reason: string;
  readonly actions: readonly string[];
  readonly by: "arbiter" | SettledBy;
  readonly agent: string;
  readonly at: string;
}

export interface Assessment {
  readonly id: string;
  readonly intent_id: string;
  readonly other_id: string;
  readonly verdict: "conflicts" | "compatible" | "duplicate" | "depends_on";
  readonly action: "proceeding" | "rescoping" | "waiting" | "abandoning";
  readonly reason: string;
  readonly agent: string;
  readonly at: string;
}

export interface AgentSeen {
  readonly agent: string;
  readonly last_event_at: string;
  readonly sessions: Readonly<Record<string, string>>;
}

/** One entry of a plan node's history (spec 4.4): decisions, freezes, thaws, replans, status changes. */
export interface PlanEntry {
  readonly type:
    | "plan.frozen"
    | "plan.thawed"
    | "plan.replanned"
    | "plan.reordered"
    | "plan.status"
    | "arbitration.decided";
  readonly at: string;
  readonly event_id: string;
  readonly agent: string;
  readonly data: Readonly<Record<string, unknown>>;
}
export interface PlanHistory {
  readonly node: string;
  readonly entries: readonly PlanEntry[];
}
