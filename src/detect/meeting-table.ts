// Which scopes of a catalogue overlap, and how: a table of pairs of numbers.
import type { Overlap } from "./overlap.ts";

/** A slot: the smaller number, the larger one, and the place of the overlap + 1. */
const SLOT = 3;

export class MeetingTable {
  #slots = new Int32Array(SLOT << 10);
  readonly #overlaps: Overlap[] = [];
  /** 1 for a number that is in some pair. */
  readonly #meets: Uint8Array;

  /** For numbers below `size`. */
  constructor(size: number) {
    this.#meets = new Uint8Array(size);
  }

  get(a: number, b: number): Overlap | undefined {
    if (this.#meets[a] === 0 || this.#meets[b] === 0) return undefined;
    const place = this.#slots[this.#slotOf(Math.min(a, b), Math.max(a, b)) + 2] ?? 0;
    return place === 0 ? undefined : this.#overlaps[place - 1];
  }

  /** Notes the overlap of a pair that is not in the table. */
  add(a: number, b: number, overlap: Overlap): void {
    this.#overlaps.push(overlap);
    this.#meets[a] = 1;
    this.#meets[b] = 1;
    this.#fill(Math.min(a, b), Math.max(a, b), this.#overlaps.length);
    if (this.#overlaps.length * 2 * SLOT > this.#slots.length) this.#grow();
  }

  #fill(low: number, high: number, place: number): void {
    const at = this.#slotOf(low, high);
    this.#slots[at] = low;
    this.#slots[at + 1] = high;
    this.#slots[at + 2] = place;
  }

  #slotOf(low: number, high: number): number {
    const slots = this.#slots.length / SLOT;
    const hash = Math.imul(Math.imul(low, 0x9e3779b1) ^ high, 0x85ebca6b);
    let at = ((hash ^ (hash >>> 15)) & (slots - 1)) * SLOT;
    while (this.#slots[at + 2] !== 0 && (this.#slots[at] !== low || this.#slots[at + 1] !== high)) {
      at += SLOT;
      if (at === this.#slots.length) at = 0;
    }
    return at;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2);
    for (let from = 0; from < before.length; from += SLOT) {
      const place = before[from + 2] ?? 0;
      if (place !== 0) this.#fill(before[from] ?? 0, before[from + 1] ?? 0, place);
    }
  }
}
