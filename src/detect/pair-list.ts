// Pairs of numbers, collected many times over and visited once each.

/** Pairs of numbers below `count`, kept as one number each. */
export class PairList {
  readonly #count: number;
  #codes = new Float64Array(1024);
  #length = 0;

  constructor(count: number) {
    this.#count = count;
  }

  add(i: number, j: number): void {
    if (this.#length === this.#codes.length) this.#grow();
    this.#codes[this.#length] = i > j ? i * this.#count + j : j * this.#count + i;
    this.#length += 1;
  }

  /** Makes room: drops what is there twice, then doubles if that was not enough. */
  #grow(): void {
    this.#settle();
    if (this.#length * 2 <= this.#codes.length) return;
    const larger = new Float64Array(this.#codes.length * 2);
    larger.set(this.#codes.subarray(0, this.#length));
    this.#codes = larger;
  }

  #settle(): void {
    const sorted = this.#codes.subarray(0, this.#length).sort();
    let kept = 0;
    for (let i = 0; i < sorted.length; i++) {
      if (i > 0 && sorted[i] === sorted[kept - 1]) continue;
      sorted[kept] = sorted[i] ?? 0;
      kept += 1;
    }
    this.#length = kept;
  }

  /** Each pair once, the larger number first and ascending. */
  forEach(visit: (larger: number, smaller: number) => void): void {
    this.#settle();
    for (let k = 0; k < this.#length; k++) {
      const code = this.#codes[k] ?? 0;
      const larger = Math.floor(code / this.#count);
      visit(larger, code - larger * this.#count);
    }
  }
}
