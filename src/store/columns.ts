// Growing columns of numbers: what a million events cost is decided here. No meaning.

import { type Hashes, hashInto } from "./hash.ts";

/** A growing list of 32-bit integers. */
export class Ints {
  private data: Int32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Int32Array(this.data.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = value;
  }

  get(i: number): number {
    return this.data[i] as number;
  }

  set(i: number, value: number): void {
    this.data[i] = value;
  }
}

/** A growing list of floats, exact for integers up to 2^53: offsets and clocks. */
export class Floats {
  private data: Float64Array;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Float64Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Float64Array(this.data.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = value;
  }

  get(i: number): number {
    return this.data[i] as number;
  }
}

/** A growing list of small codes. */
export class Bytes {
  private data: Uint8Array;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Uint8Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Uint8Array(this.data.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = value;
  }

  get(i: number): number {
    return this.data[i] as number;
  }

  set(i: number, value: number): void {
    this.data[i] = value;
  }
}

/**
 * Row numbers found again by an id, without keeping the id: an open-addressed table of (row + 1, hash, second hash). A
 * hit is a candidate only; whoever asks compares the ids.
 */
export class IdTable {
  private slots = new Int32Array(3 * 4096);
  private mask = 4095;
  private used = 0;

  get size(): number {
    return this.used;
  }

  /** Row numbers whose id may equal `id`. */
  candidates(id: string): number[] {
    hashInto(id, hashes);
    const rows: number[] = [];
    for (let i = hashes.place & this.mask; this.slots[i * 3] !== 0; i = (i + 1) & this.mask) {
      if (this.holds(i)) rows.push((this.slots[i * 3] as number) - 1);
    }
    return rows;
  }

  /** True when a row was filed under this id, but for a chance of one in 2^64. */
  has(id: string): boolean {
    hashInto(id, hashes);
    for (let i = hashes.place & this.mask; this.slots[i * 3] !== 0; i = (i + 1) & this.mask)
      if (this.holds(i)) return true;
    return false;
  }

  /**
   * Files the next row (0, 1, 2, …) under its id, unless there are rows that may have this id already.
   * @returns whether the row was filed; if not, look at `candidates` and call `add`.
   */
  addNew(id: string): boolean {
    hashInto(id, hashes);
    let i = hashes.place & this.mask;
    for (; this.slots[i * 3] !== 0; i = (i + 1) & this.mask) if (this.holds(i)) return false;
    this.fill(i);
    return true;
  }

  /** Files the next row under its id, whatever is there. */
  add(id: string): void {
    hashInto(id, hashes);
    let i = hashes.place & this.mask;
    while (this.slots[i * 3] !== 0) i = (i + 1) & this.mask;
    this.fill(i);
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

  private holds(i: number): boolean {
    return this.slots[i * 3 + 1] === hashes.place && this.slots[i * 3 + 2] === hashes.tag;
  }

  private fill(i: number): void {
    this.slots[i * 3] = ++this.used;
    this.slots[i * 3 + 1] = hashes.place;
    this.slots[i * 3 + 2] = hashes.tag;
    if (this.used * 2 > this.mask) this.grow();
  }

  private grow(): void {
    const old = this.slots;
    this.mask = this.mask * 2 + 1;
    this.slots = new Int32Array((this.mask + 1) * 3);
    for (let from = 0; from < old.length; from += 3) {
      if (old[from] === 0) continue;
      let i = (old[from + 1] as number) & this.mask;
      while (this.slots[i * 3] !== 0) i = (i + 1) & this.mask;
      this.slots[i * 3] = old[from] as number;
      this.slots[i * 3 + 1] = old[from + 1] as number;
      this.slots[i * 3 + 2] = old[from + 2] as number;
    }
  }
}

const hashes: Hashes = { place: 0, tag: 0 };
