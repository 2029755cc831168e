// Open-addressed tables of 32-bit numbers, in memory and in snapshots: doubled when they are two thirds full.
import { type Hashes, hashInto } from "./hash.ts";

const hashes: Hashes = { place: 0, tag: 0 };

/** Entries of `width` 32-bit numbers, the first two of which are the hashes of a key. All zeros: free. */
export class HashTable {
  private readonly width: number;
  private slots: Int32Array;
  private used = 0;

  /** An empty table with room for `expected` keys. */
  constructor(width: number, expected: number) {
    this.width = width;
    let size = 64;
    while (size * 2 < expected * 3 + 3) size *= 2;
    this.slots = new Int32Array(size * width);
  }

  /** A table as a snapshot holds it, or as another table lays it out. */
  static from(width: number, stored: Buffer | Int32Array): HashTable {
    const table = new HashTable(width, 0);
    table.slots = stored instanceof Int32Array ? stored : numbersIn(stored);
    for (let i = 0; i < table.slots.length; i += width) if (!table.isFree(i)) table.used++;
    return table;
  }

  /** Position of the entry of a key, made when there is none; its numbers behind the hashes are for the caller. */
  entry(key: string): number {
    hashInto(key, hashes);
    return this.entryOf(hashes.place, hashes.tag);
  }

  entryOf(place: number, tag: number): number {
    if ((this.used + 1) * 3 > (this.slots.length / this.width) * 2) this.grow();
    const count = this.slots.length / this.width;
    for (let i = place & (count - 1); ; i = (i + 1) & (count - 1)) {
      const at = i * this.width;
      if (this.isFree(at)) {
        this.slots[at] = place;
        this.slots[at + 1] = tag;
        this.used++;
        return at;
      }
      if (this.slots[at] === place && this.slots[at + 1] === tag) return at;
    }
  }

  /** Position of the entry with these hashes, -1 when there is none. */
  find(place: number, tag: number): number {
    const count = this.slots.length / this.width;
    for (let i = place & (count - 1); ; i = (i + 1) & (count - 1)) {
      const at = i * this.width;
      if (this.isFree(at)) return -1;
      if (this.slots[at] === place && this.slots[at + 1] === tag) return at;
    }
  }

  /** Numbers in all entries, free ones too. */
  get length(): number {
    return this.slots.length;
  }

  get(at: number): number {
    return this.slots[at] as number;
  }

  set(at: number, value: number): void {
    this.slots[at] = value;
  }

  /** The table as it is stored: 32-bit numbers, little end first. */
  bytes(): Uint8Array {
    return new Uint8Array(this.slots.buffer, this.slots.byteOffset, this.slots.byteLength);
  }

  private isFree(at: number): boolean {
    return this.slots[at] === 0 && this.slots[at + 1] === 0;
  }

  private grow(): void {
    const { slots: old, width } = this;
    this.slots = new Int32Array(old.length * 2);
    const count = this.slots.length / width;
    for (let from = 0; from < old.length; from += width) {
      if (old[from] === 0 && old[from + 1] === 0) continue;
      let i = (old[from] as number) & (count - 1);
      while (!this.isFree(i * width)) i = (i + 1) & (count - 1);
      this.slots.set(old.subarray(from, from + width), i * width);
    }
  }
}

/** 32-bit numbers in bytes, little end first; a copy. */
function numbersIn(bytes: Buffer): Int32Array {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return new Int32Array(copy.buffer);
}
