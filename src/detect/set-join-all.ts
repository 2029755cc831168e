// Every pair of token sets whose Jaccard reaches a threshold, without looking at all pairs: PPJoin (Xiao, Wang, Lin and
// Yu, "Efficient similarity joins for near duplicate detection", WWW 2008), which adds positions to the prefix filter
// of Bayardo, Ma and Srikant (WWW 2007). Tokens are ordered by how rare they are among the sets that are joined.
import { leastPartner, requiredOverlap } from "./set-join.ts";
import { TokenIds } from "./token-ids.ts";

/** The sets as numbers, one after another: those of set i are `flat[starts[i]] … flat[starts[i + 1] - 1]`, rarest first. */
interface Ranked {
  readonly flat: Int32Array;
  readonly starts: Int32Array;
  readonly tokens: number;
}

/** Token sets that are collected and then joined; kept as numbers, since there may be hundreds of thousands. */
export class TokenSets {
  readonly #ids = new TokenIds();
  #flat = new Int32Array(1024);
  #length = 0;
  readonly #starts: number[] = [0];
  readonly #read: number[] = [];

  /** Adds the tokens of a text; the number of the set is how many came before it. */
  add(text: string): void {
    const count = this.#ids.read(text, this.#read);
    while (this.#length + count > this.#flat.length) {
      const larger = new Int32Array(this.#flat.length * 2);
      larger.set(this.#flat);
      this.#flat = larger;
    }
    for (let i = 0; i < count; i++) this.#flat[this.#length + i] = this.#read[i] ?? 0;
    this.#length += count;
    this.#starts.push(this.#length);
  }

  #made: Ranked | undefined;

  /** Jaccard of two of the sets, once they are all there. */
  likeness(i: number, j: number): number {
    this.#made ??= this.#ranked();
    const { flat, starts } = this.#made;
    const [aFrom, aTo] = [starts[i] ?? 0, starts[i + 1] ?? 0];
    const [bFrom, bTo] = [starts[j] ?? 0, starts[j + 1] ?? 0];
    if (aFrom === aTo || bFrom === bTo) return 0;
    const shared = sharedFrom(flat, aFrom, aTo, bFrom, bTo, 0);
    return shared / (aTo - aFrom + bTo - bFrom - shared);
  }

  /** Calls `emit` once for each pair i ≠ j with a Jaccard of at least `threshold`, and with that. */
  join(threshold: number, emit: (i: number, j: number, alike: number) => void): void {
    this.#made ??= this.#ranked();
    joinRanked(this.#made, threshold, emit);
  }

  #ranked(): Ranked {
    const counts = new Int32Array(this.#ids.size);
    for (let i = 0; i < this.#length; i++) {
      const id = this.#flat[i] ?? 0;
      counts[id] = (counts[id] ?? 0) + 1;
    }
    const byRarity = Int32Array.from(counts.keys()).sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0) || a - b);
    const rank = new Int32Array(counts.length);
    byRarity.forEach((id, i) => {
      rank[id] = i;
    });
    const flat = this.#flat.slice(0, this.#length);
    const starts = Int32Array.from(this.#starts);
    for (let i = 0; i < flat.length; i++) flat[i] = rank[flat[i] ?? 0] ?? 0;
    for (let i = 0; i + 1 < starts.length; i++) sortRun(flat, starts[i] ?? 0, starts[i + 1] ?? 0);
    return { flat, starts, tokens: counts.length };
  }
}

/** Sorts a run of numbers in place; almost all are short. */
function sortRun(flat: Int32Array, from: number, to: number): void {
  if (to - from > 40) {
    flat.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const value = flat[i] ?? 0;
    let j = i;
    for (; j > from && (flat[j - 1] ?? 0) > value; j--) flat[j] = flat[j - 1] ?? 0;
    flat[j] = value;
  }
}

function joinRanked(ranked: Ranked, threshold: number, emit: (i: number, j: number, alike: number) => void): void {
  const { flat, starts, tokens } = ranked;
  const required = requiredOverlap;
  const order = bySize(starts);
  const postings = new PrefixPostings(flat, starts, tokens, threshold);
  const { sets: filedSets, sizes, places, begins, ends } = postings;
  const marks = marksOf(flat, starts);
  const seenBy = new Int32Array(starts.length).fill(-1);
  for (const x of order) {
    const from = starts[x] ?? 0;
    const n = (starts[x + 1] ?? 0) - from;
    if (n === 0) continue;
    const smallest = leastPartner(threshold, n);
    const probe = n - required(threshold, n, smallest) + 1;
    const low = marks[2 * x] ?? 0;
    const high = marks[2 * x + 1] ?? 0;
    let neededFor = 0;
    let needed = 0;
    for (let i = 0; i < probe; i++) {
      const token = flat[from + i] ?? 0;
      // Sets come in the order of their size: what is too small now is too small for good.
      let entry = begins[token] ?? 0;
      const end = ends[token] ?? 0;
      while (entry < end && (sizes[entry] ?? 0) < smallest) entry += 1;
      begins[token] = entry;
      for (; entry < end; entry++) {
        const m = sizes[entry] ?? 0;
        if (m !== neededFor) {
          neededFor = m;
          needed = required(threshold, n, m);
        }
        // What is left of this set from here on must reach what is needed; larger partners need more.
        if (n - i < needed) break;
        const at = places[entry] ?? 0;
        if (m - at < needed) continue;
        const y = filedSets[entry] ?? 0;
        // Marks that y lacks are tokens that y lacks.
        const lacking = bits(low & ~(marks[2 * y] ?? 0)) + bits(high & ~(marks[2 * y + 1] ?? 0));
        if (n - lacking < needed || seenBy[y] === x) continue;
        seenBy[y] = x;
        const yFrom = starts[y] ?? 0;
        const shared = 1 + sharedFrom(flat, from + i + 1, from + n, yFrom + at + 1, yFrom + m, needed - 1);
        const alike = shared / (n + m - shared);
        if (alike >= threshold) emit(x, y, alike);
      }
    }
    postings.file(x, from, n);
  }
}

/** Two words of marks for each set, one bit for each of its tokens; tokens may share a bit. */
function marksOf(flat: Int32Array, starts: Int32Array): Int32Array {
  const marks = new Int32Array(2 * starts.length);
  for (let x = 0; x + 1 < starts.length; x++) {
    for (let i = starts[x] ?? 0; i < (starts[x + 1] ?? 0); i++) {
      const bit = Math.imul(flat[i] ?? 0, 0x9e3779b1) >>> 26;
      const word = 2 * x + (bit >> 5);
      marks[word] = (marks[word] ?? 0) | (1 << (bit & 31));
    }
  }
  return marks;
}

/** Number of bits that are set. */
function bits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Prefixes of the sets, by token, in one run of memory for each token. */
class PrefixPostings {
  readonly sets: Int32Array;
  readonly sizes: Int32Array;
  readonly places: Int32Array;
  /** Entries of a token: `begins[token]` up to `ends[token]`, the smaller sets first. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;
  readonly #flat: Int32Array;
  readonly #threshold: number;

  constructor(flat: Int32Array, starts: Int32Array, tokens: number, threshold: number) {
    this.#flat = flat;
    this.#threshold = threshold;
    const room = new Int32Array(tokens + 1);
    let total = 0;
    for (let x = 0; x + 1 < starts.length; x++) {
      const from = starts[x] ?? 0;
      const filed = this.#filed((starts[x + 1] ?? 0) - from);
      for (let i = 0; i < filed; i++) {
        const token = flat[from + i] ?? 0;
        room[token + 1] = (room[token + 1] ?? 0) + 1;
      }
      total += filed;
    }
    for (let token = 0; token < tokens; token++) room[token + 1] = (room[token + 1] ?? 0) + (room[token] ?? 0);
    this.begins = room.slice(0, tokens);
    this.ends = room.slice(0, tokens);
    this.sets = new Int32Array(total);
    this.sizes = new Int32Array(total);
    this.places = new Int32Array(total);
  }

  /** Later sets are no smaller: a shorter prefix than the one that is asked with is enough to be found by them. */
  #filed(n: number): number {
    return n === 0 ? 0 : n - requiredOverlap(this.#threshold, n, n) + 1;
  }

  file(x: number, from: number, n: number): void {
    const filed = this.#filed(n);
    for (let i = 0; i < filed; i++) {
      const token = this.#flat[from + i] ?? 0;
      const entry = this.ends[token] ?? 0;
      this.sets[entry] = x;
      this.sizes[entry] = n;
      this.places[entry] = i;
      this.ends[token] = entry + 1;
    }
  }
}

/** Common numbers of two ascending runs; stops early, with too few, once `needed` cannot be reached. */
function sharedFrom(flat: Int32Array, aFrom: number, aTo: number, bFrom: number, bTo: number, needed: number): number {
  let i = aFrom;
  let j = bFrom;
  let shared = 0;
  while (i < aTo && j < bTo) {
    if (shared + Math.min(aTo - i, bTo - j) < needed) return shared;
    const a = flat[i] ?? 0;
    const b = flat[j] ?? 0;
    if (a === b) {
      shared += 1;
      i += 1;
      j += 1;
    } else if (a < b) i += 1;
    else j += 1;
  }
  return shared;
}

/** Indexes of the sets, the smallest first. */
function bySize(starts: Int32Array): Int32Array {
  const count = starts.length - 1;
  const size = (i: number): number => (starts[i + 1] ?? 0) - (starts[i] ?? 0);
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, size(i));
  const at = new Int32Array(largest + 2);
  for (let i = 0; i < count; i++) at[size(i) + 1] = (at[size(i) + 1] ?? 0) + 1;
  for (let s = 1; s < at.length; s++) at[s] = (at[s] ?? 0) + (at[s - 1] ?? 0);
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const place = at[size(i)] ?? 0;
    order[place] = i;
    at[size(i)] = place + 1;
  }
  return order;
}
