// Numbers filed under names, for names by the hundred thousand: of a name only two hashes are kept, so that what shares
// a list may, once in 2^64 times, not share the name. Whoever asks compares.

const FREE = -1;
/** A slot: two hashes and the newest entry. */
const SLOT = 3;

export class NameTable {
  #slots = new Int32Array(SLOT << 10).fill(FREE);
  #used = 0;
  /** Entries: a number, and the entry before it under the same name. */
  #entries = new Int32Array(2 << 10);
  #length = 0;

  /** Files a number under what stands in `text` from `from` on. The same number twice in a row counts once. */
  add(text: string, from: number, id: number): void {
    hashFrom(text, from);
    const at = this.#slotOf(place, tag);
    const newest = this.#slots[at + 2] ?? FREE;
    if (newest === FREE) {
      this.#slots[at] = place;
      this.#slots[at + 1] = tag;
      this.#used += 1;
    } else if (this.#entries[2 * newest] === id) return;
    if (this.#entries.length === 2 * this.#length) this.#entries = doubled(this.#entries);
    this.#entries[2 * this.#length] = id;
    this.#entries[2 * this.#length + 1] = newest;
    this.#slots[at + 2] = this.#length;
    this.#length += 1;
    if (this.#used * 2 * SLOT > this.#slots.length) this.#grow();
  }

  /** The newest number under a name that is accepted, or -1. */
  find(text: string, from: number, accept: (id: number) => boolean): number {
    hashFrom(text, from);
    let entry = this.#slots[this.#slotOf(place, tag) + 2] ?? FREE;
    for (; entry !== FREE; entry = this.#entries[2 * entry + 1] ?? FREE) {
      const id = this.#entries[2 * entry] ?? 0;
      if (accept(id)) return id;
    }
    return -1;
  }

  /** Visits the numbers that are filed under a name. */
  each(text: string, from: number, visit: (id: number) => void): void {
    hashFrom(text, from);
    this.eachHashed(place, tag, visit);
  }

  /** The same for a name of which the two hashes are known. */
  eachHashed(ofPlace: number, ofTag: number, visit: (id: number) => void): void {
    let entry = this.#slots[this.#slotOf(ofPlace, ofTag) + 2] ?? FREE;
    for (; entry !== FREE; entry = this.#entries[2 * entry + 1] ?? FREE) visit(this.#entries[2 * entry] ?? 0);
  }

  /** Lists of the names that several have. A list holds until the next one is asked for. */
  *shared(): Iterable<readonly number[]> {
    const list: number[] = [];
    for (let at = 0; at < this.#slots.length; at += SLOT) {
      let entry = this.#slots[at + 2] ?? FREE;
      if (entry === FREE || this.#entries[2 * entry + 1] === FREE) continue;
      list.length = 0;
      for (; entry !== FREE; entry = this.#entries[2 * entry + 1] ?? FREE) list.push(this.#entries[2 * entry] ?? 0);
      yield list;
    }
  }

  #slotOf(ofPlace: number, ofTag: number): number {
    const slots = this.#slots.length / SLOT;
    let at = (ofPlace & (slots - 1)) * SLOT;
    while (this.#slots[at + 2] !== FREE && (this.#slots[at] !== ofPlace || this.#slots[at + 1] !== ofTag)) {
      at += SLOT;
      if (at === this.#slots.length) at = 0;
    }
    return at;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2).fill(FREE);
    for (let from = 0; from < before.length; from += SLOT) {
      if (before[from + 2] === FREE) continue;
      const at = this.#slotOf(before[from] ?? 0, before[from + 1] ?? 0);
      this.#slots.set(before.subarray(from, from + SLOT), at);
    }
  }
}

/** The hashes of a name, one after the other, as two numbers of a list. */
export function pushHashes(text: string, from: number, into: number[]): void {
  hashFrom(text, from);
  into.push(place, tag);
}

let place = 0;
let tag = 0;

function hashFrom(text: string, from: number): void {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995) + (b >>> 15);
  }
  place = (a ^ (a >>> 15)) | 0;
  tag = b | 0;
}

function doubled(list: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(list.length * 2);
  larger.set(list);
  return larger;
}
