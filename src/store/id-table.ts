// Finds row numbers by the hashes of ids, without keeping the ids. A hit is a candidate only, though a wrong one comes
// once in 2^64 times: whoever asks compares the ids.
import { Ints } from "./columns.ts";
import type { Hashes } from "./hash.ts";

/** Parts of a table that are filled one after the other, so that each stays in the processor's cache. */
const PARTS = 256;

/** Hashes of rows 0, 1, 2, … while they come in by the million: whether some are equal is looked at in the end. */
export class HashLog {
  readonly places = new Ints();
  readonly tags = new Ints();

  push({ place, tag }: Hashes): void {
    this.places.push(place);
    this.tags.push(tag);
  }
}

/** An open-addressed table of (row + 1, hash, second hash). */
export class IdTable {
  private slots: Int32Array;
  private mask: number;
  private used = 0;

  constructor(expected = 0) {
    let size = 4096;
    while (size < expected * 2) size *= 2;
    this.mask = size - 1;
    this.slots = new Int32Array(size * 3);
  }

  /** The table of a log; undefined when two rows have the same hashes. */
  static from(log: HashLog): IdTable | undefined {
    const rows = log.places.length;
    const table = new IdTable(rows + 1);
    const partOf = (row: number): number => Math.floor(((log.places.get(row) & table.mask) * PARTS) / (table.mask + 1));
    const ends = new Int32Array(PARTS + 1);
    for (let row = 0; row < rows; row++) {
      const next = partOf(row) + 1;
      ends[next] = (ends[next] as number) + 1;
    }
    for (let part = 0; part < PARTS; part++) ends[part + 1] = (ends[part + 1] as number) + (ends[part] as number);
    const order = new Int32Array(rows);
    for (let row = 0; row < rows; row++) {
      const part = partOf(row);
      const at = ends[part] as number;
      order[at] = row;
      ends[part] = at + 1;
    }
    table.used = rows;
    for (const row of order) {
      const place = log.places.get(row);
      const tag = log.tags.get(row);
      let i = place & table.mask;
      for (; table.slots[i * 3] !== 0; i = (i + 1) & table.mask) if (table.holds(i, place, tag)) return undefined;
      table.put(i, row + 1, place, tag);
    }
    return table;
  }

  /** Row numbers whose id may have these hashes. */
  candidates({ place, tag }: Hashes): number[] {
    const rows: number[] = [];
    for (let i = place & this.mask; this.slots[i * 3] !== 0; i = (i + 1) & this.mask) {
      if (this.holds(i, place, tag)) rows.push((this.slots[i * 3] as number) - 1);
    }
    return rows;
  }

  has({ place, tag }: Hashes): boolean {
    for (let i = place & this.mask; this.slots[i * 3] !== 0; i = (i + 1) & this.mask) {
      if (this.holds(i, place, tag)) return true;
    }
    return false;
  }

  /** Files the next row (0, 1, 2, …) under its hashes, whatever is there. */
  add({ place, tag }: Hashes): void {
    let i = place & this.mask;
    while (this.slots[i * 3] !== 0) i = (i + 1) & this.mask;
    this.put(i, ++this.used, place, tag);
    if (this.used * 2 > this.mask) this.grow();
  }

  /** Both hashes of every row, laid out by the first one as a table of pairs with linear probing. */
  pairs(): Int32Array {
    const pairs = new Int32Array((this.mask + 1) * 2);
    for (let i = 0; i <= this.mask; i++) {
      pairs[i * 2] = this.slots[i * 3 + 1] as number;
      pairs[i * 2 + 1] = this.slots[i * 3 + 2] as number;
    }
    return pairs;
  }

  private holds(i: number, place: number, tag: number): boolean {
    return this.slots[i * 3 + 1] === place && this.slots[i * 3 + 2] === tag;
  }

  private put(i: number, value: number, place: number, tag: number): void {
    this.slots[i * 3] = value;
    this.slots[i * 3 + 1] = place;
    this.slots[i * 3 + 2] = tag;
  }

  private grow(): void {
    const old = this.slots;
    this.mask = this.mask * 2 + 1;
    this.slots = new Int32Array((this.mask + 1) * 3);
    for (let from = 0; from < old.length; from += 3) {
      if (old[from] === 0) continue;
      let i = (old[from + 1] as number) & this.mask;
      while (this.slots[i * 3] !== 0) i = (i + 1) & this.mask;
      this.put(i, old[from] as number, old[from + 1] as number, old[from + 2] as number);
    }
  }
}
