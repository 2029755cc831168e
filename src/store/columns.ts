// Growing columns of numbers: what a million events cost is decided here. No meaning.

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

/**
 * Row numbers found again by an id, without keeping the id: an open-addressed table of row numbers with a second
 * hash beside each row. A hit is a candidate only; whoever asks compares the ids.
 */
export class IdTable {
  private slots = new Int32Array(4096);
  private readonly tags = new Ints();

  /** Row numbers whose id may equal `id`. */
  *candidates(id: string): Iterable<number> {
    const [place, tag] = hashes(id);
    const mask = this.slots.length - 1;
    for (let i = place & mask; ; i = (i + 1) & mask) {
      const row = (this.slots[i] as number) - 1;
      if (row < 0) return;
      if (this.tags.get(row * 2) === tag && this.tags.get(row * 2 + 1) === place) yield row;
    }
  }

  /** The first candidate, or -1. */
  first(id: string): number {
    const [place, tag] = hashes(id);
    const mask = this.slots.length - 1;
    for (let i = place & mask; ; i = (i + 1) & mask) {
      const row = (this.slots[i] as number) - 1;
      if (row < 0) return -1;
      if (this.tags.get(row * 2) === tag && this.tags.get(row * 2 + 1) === place) return row;
    }
  }

  /** Files the next row (0, 1, 2, …) under its id. */
  add(id: string): void {
    const row = this.tags.length / 2;
    const [place, tag] = hashes(id);
    this.tags.push(tag);
    this.tags.push(place);
    if ((row + 1) * 2 > this.slots.length) this.grow();
    this.place(row, place);
  }

  private place(row: number, hash: number): void {
    const mask = this.slots.length - 1;
    let i = hash & mask;
    while (this.slots[i] !== 0) i = (i + 1) & mask;
    this.slots[i] = row + 1;
  }

  private grow(): void {
    const rows = this.tags.length / 2 - 1;
    this.slots = new Int32Array(this.slots.length * 2);
    for (let row = 0; row < rows; row++) this.place(row, this.tags.get(row * 2 + 1));
  }
}

const result: [number, number] = [0, 0];

/** Two 32-bit hashes of a text in one pass. The answer is overwritten by the next call. */
function hashes(text: string): readonly [number, number] {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b + c, 0x85ebca6b) ^ (b >>> 13);
  }
  result[0] = (a ^ (a >>> 15)) | 0;
  result[1] = b | 0;
  return result;
}
