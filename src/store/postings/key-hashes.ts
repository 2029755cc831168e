// Posting keys of candidates as hashes, and the table that finds candidates by them: in memory and in snapshots alike.
// Two keys with the same 64 bits would be one: whoever asks compares the candidates anyway (spec 1.9).

import type { Candidate } from "../../detect/model.ts";
import { postingKeys } from "../../detect/postings.ts";
import { type Hashes, hashInto } from "../hash.ts";
import { HashTable } from "../hash-table.ts";

/** Pairs of hashes, one a key. */
export type KeyHashes = Int32Array;

export function keyHashesOf(candidate: Candidate): KeyHashes {
  const keys = postingKeys(candidate);
  const pairs = new Int32Array(keys.length * 2);
  const out: Hashes = { place: 0, tag: 0 };
  keys.forEach((key, i) => {
    hashInto(key, out);
    pairs[i * 2] = out.place;
    pairs[i * 2 + 1] = out.tag;
  });
  return pairs;
}

/** Entries of four numbers (hashes, start, count) and the lists they point into: positions in `all`, ascending. */
export interface PostingTable {
  readonly table: HashTable;
  readonly lists: Uint32Array;
}

export function postingTable(all: readonly KeyHashes[]): PostingTable {
  let total = 0;
  for (const pairs of all) total += pairs.length / 2;
  const table = new HashTable(4, total / 2);
  for (const pairs of all) {
    for (let i = 0; i < pairs.length; i += 2) {
      const at = table.entryOf(pairs[i] as number, pairs[i + 1] as number);
      table.set(at + 3, table.get(at + 3) + 1);
    }
  }
  let start = 0;
  for (let at = 0; at < table.length; at += 4) {
    const count = table.get(at + 3);
    if (count === 0) continue;
    table.set(at + 2, start);
    start += count;
    table.set(at + 3, 0);
  }
  const lists = new Uint32Array(total);
  for (let number = 0; number < all.length; number++) {
    const pairs = all[number] as KeyHashes;
    for (let i = 0; i < pairs.length; i += 2) {
      const at = table.entryOf(pairs[i] as number, pairs[i + 1] as number);
      const count = table.get(at + 3);
      lists[table.get(at + 2) + count] = number;
      table.set(at + 3, count + 1);
    }
  }
  return { table, lists };
}
