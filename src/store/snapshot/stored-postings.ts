// Postings as a snapshot holds them (spec 1.9, 2.4).
import type { Candidate } from "../../detect/model.ts";
import type { CountingSource } from "../../detect/posting-source.ts";
import { SeveralLists } from "../../detect/several.ts";
import { candidateOf } from "../state.ts";
import type { LiveIntent } from "./format.ts";
import type { PostingPlace, Snapshot } from "./snapshot.ts";

/** Lists that are remembered: batches ask for the common ones again and again. */
const REMEMBERED = 20_000;
/** A list that is not in memory is read to rule others out when it is at most so many times as long as the shortest. */
const WORTH_READING = 32;

const NOBODY = new Uint32Array(0);

export class StoredPostings implements CountingSource {
  private readonly snapshot: Snapshot;
  private readonly live: (number: number) => LiveIntent;
  private readonly candidates = new Map<string, Candidate | undefined>();
  private readonly lists = new Map<string, Uint32Array>();
  private readonly places = new Map<string, PostingPlace | undefined>();
  private readonly several = new SeveralLists();

  /** `live`: the open intent of a number. */
  constructor(snapshot: Snapshot, live: (number: number) => LiveIntent) {
    this.snapshot = snapshot;
    this.live = live;
  }

  get size(): number {
    return this.snapshot.intents.size;
  }

  ids(key: string): readonly string[] {
    return this.named(this.numbers(key));
  }

  count(key: string): number {
    return this.place(key)?.count ?? 0;
  }

  underSeveral(keys: readonly string[], least: number): readonly string[] {
    const filed: { readonly key: string; readonly count: number }[] = [];
    let left = keys.length;
    for (const key of keys) {
      const count = this.count(key);
      if (count > 0) filed.push({ key, count });
      else if (--left < least) return [];
    }
    filed.sort((a, b) => a.count - b.count);
    // Whoever stands in enough lists stands in one of the shortest.
    const longest = (filed[filed.length - least] as { readonly count: number }).count;
    const found: Uint32Array[] = [];
    let unread = 0;
    for (const { key, count } of filed) {
      if (count > WORTH_READING * (longest + 32) && !this.lists.has(key)) unread += 1;
      else found.push(this.numbers(key));
    }
    return this.named(this.several.numbers(found, least, this.size, unread));
  }

  private place(key: string): PostingPlace | undefined {
    let place = this.places.get(key);
    if (place === undefined && !this.places.has(key)) {
      place = this.snapshot.findPosting(key);
      if (this.places.size < REMEMBERED) this.places.set(key, place);
    }
    return place;
  }

  private numbers(key: string): Uint32Array {
    let list = this.lists.get(key);
    if (!list) {
      const place = this.place(key);
      list = place === undefined ? NOBODY : this.snapshot.posting(place);
      if (this.lists.size < REMEMBERED) this.lists.set(key, list);
    }
    return list;
  }

  private named(numbers: readonly number[] | Uint32Array): string[] {
    return Array.from(numbers, (number) => this.snapshot.intents.key(number));
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
