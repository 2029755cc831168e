// Globs as small automata over the characters of a path (spec 3.2). Read as picomatch reads them, which the tests hold
// it to; but picomatch's expressions backtrack, and a hostile name can hold them for minutes. Running automata is
// src/detect/glob-run.ts; which patterns are globs is src/detect/glob.ts.

/** Characters as sorted pairs of code units, both ends included. */
export type Characters = readonly number[];
export const SLASH = 47;
const ANY: Characters = [0, 0xffff];
const IN_SEGMENT: Characters = [0, SLASH - 1, SLASH + 1, 0xffff];
const MOST_STATES = 20_000;

export interface Edge {
  readonly to: number;
  /** Undefined: taken without reading a character. */
  readonly on: Characters | undefined;
}

export interface GlobAutomaton {
  readonly edges: readonly (readonly Edge[])[];
  readonly accept: number;
}

/**
 * Compiles a pattern, with a second reading in which brackets are plain characters. Negated groups `!(…)` and patterns
 * without measure match too much, never too little.
 */
export function compileGlob(pattern: string): GlobAutomaton {
  const builder = new Builder(false);
  let end = builder.sequence(pattern, 0, true, true).to;
  if (pattern.includes("[")) end = builder.join(end, new Builder(true, builder).sequence(pattern, 0, true, true).to);
  return { edges: builder.edges, accept: end };
}

/** All paths below a directory. */
export function compileTree(directory: string): GlobAutomaton {
  const builder = new Builder(true);
  let at = 0;
  for (const character of `${directory}/`) at = builder.text(at, character);
  const end = builder.loop(at, ANY);
  return { edges: builder.edges, accept: end };
}

class Builder {
  readonly edges: Edge[][];
  readonly #plainBrackets: boolean;

  constructor(plainBrackets: boolean, shared?: Builder) {
    this.#plainBrackets = plainBrackets;
    this.edges = shared?.edges ?? [[]];
  }

  #state(): number {
    return this.edges.push([]) - 1;
  }

  #edge(from: number, to: number, on?: Characters): void {
    this.edges[from]?.push({ to, on });
  }

  join(...ends: readonly number[]): number {
    const to = this.#state();
    for (const end of ends) this.#edge(end, to);
    return to;
  }

  text(from: number, character: string): number {
    let at = from;
    for (let i = 0; i < character.length; i++) {
      const unit = character.charCodeAt(i);
      at = this.#read(at, [unit, unit]);
    }
    return at;
  }

  #read(from: number, on: Characters): number {
    const to = this.#state();
    this.#edge(from, to, on);
    return to;
  }

  /** Any number of these characters. */
  loop(from: number, on: Characters): number {
    const middle = this.#state();
    this.#edge(from, middle);
    this.#edge(middle, middle, on);
    return middle;
  }

  /**
   * Reads a piece of a pattern. `opens`: the piece stands at the start of a path segment; `closes`: a segment may end
   * behind it. Both decide whether `**` crosses segments.
   */
  sequence(piece: string, start: number, opens: boolean, closes: boolean): { to: number; opens: boolean } {
    let from = start;
    let atStart = opens;
    for (let i = 0; i < piece.length; ) {
      if (this.edges.length > MOST_STATES) return { to: this.loop(from, ANY), opens: true };
      const c = piece[i] as string;
      const rest = piece.slice(i);
      if (c === "/" && closes && start === 0 && /^(\/\*\*)+$/.test(rest)) {
        // `a/**` holds `a` itself too.
        return { to: this.join(from, this.loop(this.text(from, "/"), ANY)), opens: true };
      }
      if (c === "*" && !rest.startsWith("*(")) {
        const stars = (/^\*+/.exec(rest) as RegExpExecArray)[0].length;
        const next = piece[i + stars];
        if (stars >= 2 && atStart && (next === "/" || (next === undefined && closes))) {
          const inside = this.loop(from, ANY);
          from = next === "/" ? this.join(from, this.text(inside, "/")) : inside;
          i += stars + (next === "/" ? 1 : 0);
          atStart = true;
          continue;
        }
        from = this.loop(from, IN_SEGMENT);
        i += stars;
        atStart = false;
        continue;
      }
      if (c === "?" && piece[i + 1] !== "(") {
        from = this.#read(from, IN_SEGMENT);
        i += 1;
        atStart = false;
        continue;
      }
      const group = this.#group(piece, i, from, atStart, closes);
      if (group) {
        ({ to: from, opens: atStart } = group);
        i = group.end;
        continue;
      }
      from = this.text(from, c);
      atStart = c === "/";
      i += 1;
    }
    return { to: from, opens: atStart };
  }

  /** A class, braces or an extended group at this place, or undefined when the character stands for itself. */
  #group(
    piece: string,
    i: number,
    from: number,
    opens: boolean,
    closes: boolean,
  ): { to: number; opens: boolean; end: number } | undefined {
    const c = piece[i] as string;
    if (c === "[" && !this.#plainBrackets) {
      const found = /^\[([!^]?)(\]?[^\]/]*)\]/.exec(piece.slice(i));
      const set = found?.[2] ? classOf(found[2], found[1] !== "") : undefined;
      if (!found || !set) return undefined;
      return { to: this.#read(from, set), opens: false, end: i + found[0].length };
    }
    if (c === "{") {
      const end = closing(piece, i, "{", "}");
      if (end === undefined) return undefined;
      const inner = piece.slice(i + 1, end);
      const choices = split(inner, ",");
      const range = choices.length === 1 ? rangeOf(inner) : choices;
      if (range === undefined) return undefined;
      return { ...this.#choices(range, from, opens, closes && end === piece.length - 1), end: end + 1 };
    }
    if ("@+*?!".includes(c) && piece[i + 1] === "(") {
      const end = closing(piece, i + 1, "(", ")");
      if (end === undefined) return undefined;
      if (c === "!") return { to: this.loop(from, IN_SEGMENT), opens: false, end: end + 1 };
      const entry = this.#state();
      this.#edge(from, entry);
      const { to } = this.#choices(split(piece.slice(i + 2, end), "|"), entry, opens, false);
      if (c === "*" || c === "+") this.#edge(to, entry);
      if (c === "*" || c === "?") this.#edge(entry, to);
      return { to, opens: false, end: end + 1 };
    }
    return undefined;
  }

  #choices(choices: readonly string[], from: number, opens: boolean, closes: boolean): { to: number; opens: boolean } {
    const ends = choices.map((choice) => {
      // A state of its own in front: only the whole pattern's start may be state 0.
      const entry = this.#state();
      this.#edge(from, entry);
      return this.sequence(choice, entry, opens, closes);
    });
    return { to: this.join(...ends.map(({ to }) => to)), opens: ends.some((end) => end.opens) };
  }
}

