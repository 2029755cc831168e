// Postings as a snapshot holds them (spec 1.9, 2.4).
import type { Candidate } from "../../detect/model.ts";
import type { PostingSource } from "../../detect/posting-source.ts";
import { candidateOf } from "../state.ts";
import type { LiveIntent } from "./format.ts";
import type { Snapshot } from "./snapshot.ts";

/** Lists that are remembered: batches ask for the common ones again and again. */
const REMEMBERED = 20_000;

export class StoredPostings implements PostingSource {
  private readonly snapshot: Snapshot;
  private readonly live: (number: number) => LiveIntent;
  private readonly candidates = new Map<string, Candidate | undefined>();
  private readonly lists = new Map<string, readonly string[]>();

  /** `live`: the open intent of a number. */
  constructor(snapshot: Snapshot, live: (number: number) => LiveIntent) {
    this.snapshot = snapshot;
    this.live = live;
  }

  get size(): number {
    return this.snapshot.intents.size;
  }

  ids(key: string): readonly string[] {
    let ids = this.lists.get(key);
    if (!ids) {
      ids = Array.from(this.snapshot.posting(key), (number) => this.snapshot.intents.key(number));
      if (this.lists.size < REMEMBERED) this.lists.set(key, ids);
    }
    return ids;
  }

  count(key: string): number {
    return this.lists.get(key)?.length ?? this.snapshot.postingCount(key);
  }

  *all(): Iterable<string> {
    for (let number = 0; number < this.snapshot.intents.size; number++) yield this.snapshot.intents.key(number);
  }

  candidate(id: string): Candidate | undefined {
    if (!this.candidates.has(id)) {
      const number = this.snapshot.intents.find(id);
      this.candidates.set(id, number === -1 ? undefined : candidateOf(this.live(number).intent));
    }
    return this.candidates.get(id);
  }
}
