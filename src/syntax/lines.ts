// From line numbers to the symbols that they touch (spec 3.3).
import type { Outline, OutlineSymbol } from "./outline.ts";

/** Both inclusive, 1-based. */
export type LineRange = readonly [first: number, last: number];

/**
 * The innermost symbols that a range touches, in order of appearance: for every line those symbols that hold it and
 * have no member that holds it too. A symbol's comment and decorators count as its own.
 */
export function symbolsAtLines(outline: Outline, range: LineRange): OutlineSymbol[] {
  const near = outline.symbols.filter((symbol) => firstLine(symbol) <= range[1] && symbol.end_line >= range[0]);
  return near.filter((symbol) => {
    const members = near.filter((other) => other !== symbol && isInside(other, symbol));
    return holdsFreeLine(symbol, members, range);
  });
}

export function firstLine(symbol: OutlineSymbol): number {
  return symbol.lead_line ?? symbol.start_line;
}

/** Strictly inside by lines, or on the same lines and longer by name: the member of a one-line class. */
function isInside(inner: OutlineSymbol, outer: OutlineSymbol): boolean {
  if (firstLine(inner) < firstLine(outer) || inner.end_line > outer.end_line) return false;
  const smaller = firstLine(inner) > firstLine(outer) || inner.end_line < outer.end_line;
  return smaller || (inner.name.length > outer.name.length && inner.name.startsWith(outer.name));
}

/** True when some line of the range lies in the symbol and in none of its members. */
function holdsFreeLine(symbol: OutlineSymbol, members: readonly OutlineSymbol[], range: LineRange): boolean {
  const spans = members
    .map((member): LineRange => [firstLine(member), member.end_line])
    .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let line = Math.max(firstLine(symbol), range[0]);
  const last = Math.min(symbol.end_line, range[1]);
  for (const [from, to] of spans) {
    if (line < from) break;
    if (to >= line) line = to + 1;
  }
  return line <= last;
}

/** The lines that two ranges share, or undefined. */
export function sharedLines(a: LineRange, b: LineRange): LineRange | undefined {
  const first = Math.max(a[0], b[0]);
  const last = Math.min(a[1], b[1]);
  return first <= last ? [first, last] : undefined;
}
