// How many terminal cells a text takes. The only door to get-east-asian-width; knows no terminal and no colour.
// Not string-width: its module costs 15 ms at start-up, this one nothing to speak of.
import { eastAsianWidth } from "get-east-asian-width";

const ASCII = /^[\x20-\x7e]*$/;
let segmenter: Intl.Segmenter | undefined;
let emoji: RegExp | undefined;
// Node 20 knows this flag; the compiler, aiming at ES2023, refuses it where it can read it.
const RGI_EMOJI: readonly [string, string] = ["^\\p{RGI_Emoji}$", "v"];
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Control}\p{Mark}\p{Surrogate}]/u;

/** The text in pieces that must not be torn apart: what a reader takes for one character. */
export function graphemes(text: string): readonly string[] {
  if (ASCII.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Cells of one grapheme: 0, 1 or 2. */
export function graphemeWidth(grapheme: string): number {
  const point = grapheme.codePointAt(0);
  if (point === undefined || INVISIBLE.test(grapheme)) return 0;
  if (point < 0x300) return grapheme.includes("\ufe0f") ? 2 : 1;
  // The `v` flag is Node 20's; a literal would be refused by the build's older target.
  emoji ??= new RegExp(...RGI_EMOJI);
  return emoji.test(grapheme) ? 2 : eastAsianWidth(point);
}

/** Cells that a text without escape sequences takes on a terminal; wide characters count two, combining marks none. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}
