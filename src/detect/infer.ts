// Prose inference (spec 1.7): which operation a summary means for a scope that names none. Flagged, never asserts.
import { BOUNDARIES, BUCKETS, isPeripheral, isTransparent, PLACES, type Verb, verbOf } from "./lexicon.ts";
import { DESTRUCTIVE, type Operation, type Scope } from "./model.ts";
import { shortKey } from "./normal-form.ts";
import { TextPattern } from "./text-pattern.ts";
import { tokensOf } from "./tokens.ts";

export interface Inference {
  readonly operation: Operation;
  /** A verb of the lexicon occurs in the text. */
  readonly recognised: boolean;
  /** A destructive reading was taken back to `modify`. */
  readonly withdrawn: boolean;
  /** The verb that decided, as written; null when none did. */
  readonly verb: string | null;
  /** The words that the verb governs, as written; null when no verb decided. */
  readonly phrase: string | null;
}

interface Word {
  readonly text: string;
  readonly lower: string;
  readonly tokens: ReadonlySet<string>;
  /** Punctuation after the word ends the phrase. */
  readonly ends: boolean;
}

interface Phrase {
  readonly verb: Verb;
  readonly at: number;
  /** Words governed, particles left out. */
  readonly words: readonly Word[];
}

const DESTRUCTIVE_WORDS: ReadonlySet<string> = new Set(DESTRUCTIVE);

/** Reads the operation on `scope` out of `text`; `modify` when nothing is recognised. */
export function inferOperation(text: string, scope: Scope): Inference {
  const words = readWords(text);
  const phrases = readPhrases(words);
  if (phrases.length === 0) {
    return { operation: "modify", recognised: false, withdrawn: false, verb: null, phrase: null };
  }
  const name = nameOf(scope);
  const naming = phrases.filter((phrase) => lastNaming(phrase.words, name) !== undefined);
  if (naming.length === 0 && namedAsPlace(words, name)) {
    return { operation: "modify", recognised: true, withdrawn: false, verb: null, phrase: null };
  }
  const chosen = preferred(naming.length > 0 ? naming : phrases);
  const withdrawn = DESTRUCTIVE_WORDS.has(chosen.verb.operation) && isWithdrawn(chosen, name);
  return {
    operation: withdrawn ? "modify" : chosen.verb.operation,
    recognised: true,
    withdrawn,
    verb: words[chosen.at]?.text ?? chosen.verb.base,
    phrase: chosen.words.map((word) => word.text).join(" "),
  };
}

/** Bucket order, then first in the text. */
function preferred(phrases: readonly Phrase[]): Phrase {
  return phrases.reduce((best, phrase) =>
    BUCKETS.indexOf(phrase.verb.operation) < BUCKETS.indexOf(best.verb.operation) ? phrase : best,
  );
}

interface Name {
  readonly lower: string;
  /** Every one of these must be held by the words that name the scope. */
  readonly tokens: ReadonlySet<string>;
  /** Tokens of the whole key: words of the scope's own name. */
  readonly own: ReadonlySet<string>;
}

function nameOf(scope: Scope): Name {
  const short = shortKey(scope);
  const tokens = tokensOf(short);
  const lower = short.toLowerCase();
  return { lower, tokens: tokens.size > 0 ? tokens : new Set([lower]), own: tokensOf(scope.key) };
}

/** Last run of consecutive words that together hold the name; `[from, to)`. */
function lastNaming(words: readonly Word[], name: Name): readonly [number, number] | undefined {
  for (let to = words.length; to > 0; to--) {
    const missing = new Set(name.tokens);
    for (let from = to - 1; from >= 0; from--) {
      const word = words[from];
      if (word === undefined) break;
      if (word.lower === name.lower && from === to - 1) return [from, to];
      const before = missing.size;
      for (const token of word.tokens) missing.delete(token);
      missing.delete(word.lower);
      if (missing.size === before) break; // every word of the run has its share in the name
      if (missing.size === 0) return [from, to];
    }
  }
  return undefined;
}

