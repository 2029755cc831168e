// Tokens as numbers (spec 1.3): the same token has the same number. Plain ASCII is read without cutting it into texts.
import { asciiSpans, STOP_TOKENS, unicodeTokens } from "./tokens.ts";

/** Numbers of tokens, given out from 0 as they come. Two tokens never share one: hashes find, texts decide. */
export class TokenIds {
  readonly #texts: string[] = [];
  readonly #hashes: number[] = [];
  /** Number + 1 by hash; open addressing, a power of two long. */
  #slots = new Int32Array(1 << 12);
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
    return this.#texts.length;
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
    const mask = this.#slots.length - 1;
    let at = hash & mask;
    for (let slot = this.#slots[at] ?? 0; slot !== 0; at = (at + 1) & mask, slot = this.#slots[at] ?? 0) {
      if (this.#hashes[slot - 1] === hash && isPart(this.#texts[slot - 1] as string, text, from, to)) return slot - 1;
    }
    const id = this.#texts.length;
    const part = text.slice(from, to);
    this.#texts.push(/[A-Z]/.test(part) ? part.toLowerCase() : part);
    this.#hashes.push(hash);
    this.#takenIn.push(0);
    this.#slots[at] = id + 1;
    if (this.#texts.length * 2 > this.#slots.length) this.#grow();
    return id;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    this.#hashes.forEach((hash, id) => {
      let at = hash & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = id + 1;
    });
    this.#slots = slots;
  }
}

const folded = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

function isPart(token: string, text: string, from: number, to: number): boolean {
  if (token.length !== to - from) return false;
  for (let i = 0; i < token.length; i++) {
    if (token.charCodeAt(i) !== folded(text.charCodeAt(from + i))) return false;
  }
  return true;
}
