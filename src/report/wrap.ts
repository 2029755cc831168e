// Breaks text into lines of a given width in terminal cells: at spaces, else behind separators of keys and paths,
// else between characters. Never cuts anything off. Pure.
import { displayWidth, graphemes, graphemeWidth } from "../term/width.ts";

/** Words, and the pieces of long words that may be torn: behind `/ . : # - ,` and the closing brackets. */
const PIECES = /[^/.:#,)\]}-]*[/.:#,)\]}-]+|[^/.:#,)\]}-]+/gu;

/** Lines of at most `width` cells (one wide character may exceed a width of 1). Text must hold no control characters. */
export function wrap(text: string, width: number): readonly string[] {
  if (displayWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const flush = (): void => {
    lines.push(line);
    line = "";
    used = 0;
  };
  for (const word of text.split(" ")) {
    const size = displayWidth(word);
    if (used > 0 && used + 1 + size <= width) {
      line += ` ${word}`;
      used += 1 + size;
      continue;
    }
    if (size <= width) {
      if (used > 0) flush();
      line = word;
      used = size;
      continue;
    }
    // A word longer than a line starts where there is room for a good part of it, else on a line of its own.
    if (used > 0 && width - used > 8) {
      line += " ";
      used += 1;
    } else if (used > 0) flush();
    for (const piece of word.match(PIECES) ?? [word]) {
      const pieceSize = displayWidth(piece);
      if (used + pieceSize <= width) {
        line += piece;
        used += pieceSize;
        continue;
      }
      if (pieceSize <= width) {
        flush();
        line = piece;
        used = pieceSize;
        continue;
      }
      for (const character of graphemes(piece)) {
        const cells = graphemeWidth(character);
        if (used + cells > width && used > 0) flush();
        line += character;
        used += cells;
      }
    }
  }
  if (used > 0 || lines.length === 0) flush();
  // Only plain spaces are breaks: a wide or thin space of the text is a character like any other.
  return lines.map((each) => each.replace(/ +$/u, ""));
}
