// What an index over open intents must be able to answer (spec 1.9). Types only: the detector probes it, and it is
// made either in memory or from the snapshot's shards.
import type { Candidate } from "./model.ts";

/** Postings by key text. Keys are made by the detector alone (`postingKeys`); a source treats them as opaque. */
export interface PostingSource {
  /** Number of candidates filed. */
  readonly size: number;
  /** Ids filed under this key, each once; empty when none. */
  ids(key: string): readonly string[];
  /** How many ids are filed under this key; may be cheaper than reading them. */
  count(key: string): number;
  /** Whether an id is filed under this key, where that is cheaper than reading the list. */
  holds?(key: string, id: string): boolean;
  /** Every id filed; asked for only by settings that no key can answer. */
  all(): Iterable<string>;
  candidate(id: string): Candidate | undefined;
}
