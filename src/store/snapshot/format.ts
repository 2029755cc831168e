// What a snapshot says of the ledger it was made from, and how its sections are laid out. Types and constants only.
import type { Claim, Intent } from "../model.ts";
import type { Problem } from "../read.ts";
import type { PagedHeader } from "./paged-file.ts";

export const SNAPSHOT_FILE = "snapshot";
/** Bytes of the ledger under one checksum. */
export const SUM_BYTES = 1 << 20;
/** Bytes before the covered offset that are compared first. */
export const TAIL_BYTES = 4096;

/**
 * Sections: sums (of the covered ledger bytes, by SUM_BYTES), rows, ids, entities, intents.*, keys, keyEnds, postings,
 * lists, owners.*, claims.*, holders.*, conflicts.*, sides.*, agents.*, plans.*, assessments (their rows).
 */
export interface SnapshotHeader extends PagedHeader {
  /** Random, so that a seal names one snapshot. */
  readonly id: string;
  /** The build that wrote it: folding and posting keys may differ in another one. */
  readonly build: string;
  /** Ledger bytes that are covered, from the start. */
  readonly covered: number;
  readonly tailSum: number;
  readonly lines: number;
  readonly repeats: number;
  readonly problems: readonly Problem[];
  /** Events of batches that were not complete: they are read again, with the tail. [offset, length, line] */
  readonly held: readonly (readonly [number, number, number])[];
  /** Distinct events covered, held ones apart. */
  readonly rows: number;
  /** Highest clock that can have been counted to, and highest of all. */
  readonly maxLc: number;
  readonly topLc: number;
  readonly newerVersion: number;
  readonly newerIds: readonly string[];
  /** Newest line of every replica. */
  readonly heads: readonly {
    readonly replica: string;
    readonly n: number;
    readonly offset: number;
    readonly length: number;
  }[];
  /** No covered open intent was changed later. */
  readonly updatedUntil: string;
  /** Open intents without scopes and uses. */
  readonly unscoped: readonly string[];
}

/** Four 32-bit numbers a row: offset (low, high), length, row before it of the same entity + 1. */
export const ROW_BYTES = 16;
/** Two a filed id: the hashes of an event's id or a batch's key; zeros are free. Open addressing. */
export const ID_BYTES = 8;
/** Three an entity: hashes, newest row + 1. Open addressing. */
export const ENTITY_BYTES = 12;
/** Four a posting key: hashes, start in `lists`, count. Open addressing. */
export const POSTING_BYTES = 16;

/** Record of an open intent, with all claims that it ever had. */
export interface LiveIntent {
  readonly intent: Intent;
  readonly claims: readonly Claim[];
}

/** [time, clock, replica, counter] of an agent's newest event. */
export type Moment = readonly [string, number, string, number];
export interface AgentRecord {
  readonly last: Moment;
  readonly sessions: readonly (readonly [string, ...Moment])[];
}

/** The key under which an unreleased claim is filed: claims lie in the order in which their leases end. */
export const claimKey = ({ expires_at, id, intent_id }: Claim): string => JSON.stringify([expires_at, id, intent_id]);
export const claimOfKey = (key: string): readonly [string, string, string] => JSON.parse(key);

/** An intent or a conflict, as the hash tables name it. */
export const entityKey = (kind: "intent" | "conflict", id: string): string => `${kind === "intent" ? "i" : "c"}${id}`;
