// Postings over a fixed set of candidates, in memory (spec 1.9). What changes later is laid over it (overlaid.ts).
import type { Candidate } from "../../detect/model.ts";
import type { CountingSource } from "../../detect/posting-source.ts";
import { SeveralLists } from "../../detect/several.ts";
import { type Hashes, hashInto } from "../hash.ts";
import { type KeyHashes, type PostingTable, postingTable } from "./key-hashes.ts";

const hashes: Hashes = { place: 0, tag: 0 };

export class HashedPostings implements CountingSource {
  private readonly names: readonly string[];
  private readonly candidates: ReadonlyMap<string, Candidate>;
  private readonly postings: PostingTable;
  private readonly several = new SeveralLists();

  /** `filed`: candidates with their key hashes. */
  constructor(filed: readonly (readonly [Candidate, KeyHashes])[]) {
    const sorted = [...filed].sort(([a], [b]) => (a.id < b.id ? -1 : 1));
    this.names = sorted.map(([{ id }]) => id);
    this.candidates = new Map(sorted.map(([candidate]) => [candidate.id, candidate]));
    this.postings = postingTable(sorted.map(([, pairs]) => pairs));
  }

  get size(): number {
    return this.names.length;
  }

  ids(key: string): readonly string[] {
    const at = this.find(key);
    if (at === -1) return [];
    const { table, lists } = this.postings;
    const start = table.get(at + 2);
    const ids: string[] = [];
    for (let i = start; i < start + table.get(at + 3); i++) ids.push(this.names[lists[i] as number] as string);
    return ids;
  }

  count(key: string): number {
    const at = this.find(key);
    return at === -1 ? 0 : this.postings.table.get(at + 3);
  }

  underSeveral(keys: readonly string[], least: number): readonly string[] {
    const { table, lists } = this.postings;
    const found: Uint32Array[] = [];
    for (const key of keys) {
      const at = this.find(key);
      if (at === -1) continue;
      const start = table.get(at + 2);
      found.push(lists.subarray(start, start + table.get(at + 3)));
    }
    return this.several.numbers(found, least, this.size).map((number) => this.names[number] as string);
  }

  all(): Iterable<string> {
    return this.names;
  }

  candidate(id: string): Candidate | undefined {
    return this.candidates.get(id);
  }

  private find(key: string): number {
    hashInto(key, hashes);
    return this.postings.table.find(hashes.place, hashes.tag);
  }
}
