// Postings with what changed since laid over them: candidates replaced, added and taken away one by one.
import { MemoryPostings } from "../../detect/memory-postings.ts";
import type { Candidate } from "../../detect/model.ts";
import type { CountingSource } from "../../detect/posting-source.ts";

export class OverlaidPostings implements CountingSource {
  private readonly below: CountingSource;
  private readonly above = new MemoryPostings();
  /** Ids for which `below` does not count any more. */
  private readonly touched = new Set<string>();
  /** How many of them are filed below. */
  private hidden = 0;

  constructor(below: CountingSource) {
    this.below = below;
  }

  /** From now on this candidate is filed under the id, or none. */
  put(id: string, candidate: Candidate | undefined): void {
    if (!this.touched.has(id)) {
      this.touched.add(id);
      if (this.below.candidate(id)) this.hidden++;
    }
    if (candidate) this.above.add(candidate);
    else this.above.remove(id);
  }

  get size(): number {
    return this.below.size - this.hidden + this.above.size;
  }

  ids(key: string): readonly string[] {
    const below = this.below.ids(key);
    if (this.touched.size === 0) return below;
    const kept = below.filter((id) => !this.touched.has(id));
    const above = this.above.ids(key);
    return above.length === 0 ? kept : [...kept, ...above].sort();
  }

  count(key: string): number {
    return this.touched.size === 0 ? this.below.count(key) : this.ids(key).length;
  }

  underSeveral(keys: readonly string[], least: number): readonly string[] {
    const below = this.below.underSeveral(keys, least);
    if (this.touched.size === 0) return below;
    return [...below.filter((id) => !this.touched.has(id)), ...this.above.underSeveral(keys, least)];
  }

  all(): Iterable<string> {
    const ids = [...this.below.all()].filter((id) => !this.touched.has(id));
    return [...ids, ...this.above.all()].sort();
  }

  candidate(id: string): Candidate | undefined {
    return this.touched.has(id) ? this.above.candidate(id) : this.below.candidate(id);
  }
}
