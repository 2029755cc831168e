// The form of an event (spec 2.2) and the payload of every type. Types only: validation and fold steps live in
// src/store/events/, one file per type.
import type { Finding, Scope, ScopeClaim, UseClaim } from "../detect/model.ts";
import type {
  Arbitration,
  Assessment,
  Claim,
  ConflictRecord,
  Decision,
  Detection,
  MergeAttempt,
  ModificationResult,
  PublishedIntent,
  ReleaseReason,
  SettledBy,
  StrategySet,
} from "./model.ts";

/** Payload by event type. Every payload is plain JSON; a new type needs a schema in schemas/events/ and a line in docs/ledger-format.md. */
export interface EventData {
  "ledger.created": { place: "git-dir" | "in-tree" | "folder" | "explicit" };
  "agent.seen": { agent: string; session?: string };
  "intent.published": { intent: PublishedIntent };
  "intent.started": { intent_id: string };
  "intent.finished": { intent_id: string; head?: string; drift?: Readonly<Record<string, unknown>> };
  "intent.accepted": { intent_id: string; merged?: boolean; overridden?: readonly string[]; reason?: string };
  "intent.discarded": { intent_id: string; reason: string };
  "intent.adopted": { intent_id: string; agent: string; session?: string; previous_agent: string; reason: string };
  "intent.rescoped": {
    intent_id: string;
    scopes?: readonly ScopeClaim[];
    uses?: readonly UseClaim[];
    depends_on?: readonly string[];
  };
  "claim.taken": { claim: Omit<Claim, "order" | "released" | "taken_at"> };
  "claim.renewed": { claim_id: string; intent_id: string; expires_at: string; lease_seconds: number };
  "claim.released": { claim_id: string; intent_id: string; why: ReleaseReason };
  "claim.refused": {
    intent_id: string;
    agent: string;
    scopes: readonly Scope[];
    why: "concurrent_write" | "write_after_read" | "deadlock";
    holders: readonly { agent: string; claim_id: string; expires_at: string }[];
  };
  "conflict.detected": { finding: Finding; detection: StoredDetection; record?: ConflictRecord };
  "conflict.redetected": { conflict_id: string; detection: StoredDetection };
  "conflict.coordinating": {
    conflict_id: string;
    note?: string;
    ordered?: readonly [string, string];
    strategy?: string;
    by: SettledBy;
    agent: string;
  };
  "conflict.resolved": { conflict_id: string; decision: StoredDecision };
  "conflict.overridden": { conflict_id: string; decision: StoredDecision };
  "conflict.dismissed": { conflict_id: string; decision: StoredDecision };
  "conflict.escalated": {
    conflict_id: string;
    question: string;
    options: readonly string[];
    /** `auto`, or who asked for it by name. */
    by?: SettledBy;
    agent?: string;
  };
  "merge.attempted": { conflict_id: string } & Omit<MergeAttempt, "at">;
  "strategy.chosen": {
    conflict_id: string;
    name?: string;
    custom?: boolean;
    by?: SettledBy;
    /** Present when strategies were brought rather than chosen (`--add-strategies`). */
    added?: Omit<StrategySet, "at">;
  };
  "clarification.answered": { conflict_id: string; question: string; answer: string; round: number };
  "modifications.applied": { conflict_id: string } & Omit<ModificationResult, "at" | "rolled_back">;
  "modifications.rolled_back": { conflict_id: string; result_id: string; agent: string };
  "assessment.recorded": { assessment: Omit<Assessment, "at"> };
  "arbitration.decided": { arbitration: Omit<Arbitration, "at"> };
  /** One undoable step; `nodes` carries for every node of the cascade the fields before and after. */
  "plan.frozen": PlanStep;
  "plan.thawed": PlanStep;
  "plan.replanned": PlanStep;
  "plan.reordered": PlanStep;
  "plan.status": PlanStep;
  "decision.recorded": { decision: { id: string; subject: string; reason: string; agent: string } };
  "ledger.repaired": { replica: string | null; n: number | null; sha256: string };
}

export interface PlanStep {
  readonly step_id: string;
  readonly conflict_id?: string;
  readonly reason: string;
  readonly by: "arbiter" | SettledBy;
  readonly undoes?: string;
  readonly nodes: readonly {
    readonly node: string;
    readonly path: string;
    readonly before: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
  }[];
}

export type StoredDetection = Omit<Detection, "detected_at">;
export type StoredDecision = Omit<Decision, "at">;

export type EventType = keyof EventData;

/** What a decide step returns: the ledger adds id, replica, n, lc, at, prev and batch. */
export type NewEvent = { [T in EventType]: { readonly type: T; readonly data: EventData[T] } }[EventType];

/** One line of the ledger, parsed. Unknown types and fields are kept. */
export interface LedgerEvent<T extends EventType = EventType> {
  readonly v: number;
  readonly id: string;
  readonly replica: string;
  readonly n: number;
  readonly lc: number;
  readonly at: string;
  readonly actor: string;
  readonly type: T;
  readonly data: EventData[T];
  readonly prev: string;
  readonly batch?: { readonly id: string; readonly k: number; readonly of: number };
}
