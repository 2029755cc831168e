// The index in memory (spec 1.9): postings over candidates that can be added and taken away.
import type { Candidate } from "./model.ts";
import type { PostingSource } from "./posting-source.ts";
import { postingKeys } from "./postings.ts";

/** Postings over any set of candidates. `add` of an id that is filed replaces it. */
export class MemoryPostings implements PostingSource {
  readonly #candidates = new Map<string, Candidate>();
  /** One id, or a list that is sorted when it is read. */
  readonly #lists = new Map<string, string | { ids: string[]; sorted: boolean }>();

  constructor(candidates: Iterable<Candidate> = []) {
    for (const candidate of candidates) this.add(candidate);
  }

  get size(): number {
    return this.#candidates.size;
  }

  add(candidate: Candidate): void {
    this.remove(candidate.id);
    this.#candidates.set(candidate.id, candidate);
    for (const key of postingKeys(candidate)) {
      const list = this.#lists.get(key);
      if (list === undefined) this.#lists.set(key, candidate.id);
      else if (typeof list === "string") this.#lists.set(key, { ids: [list, candidate.id], sorted: false });
      else {
        list.ids.push(candidate.id);
        list.sorted = false;
      }
    }
  }

  remove(id: string): void {
    const candidate = this.#candidates.get(id);
    if (candidate === undefined) return;
    this.#candidates.delete(id);
    for (const key of postingKeys(candidate)) {
      const list = this.#lists.get(key);
      if (list === id) this.#lists.delete(key);
      else if (typeof list === "object") {
        list.ids = list.ids.filter((other) => other !== id);
        if (list.ids.length === 0) this.#lists.delete(key);
      }
    }
  }

  ids(key: string): readonly string[] {
    const list = this.#lists.get(key);
    if (list === undefined) return [];
    if (typeof list === "string") return [list];
    if (!list.sorted) {
      list.ids.sort();
      list.sorted = true;
    }
    return list.ids;
  }

  count(key: string): number {
    const list = this.#lists.get(key);
    return list === undefined ? 0 : typeof list === "string" ? 1 : list.ids.length;
  }

  all(): Iterable<string> {
    return [...this.#candidates.keys()].sort();
  }

  candidate(id: string): Candidate | undefined {
    return this.#candidates.get(id);
  }
}
