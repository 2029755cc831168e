// The document of `plan check` (spec 5.3) and what its parts mean. Types only.
import type { Verdict } from "../../plan/pair.ts";
import type { NotAssessed } from "../documents.ts";
import type { Layer } from "./finding.ts";
import type { JudgeAnswer } from "./judge.ts";
import type { Role } from "./side.ts";

/** A finding that stands in a pair beside its verdict: those of the detector, of contracts, of decisions. */
export interface PairNote {
  readonly rule: string;
  readonly kind: string;
  readonly severity: string;
  readonly score?: number;
  readonly explanation: string;
  readonly suggestion?: string;
}

export interface PairView {
  /** The other task's or intent's id; for L4 the decision's. */
  readonly with: string;
  readonly kind: "task" | "intent" | "decision";
  readonly role: Role | null;
  /** The layer that decided; null where none could. */
  readonly layer: Layer | null;
  readonly verdict: Verdict;
  readonly confidence: number | null;
  readonly overlap: {
    readonly files: readonly string[];
    readonly functions: readonly string[];
    readonly schema_elements: readonly string[];
  };
  /** The recorded conflict; null when there is none. */
  readonly finding_id: string | null;
  /** Its agent and summary, for people. */
  readonly agent?: string;
  readonly summary?: string;
  /** `depends_on` orders the two. */
  readonly sequenced?: true;
  /** Declared names that the file does not have. */
  readonly not_found?: readonly string[];
  /** Names that both sides add. */
  readonly double_definition?: readonly string[];
  readonly findings?: readonly PairNote[];
  readonly judge?: JudgeAnswer;
  /** The conflict was settled before. */
  readonly previously_settled?: true;
  readonly timed_out?: true;
  /** Why it is unknown. */
  readonly reason?: string;
}

/** `foremerge.plan-check/1`. */
export interface PlanCheckDocument {
  readonly schema: "foremerge.plan-check/1";
  readonly as_of_event: number | null;
  readonly task: string;
  readonly verdict: Verdict;
  readonly layer: Layer | null;
  /** Pairs with something to say, worst first; clear ones of tasks are listed too. */
  readonly pairs: readonly PairView[];
  readonly hints: readonly string[];
  readonly assessment: "complete" | "incomplete";
  readonly not_assessed: readonly NotAssessed[];
  /** Findings about the task itself: against the tree as it is, against decisions. */
  readonly findings: readonly PairNote[];
  /** Work time by layer, in milliseconds, without the start of the process. */
  readonly timings_ms: Readonly<Record<string, number>>;
  readonly timed_out: boolean;
  readonly [extra: string]: unknown;
}
