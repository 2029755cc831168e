// The index in memory (spec 1.9): postings over candidates that can be added and taken away.
import type { Candidate } from "./model.ts";
import type { PostingSource } from "./posting-source.ts";
import { postingKeys } from "./postings.ts";
import { placeIn, SeveralLists } from "./several.ts";

/** Postings over any set of candidates. `add` of an id that is filed replaces it. */
export class MemoryPostings implements PostingSource {
  readonly #candidates = new Map<string, Candidate>();
  /** Numbers of the ids that are or were filed; they only grow, so that lists stay ascending. */
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];
  /** One number, or an ascending list of them. */
  readonly #lists = new Map<string, number | number[]>();

  readonly #several = new SeveralLists();

  constructor(candidates: Iterable<Candidate> = []) {
    for (const candidate of candidates) this.add(candidate);
  }

  get size(): number {
    return this.#candidates.size;
  }

  add(candidate: Candidate): void {
    this.remove(candidate.id);
    const number = this.#ids.length;
    this.#ids.push(candidate.id);
    this.#numbers.set(candidate.id, number);
    this.#candidates.set(candidate.id, candidate);
    for (const key of postingKeys(candidate)) {
      const list = this.#lists.get(key);
      if (list === undefined) this.#lists.set(key, number);
      else if (typeof list === "number") this.#lists.set(key, [list, number]);
      else list.push(number);
    }
  }

  remove(id: string): void {
    const candidate = this.#candidates.get(id);
    const number = this.#numbers.get(id);
    if (candidate === undefined || number === undefined) return;
    this.#candidates.delete(id);
    this.#numbers.delete(id);
    for (const key of postingKeys(candidate)) {
      const list = this.#lists.get(key);
      if (typeof list === "object" && list.length > 1) list.splice(placeIn(list, number), 1);
      else this.#lists.delete(key);
    }
  }

  ids(key: string): readonly string[] {
    const list = this.#lists.get(key);
    if (list === undefined) return [];
    return (typeof list === "number" ? [list] : list).map((number) => this.#ids[number] as string);
  }

  count(key: string): number {
    const list = this.#lists.get(key);
    return list === undefined ? 0 : typeof list === "number" ? 1 : list.length;
  }

  underSeveral(keys: readonly string[], least: number): readonly string[] {
    const lists: (readonly number[])[] = [];
    for (const key of keys) {
      const list = this.#lists.get(key);
      if (list !== undefined) lists.push(typeof list === "number" ? [list] : list);
    }
    return this.#several.numbers(lists, least, this.#ids.length).map((number) => this.#ids[number] as string);
  }

  all(): Iterable<string> {
    return this.#candidates.keys();
  }

  candidate(id: string): Candidate | undefined {
    return this.#candidates.get(id);
  }
}