/** The position of the bracket that closes the one at `open`. */
function closing(text: string, open: number, left: string, right: string): number | undefined {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === left) depth++;
    else if (text[i] === right && --depth === 0) return i;
  }
  return undefined;
}

/** Splits at separators that stand in no bracket. */
function split(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (c === "{" || c === "(") depth++;
    else if (c === "}" || c === ")") depth--;
    else if (c === separator && depth === 0) {
      pieces.push(text.slice(start, i));
      start = i + 1;
    }
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** `1..3` and `a..c` as their members; a long range as any run of digits. */
function rangeOf(text: string): readonly string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})$/.exec(text);
  if (numbers) {
    const [low, high] = [Number(numbers[1]), Number(numbers[2])].sort((a, b) => a - b) as [number, number];
    if (high - low > 200) return ["*"];
    const width = /^-?0\d/.test(`${numbers[1]}`) ? (numbers[1] as string).length : 0;
    return Array.from({ length: high - low + 1 }, (_, i) => String(low + i).padStart(width, "0"));
  }
  const letters = /^([a-zA-Z])\.\.([a-zA-Z])$/.exec(text);
  if (!letters) return undefined;
  const [low, high] = [letters[1] as string, letters[2] as string].sort() as [string, string];
  return [`[${low}-${high}]`];
}

function classOf(text: string, negated: boolean): Characters | undefined {
  const pairs: [number, number][] = [];
  for (let i = 0; i < text.length; i++) {
    const low = text.charCodeAt(i);
    if (text[i + 1] === "-" && i + 2 < text.length) {
      const high = text.charCodeAt(i + 2);
      if (high < low) return undefined;
      pairs.push([low, high]);
      i += 2;
    } else pairs.push([low, low]);
  }
  if (negated) pairs.push([SLASH, SLASH]);
  pairs.sort((a, b) => a[0] - b[0]);
  const merged: number[] = [];
  for (const [low, high] of pairs) {
    const last = merged[merged.length - 1];
    if (last !== undefined && low <= last + 1) merged[merged.length - 1] = Math.max(last, high);
    else merged.push(low, high);
  }
  if (!negated) return merged;
  const outside: number[] = [];
  let next = 0;
  for (let i = 0; i < merged.length; i += 2) {
    const low = merged[i] as number;
    if (low > next) outside.push(next, low - 1);
    next = (merged[i + 1] as number) + 1;
  }
  if (next <= 0xffff) outside.push(next, 0xffff);
  return outside;
}