/** Whether the text names the scope after in, inside, within, from, of or out of. */
function namedAsPlace(words: readonly Word[], name: Name): boolean {
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined || word.ends || !PLACES.has(word.lower)) continue;
    if (lastNaming(upToBoundary(words, i + 1), name) !== undefined) return true;
  }
  return false;
}

function upToBoundary(words: readonly Word[], from: number): Word[] {
  const found: Word[] = [];
  for (let i = from; i < words.length; i++) {
    const word = words[i];
    if (word === undefined || BOUNDARIES.has(word.lower)) break;
    found.push(word);
    if (word.ends) break;
  }
  return found;
}

/** A peripheral artefact in the phrase, or a scope that only modifies what is really meant. */
function isWithdrawn(phrase: Phrase, name: Name): boolean {
  const naming = lastNaming(phrase.words, name);
  for (const word of phrase.words) {
    for (const token of word.tokens) if (!name.own.has(token) && isPeripheral(token)) return true;
  }
  if (naming === undefined) return false;
  return phrase.words.slice(naming[1]).some((word) => word.lower !== "" && !isTransparent(word.lower));
}

function readPhrases(words: readonly Word[]): Phrase[] {
  const found: Phrase[] = [];
  words.forEach((word, at) => {
    const verb = verbOf(word.lower);
    if (verb === undefined) return;
    const governed = governedBy(verb, at, words);
    if (governed !== undefined) found.push({ verb, at, words: governed });
  });
  return found;
}

/** The words from a verb to its boundary, or undefined when a particle that it needs is missing. */
function governedBy(verb: Verb, at: number, words: readonly Word[]): Word[] | undefined {
  let from = at + 1;
  let satisfied = verb.particles === undefined || verb.optional === true;
  if (words[at]?.ends === true) return satisfied && verb.adjacent === undefined ? [] : undefined;
  for (const needed of verb.adjacent ?? []) {
    const word = words[from];
    if (word?.lower !== needed) return undefined;
    from += 1;
    if (word.ends) return [];
  }
  const governed: Word[] = [];
  let particleSeen = false;
  for (let i = from; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) break;
    if (!particleSeen && verb.particles?.includes(word.lower) === true) {
      satisfied = true;
      particleSeen = true;
      if (word.ends || verb.ending?.includes(word.lower) === true) break;
      continue;
    }
    if (BOUNDARIES.has(word.lower)) {
      // "port X from A to B": the phrase ends at `from`, and the verb still has its particle.
      if (!satisfied && word.lower === "from" && laterParticle(verb, i + 1, words)) satisfied = true;
      break;
    }
    governed.push(word);
    if (word.ends) break;
  }
  return satisfied ? governed : undefined;
}

function laterParticle(verb: Verb, from: number, words: readonly Word[]): boolean {
  for (let i = from; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) return false;
    if (verb.ending?.includes(word.lower) === true) return true;
    if (word.ends || BOUNDARIES.has(word.lower)) return false;
  }
  return false;
}

const BEFORE_CORE = new TextPattern(String.raw`^[^\p{L}\p{M}\p{N}/_]+`);
const AFTER_CORE = new TextPattern(String.raw`[^\p{L}\p{M}\p{N}_]+$`);
const CALLED = new TextPattern(String.raw`[\p{L}\p{N}_]\(`);

/** The words of a text, with the punctuation that ends phrases. `.` and `)` inside a name do not. */
function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (const chunk of text.normalize("NFKC").match(/[^\s,;]+[,;]*|[,;]+/gu) ?? []) {
    const bare = chunk.replace(/[,;]+$/u, "");
    const core = bare.replace(BEFORE_CORE.for(bare), "").replace(AFTER_CORE.for(bare), "");
    const tail = bare.slice(bare.lastIndexOf(core) + core.length);
    const called = CALLED.for(bare).test(bare);
    const ends = bare !== chunk || tail.includes(".") || (!called && tail.includes(")")) || /\)\)/.test(tail);
    if (core === "") {
      const last = words.at(-1);
      if (ends && last !== undefined) words[words.length - 1] = { ...last, ends: true };
      continue;
    }
    const plain = core.replace(/['\u2019]s$/u, "");
    words.push({ text: core, lower: plain.toLowerCase(), tokens: tokensOf(plain), ends });
  }
  return words;
}
