// The documents of spec 5.3 as types: what use cases return and renderers read. Types only, snake_case, plain JSON.
// New optional fields do not change a document's number.
import type { Finding, Operation, Scope, ScopeClaim, Severity } from "../detect/model.ts";
import type {
  Arbitration,
  Assessment,
  ConflictRecord,
  ConflictStatus,
  Decision,
  Detection,
  IntentStatus,
  MergeAttempt,
} from "../store/model.ts";

/** Something a check could not look at (spec 5.1): never the same as clear. */
export interface NotAssessed {
  readonly what: string;
  readonly reason: string;
  /** `subject`: what was to be checked, or the ledger itself; `counterpart`: what it would have been compared with. */
  readonly side: "subject" | "counterpart";
}

/** A finding as shown: recorded (`cfl_`) or of a what-if (`eph_`). Evidence of other rules may hold other fields. */
export interface ShownFinding extends Omit<Finding, "evidence"> {
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly status: ConflictStatus;
  readonly previously_settled: boolean;
  readonly detected_at: string;
}

/** One side of a finding, for documents whose readers cannot look it up. */
export interface Party {
  readonly intent_id: string;
  readonly agent: string;
  readonly summary: string;
}

export interface ScopeOverlap {
  readonly scope: string;
  readonly your_operation: Operation;
  readonly their_operation: Operation;
  readonly kind: string;
  readonly asserted: boolean;
}

export interface RelatedWork {
  readonly intent_id: string;
  readonly agent: string;
  readonly task: string | null;
  readonly summary: string;
  readonly status: IntentStatus;
  readonly overlap: readonly ScopeOverlap[];
  /** Present when its owner has been silent too long and holds no live claim (spec 4.1). */
  readonly owner_stopped_since?: string;
}

export interface StoppedWork {
  readonly intent_id: string;
  readonly agent: string;
  readonly task: string | null;
  readonly summary: string;
  readonly owner_stopped_since: string;
  /** Findings below HIGH that were not recorded because of the silence. */
  readonly findings?: readonly ShownFinding[];
}

export interface IntentView {
  readonly id: string;
  readonly agent: string;
  readonly task: string | null;
  readonly summary: string;
  readonly scopes: readonly ScopeClaim[];
  readonly uses: readonly Scope[];
  readonly depends_on: readonly string[];
  readonly status: IntentStatus;
  readonly branch: string | null;
  readonly created_at: string;
  readonly updated_at?: string;
  readonly rationale?: string | null;
  readonly group?: string | null;
  readonly worktree?: string | null;
  readonly base?: string | null;
  readonly head?: string | null;
  readonly owner_stopped_since?: string;
  readonly merged?: boolean;
}

export interface ClaimView {
  readonly id: string;
  readonly intent_id: string;
  readonly agent: string;
  readonly scope: Scope;
  readonly exclusive: boolean;
  readonly read: boolean;
  readonly taken_at: string;
  readonly expires_at: string;
  /** Derived at read: its lease has not run out. */
  readonly live: boolean;
  readonly state: "live" | "lapsed";
  readonly reason?: string | null;
  /** The lock of another machine that this one lost to: it stops nobody. */
  readonly lost_to?: { readonly claim_id: string; readonly agent: string };
}

interface Assessed {
  readonly assessment: "complete" | "incomplete";
  readonly not_assessed: readonly NotAssessed[];
}

/** `foremerge.publish/1` (also of `intent rescope`). */
export interface PublishDocument extends Assessed {
  readonly schema: "foremerge.publish/1";
  readonly as_of_event: number | null;
  readonly intent: IntentView;
  readonly findings: readonly ShownFinding[];
  readonly related_work: readonly RelatedWork[];
  readonly warnings: readonly string[];
  readonly blocking: boolean;
  readonly [extra: string]: unknown;
}

/** `foremerge.check/1`. */
export interface CheckDocument extends Assessed {
  readonly schema: "foremerge.check/1";
  readonly as_of_event: number | null;
  readonly ephemeral: boolean;
  readonly blocking: boolean;
  /** How many open intents were compared, or, by id, looked up. */
  readonly checked_intents: number;
  readonly findings: readonly ShownFinding[];
  readonly stopped_work: readonly StoppedWork[];
  /** The fail-on in force. */
  readonly policy: string;
  readonly [extra: string]: unknown;
}

