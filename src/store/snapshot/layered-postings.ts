// Postings of a snapshot with what changed since laid over them (spec 1.9, 2.4).
import { MemoryPostings } from "../../detect/memory-postings.ts";
import type { Candidate } from "../../detect/model.ts";
import type { PostingSource } from "../../detect/posting-source.ts";
import type { Snapshot } from "./snapshot.ts";

/** What lies over the snapshot. */
export interface Overlay {
  /** Ids of intents that events since the snapshot are about. */
  readonly touched: ReadonlySet<string>;
  /** Those of them that are open now. */
  readonly open: readonly Candidate[];
  /** The open intent as the snapshot has it. */
  readonly stored: (number: number) => Candidate;
}

export class LayeredPostings implements PostingSource {
  private readonly snapshot: Snapshot;
  private readonly overlay: Overlay;
  private readonly above: MemoryPostings;
  private readonly candidates = new Map<string, Candidate | undefined>();
  readonly size: number;

  constructor(snapshot: Snapshot, overlay: Overlay) {
    this.snapshot = snapshot;
    this.overlay = overlay;
    this.above = new MemoryPostings(overlay.open);
    let hidden = 0;
    for (const id of overlay.touched) if (snapshot.intents.find(id) !== -1) hidden++;
    this.size = snapshot.intents.size - hidden + this.above.size;
  }

  ids(key: string): readonly string[] {
    const { touched } = this.overlay;
    const below: string[] = [];
    for (const number of this.snapshot.posting(key)) {
      const id = this.snapshot.intents.key(number);
      if (!touched.has(id)) below.push(id);
    }
    const above = this.above.ids(key);
    return above.length === 0 ? below : [...below, ...above].sort();
  }

  count(key: string): number {
    return this.overlay.touched.size === 0 ? this.snapshot.postingCount(key) : this.ids(key).length;
  }

  all(): Iterable<string> {
    const ids: string[] = [...this.above.all()];
    for (let number = 0; number < this.snapshot.intents.size; number++) {
      const id = this.snapshot.intents.key(number);
      if (!this.overlay.touched.has(id)) ids.push(id);
    }
    return ids.sort();
  }

  candidate(id: string): Candidate | undefined {
    if (this.overlay.touched.has(id)) return this.above.candidate(id);
    if (!this.candidates.has(id)) {
      const number = this.snapshot.intents.find(id);
      this.candidates.set(id, number === -1 ? undefined : this.overlay.stored(number));
    }
    return this.candidates.get(id);
  }
}
