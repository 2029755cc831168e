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
  /** Ids filed under at least `least` of these keys, where the source knows a quicker way than reading the lists. */
  underSeveral?(keys: readonly string[], least: number): readonly string[];
  /** Every id filed; asked for only by settings that no key can answer. */
  all(): Iterable<string>;
  candidate(id: string): Candidate | undefined;
}

/** A source that answers `underSeveral` itself. */
export type CountingSource = PostingSource & Required<Pick<PostingSource, "underSeveral">>;