/** A conflict in lists and alone: the finding, its state and what is known of its life. */
export interface ConflictView extends ShownFinding {
  readonly ordered?: readonly [string, string];
  readonly notes?: readonly { readonly text: string; readonly agent: string; readonly at: string }[];
  readonly record?: ConflictRecord;
  readonly escalation?: { readonly question: string; readonly options: readonly string[]; readonly at: string };
  /** The strategy, or the words, that were chosen last. */
  readonly chosen?: { readonly name: string; readonly at: string; readonly custom?: boolean };
  readonly clarifications?: readonly { readonly question: string; readonly answer: string; readonly round: number }[];
  readonly edits?: readonly EditsView[];
  /** Trial merges of the two works (spec 4.6). */
  readonly merges?: readonly MergeAttempt[];
}

/** Edits that a strategy made; `result_id` is what `resolve --rollback` takes. */
export interface EditsView {
  readonly result_id: string;
  readonly files: readonly string[];
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
  readonly at: string;
  readonly rolled_back?: { readonly at: string; readonly agent: string };
}

/** `foremerge.conflict/1`. */
export interface ConflictDocument {
  readonly schema: "foremerge.conflict/1";
  readonly as_of_event: number | null;
  readonly conflict: ConflictView;
  readonly detections: readonly Detection[];
  readonly decisions: readonly Decision[];
  readonly assessments: readonly Assessment[];
  readonly arbitrations?: readonly Arbitration[];
  readonly [extra: string]: unknown;
}

/** `foremerge.intent/1`. */
export interface IntentDocument {
  readonly schema: "foremerge.intent/1";
  readonly as_of_event: number | null;
  readonly intent: IntentView;
  readonly claims: readonly ClaimView[];
  readonly open_conflicts: readonly ConflictView[];
  readonly [extra: string]: unknown;
}

/** `foremerge.status/1`: one screen of who does what. */
export interface StatusDocument {
  readonly schema: "foremerge.status/1";
  readonly as_of_event: number | null;
  /** Who works on what: open intents whose owner is not stopped, newest activity first. */
  readonly work: readonly StatusWork[];
  /** Open findings, worst first. */
  readonly findings: readonly StatusFinding[];
  /** Live claims whose lease ends next, soonest first; `lapsed` are those that ran out and were not released. */
  readonly leases: readonly StatusLease[];
  /** Open intents of stopped owners (spec 4.1), longest silence first. */
  readonly stopped: readonly StatusWork[];
  /** Open intents whose recorded head is in the base branch already. */
  readonly merged: readonly StatusWork[];
  readonly counts: {
    readonly open_intents: number;
    readonly agents: number;
    readonly open_findings: { readonly HIGH: number; readonly MEDIUM: number; readonly LOW: number };
    readonly live_claims: number;
  };
  /** When this copy last met a remote (spec 2.6); null when it never did. */
  readonly synced_at?: string | null;
  /** Findings of the asking agent's intents that it has not seen. */
  readonly unseen?: readonly string[];
  readonly [extra: string]: unknown;
}

export interface StatusWork {
  readonly intent_id: string;
  readonly agent: string;
  readonly task: string | null;
  readonly summary: string;
  readonly status: IntentStatus;
  readonly scopes: readonly string[];
  /** The owner's newest call known here. */
  readonly last_seen_at: string;
  readonly stopped_since?: string;
}

export interface StatusFinding {
  readonly id: string;
  readonly rule: string;
  readonly kind: string;
  readonly severity: Severity;
  readonly status: ConflictStatus;
  readonly scope: string | null;
  readonly agents: readonly string[];
  /** Tasks of plans that are a side of it; absent where intents alone are. */
  readonly tasks?: readonly string[];
  readonly detected_at: string;
}

export interface StatusLease {
  readonly claim_id: string;
  readonly intent_id: string;
  readonly agent: string;
  readonly scope: string;
  readonly exclusive: boolean;
  readonly expires_at: string;
  readonly lapsed: boolean;
  /** The lock of another machine that this one lost to: it stops nobody. */
  readonly lost_to?: { readonly claim_id: string; readonly agent: string };
}
