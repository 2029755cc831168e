// The one way to ask what the ledger says. Two makers answer it with the same bytes: the whole fold, and
// snapshot plus tail (spec 2.4). Use cases in src/core depend on this interface, never on a maker.
import type { Candidate } from "../detect/model.ts";
import type { CountingSource } from "../detect/posting-source.ts";
import type { LedgerEvent } from "./event.ts";
import type { AgentSeen, Assessment, Claim, Conflict, Intent, PlanHistory } from "./model.ts";

/** The folded ledger at one moment. Everything returned is read-only and in event order unless said otherwise. */
export interface State {
  /** Number of distinct events read (`as_of_event`). */
  readonly asOf: number;
  /** Highest Lamport clock seen, those apart that nobody can have counted to. */
  readonly maxLc: number;
  /** Reading trouble worth one line each on stderr: bad lines with their numbers, newer versions, contradictions. */
  readonly warnings: readonly string[];

  /** Any intent by full id, open or closed; closed ones may cost a scan of the file. */
  intent(id: string): Intent | undefined;
  openIntents(): readonly Intent[];
  /** Open intents of one agent; hooks ask this on every edit. */
  openIntentsOf(agent: string): readonly Intent[];
  /** Claims that have not been released (live or lapsed), optionally of one intent. */
  claims(intentId?: string): readonly Claim[];
  /** Claims of an agent that have not been released. */
  claimsBy(agent: string): readonly Claim[];
  /** Claims that have not been released and whose lease runs on beyond `now`. */
  liveClaims(now: Date): readonly Claim[];
  /** No open intent was changed later than this; "" when there is none. */
  readonly updatedUntil: string;
  /** Any conflict by full id; settled ones may cost a scan of the file. */
  conflict(id: string): Conflict | undefined;
  /** Ids of conflicts on record, among them all that have two open intents as their sides: a quick no for the rest. */
  recordedAmongOpen(): ReadonlySet<string>;
  /** Conflicts in OPEN or COORDINATING of which at least one intent is open (or that have no intents: task records). */
  openConflicts(): readonly Conflict[];
  /** Every conflict with this intent on either side, settled ones included while both intents are open. */
  conflictsOf(intentId: string): readonly Conflict[];
  agent(name: string): AgentSeen | undefined;
  agents(): readonly AgentSeen[];
  /** Newest plan events of a node, or undefined; nodes with any history. */
  plan(node: string): PlanHistory | undefined;
  plans(): readonly PlanHistory[];
  /** Postings over the open intents, for the detector (spec 1.9). */
  readonly postings: CountingSource;
  /** Ids of open intents that declare neither scopes nor uses: nothing is known of what they touch. Ascending. */
  readonly unscoped: readonly string[];
  /** Full ids with this tag (`int_`, `cfl_`, `clm_` …) that start with the prefix; at most 20, sorted. */
  idsWithPrefix(prefix: string): readonly string[];

  // What only the whole fold can answer; the snapshot maker reads the whole ledger when asked.
  allIntents(): readonly Intent[];
  allClaims(): readonly Claim[];
  allConflicts(): readonly Conflict[];
  assessments(): readonly Assessment[];
  /** Distinct events in canonical order (lc, replica, n). */
  events(): Iterable<LedgerEvent>;
}

/** The detector's view of an intent. */
export function candidateOf(intent: Intent): Candidate {
  return {
    id: intent.id,
    summary: intent.summary,
    agent: intent.agent,
    ...(intent.worktree === undefined ? {} : { worktree: intent.worktree }),
    scopes: intent.scopes,
    uses: intent.uses,
    dependsOn: intent.depends_on,
  };
}
