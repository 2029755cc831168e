// Patterns over the letters and digits of every script. V8 asks ICU about each \p{…} when a pattern is first used, which
// takes a good part of the time that a whole check has; in a text of ASCII alone the same pattern does without. Pure.

/** What is left of these classes (Unicode general categories) among ASCII characters, as it stands in brackets. */
const ASCII: Readonly<Record<string, string>> = { L: "A-Za-z", Lu: "A-Z", Ll: "a-z", M: "", N: "0-9" };

/** Control characters: general category Cc. */
export const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

export class TextPattern {
  readonly #source: string;
  readonly #flags: string;
  #ascii: RegExp | undefined;
  #any: RegExp | undefined;

  /**
   * @param source a pattern whose `\p{L}`, `\p{Lu}`, `\p{Ll}`, `\p{M}` and `\p{N}` all stand in brackets
   * @param flags as of RegExp; without `y`, and `u` goes without saying
   */
  constructor(source: string, flags = "") {
    this.#source = source;
    this.#flags = flags;
  }

  /** The pattern, fit for this text. With the flag `g` it starts anew only where its user does, as any RegExp. */
  for(text: string): RegExp {
    if (/^[\u0000-\u007f]*$/.test(text)) {
      this.#ascii ??= new RegExp(this.#source.replace(/\\p\{(\w+)\}/g, asciiClass), this.#flags);
      return this.#ascii;
    }
    this.#any ??= new RegExp(this.#source, `${this.#flags}u`);
    return this.#any;
  }
}

function asciiClass(written: string, name: string): string {
  const characters = ASCII[name];
  if (characters === undefined) throw new Error(`${written} is no class of a text pattern`);
  return characters;
}
