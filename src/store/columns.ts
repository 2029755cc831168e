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
 * Row numbers found again by an id, without keeping the id: an open-addressed table of (row + 1, second hash). A hit
 * is a candidate only; whoever asks compares the ids.
 */
export class IdTable {
  private slots = new Int32Array(8192);
  /** First hash of every row, for growing. */
  private readonly places = new Ints();

  /** Row numbers whose id may equal `id`. */
  *candidates(id: string): Iterable<number> {
    hashInto(id, hashes);
    const { place, tag } = hashes;
    const mask = this.slots.length - 1;
    for (let i = (place << 1) & mask; this.slots[i] !== 0; i = (i + 2) & mask) {
      const row = (this.slots[i] as number) - 1;
      if (this.slots[i + 1] === tag && this.places.get(row) === place) yield row;
    }
  }

  /**
   * Files the next row (0, 1, 2, …) under its id, unless there are rows that may have this id already.
   * @returns whether the row was filed; if not, look at `candidates` and call `add`.
   */
  addNew(id: string): boolean {
    hashInto(id, hashes);
    const mask = this.slots.length - 1;
    let i = (hashes.place << 1) & mask;
    for (; this.slots[i] !== 0; i = (i + 2) & mask) if (this.slots[i + 1] === hashes.tag) return false;
    this.fill(i);
    return true;
  }

  /** True when a row was filed under this id, but for a chance of one in 2^64. */
  has(id: string): boolean {
    for (const _ of this.candidates(id)) return true;
    return false;
  }

  /** Files the next row under its id, whatever is there. */
  add(id: string): void {
    hashInto(id, hashes);
    const mask = this.slots.length - 1;
    let i = (hashes.place << 1) & mask;
    while (this.slots[i] !== 0) i = (i + 2) & mask;
    this.fill(i);
  }

  /** Both hashes of every row, in no order, for whoever stores them. */
  forEachHash(visit: (place: number, tag: number) => void): void {
    for (let i = 0; i < this.slots.length; i += 2) {
      const row = this.slots[i] as number;
      if (row !== 0) visit(this.places.get(row - 1), this.slots[i + 1] as number);
    }
  }

  get size(): number {
    return this.places.length;
  }

  private fill(i: number): void {
    this.places.push(hashes.place);
    this.slots[i] = this.places.length;
    this.slots[i + 1] = hashes.tag;
    if (this.places.length * 4 > this.slots.length) this.grow();
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    const mask = this.slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      const row = old[from] as number;
      if (row === 0) continue;
      let i = (this.places.get(row - 1) << 1) & mask;
      while (this.slots[i] !== 0) i = (i + 2) & mask;
      this.slots[i] = row;
      this.slots[i + 1] = old[from + 1] as number;
    }
  }
}

const hashes: Hashes = { place: 0, tag: 0 };
