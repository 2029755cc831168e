// The ledger as its users see it: read a state, or decide on the newest state and append in one step (spec 2.3).
import type { LedgerEvent, NewEvent } from "./event.ts";
import type { State } from "./state.ts";

/** What a decide function returns: events to append (none: nothing is written) and the caller's result. */
export interface Decided<T> {
  readonly events: readonly NewEvent[];
  readonly result: T;
}

export interface Ledger {
  /** Absolute path of the JSONL file. */
  readonly path: string;
  /** Folder of derived files beside the ledger (cache/, presence/, locks/, quarantine/, undo/). */
  readonly folder: string;
  /** Reads without a lock; tolerant (spec 2.4). */
  read(): State;
  /**
   * Takes the writer's lock, reads what is new, calls `decide` on that state, appends its events as one batch with
   * one write and one fsync, and releases. `at` and `actor` go into every event.
   * @throws ForemergeError LEDGER_FAILED (no space, read-only, lock not had within 10 s), NEWER_LEDGER, INVALID_INPUT
   * (a line over 256 KiB); whatever `decide` throws passes through with nothing written.
   */
  transact<T>(
    by: { actor: string; at: Date },
    decide: (state: State) => Decided<T>,
  ): { result: T; events: readonly LedgerEvent[]; state: State };
  /**
   * The same for a bounded group: one lock, every step decides on the state with the earlier steps' events folded in,
   * then one write and one fsync for all. A step that throws leaves the others alone. Each step is a batch of its own.
   */
  transactAll<T>(steps: readonly Step<T>[]): readonly StepResult<T>[];
  /** Writes a snapshot when much was read that none covers (spec 2.4). For after the answer; never throws. */
  keepSnapshot(): void;
}

/** One of several decisions taken under one lock, for batches: each sees what the earlier ones appended. */
export interface Step<T> {
  readonly by: { readonly actor: string; readonly at: Date };
  readonly decide: (state: State) => Decided<T>;
}

/** What a step of a batch came to: its result, or what its decide function threw (nothing of that step is written). */
export type StepResult<T> = { readonly result: T } | { readonly error: unknown };

/** Where the ledger is, or would be made by `foremerge init` (spec 2.1). `locateLedger` in locate.ts answers it. */
export interface LedgerPlace {
  /** Absolute path of the JSONL file. */
  readonly path: string;
  /** Its folder: cache/, presence/, locks/, quarantine/, undo/ and replica.json lie here. */
  readonly folder: string;
  readonly kind: "git-dir" | "in-tree" | "folder" | "explicit";
  /** True when the file is there. */
  readonly exists: boolean;
}
