// Tokens as numbers (spec 1.3): the same token has the same number. Plain ASCII is read without cutting it into texts.
import { asciiSpans, STOP_TOKENS, unicodeTokens } from "./tokens.ts";

/** Numbers of tokens, given out from 0 as they come. Two tokens never share one: hashes find, texts decide. */
export class TokenIds {
  /** All tokens, one behind the other, and where each ends. */
  #letters = new Uint16Array(1 << 14);
  readonly #ends: number[] = [];
  /** Hash and number + 1 of each token; open addressing, a power of two long. */
  #slots = new Int32Array(1 << 13);
  readonly #spans: number[] = [];
  /** The last set of tokens that held a token, so that each is taken once. */
  readonly #takenIn: number[] = [];
  #sets = 0;
  readonly #stops: number;

  constructor() {
    for (const word of STOP_TOKENS) this.#idOf(word, 0, word.length);
    this.#stops = this.size;
  }

  /** How many numbers there are. */
  get size(): number {
    return this.#ends.length;
  }

  /** Puts the numbers of the text's tokens, each once, into `into` from its front; answers how many. */
  read(text: string, into: number[]): number {
    this.#sets += 1;
    const ends = asciiSpans(text, this.#spans);
    let count = 0;
    if (ends === -1) {
      for (const token of unicodeTokens(text)) into[count++] = this.#idOf(token, 0, token.length);
      return count;
    }
    for (let i = 0; i < ends; i += 2) {
      const id = this.#idOf(text, this.#spans[i] ?? 0, this.#spans[i + 1] ?? 0);
      if (id < this.#stops || this.#takenIn[id] === this.#sets) continue;
      this.#takenIn[id] = this.#sets;
      into[count++] = id;
    }
    return count;
  }

  /** The number of a part of a text, ASCII capitals folded. */
  #idOf(text: string, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ folded(text.charCodeAt(i)), 0x01000193);
    hash = (hash ^ (hash >>> 15)) | 0;
    let at = this.#start(hash);
    for (let number = this.#slots[at + 1] ?? 0; number !== 0; number = this.#slots[at + 1] ?? 0) {
      if (this.#slots[at] === hash && this.#isPart(number - 1, text, from, to)) return number - 1;
      at = this.#next(at);
    }
    const id = this.#ends.length;
    this.#keep(text, from, to);
    this.#takenIn.push(0);
    this.#slots[at] = hash;
    this.#slots[at + 1] = id + 1;
    if (this.#ends.length * 4 > this.#slots.length) this.#grow();
    return id;
  }

  #isPart(id: number, text: string, from: number, to: number): boolean {
    const start = id === 0 ? 0 : (this.#ends[id - 1] ?? 0);
    if ((this.#ends[id] ?? 0) - start !== to - from) return false;
    for (let i = from, at = start; i < to; i++, at++) {
      if (this.#letters[at] !== folded(text.charCodeAt(i))) return false;
    }
    return true;
  }

  #keep(text: string, from: number, to: number): void {
    let end = this.#ends[this.#ends.length - 1] ?? 0;
    while (end + to - from > this.#letters.length) {
      const larger = new Uint16Array(this.#letters.length * 2);
      larger.set(this.#letters);
      this.#letters = larger;
    }
    for (let i = from; i < to; i++) this.#letters[end++] = folded(text.charCodeAt(i));
    this.#ends.push(end);
  }

  #start(hash: number): number {
    return 2 * (hash & (this.#slots.length / 2 - 1));
  }

  #next(at: number): number {
    return (at + 2) & (this.#slots.length - 1);
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 2);
    for (let from = 0; from < before.length; from += 2) {
      const number = before[from + 1] ?? 0;
      if (number === 0) continue;
      let at = this.#start(before[from] ?? 0);
      while (this.#slots[at + 1] !== 0) at = this.#next(at);
      this.#slots[at] = before[from] ?? 0;
      this.#slots[at + 1] = number;
    }
  }
}

const folded = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);
