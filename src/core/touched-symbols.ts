// Which symbols of a file a side changed, and whether two sides kept out of each other's way. Pure.
import type { Hunk } from "../git/diff.ts";
import { isImportLine } from "../git/import-union.ts";
import type { Outline, OutlineSymbol } from "../syntax/outline.ts";

/** One version of a file: its text and outline. */
export interface Version {
  readonly text: string;
  readonly outline: Outline;
}

/** Stands for lines outside every symbol. */
const OUTSIDE = "";

/**
 * Names of the symbols that hold changed lines, innermost ones; "" for lines outside of all of them. Blank lines and
 * import lines belong to nobody. Undefined when the file has no symbols that could tell its parts from each other.
 */
export function touchedSymbols(before: Version, after: Version, hunks: readonly Hunk[]): Set<string> | undefined {
  if (!hasParts(before.outline) && !hasParts(after.outline)) return undefined;
  if (before.outline.problems.length > 0 || after.outline.problems.length > 0) return undefined;
  const names = new Set<string>();
  for (const { oldStart, oldLines, newStart, newLines } of hunks) {
    collect(before, oldStart, oldLines, names);
    collect(after, newStart, newLines, names);
  }
  return names;
}

const hasParts = (outline: Outline): boolean => outline.language !== undefined && outline.symbols.length > 0;

function collect({ text, outline }: Version, start: number, count: number, names: Set<string>): void {
  if (count === 0) return;
  const lines = text.split("\n");
  for (let line = start; line < start + count; line++) {
    const content = (lines[line - 1] ?? "").replace(/\r$/, "");
    if (content.trim() === "" || isImportLine(outline.path, content)) continue;
    names.add(innermost(outline.symbols, line));
  }
}

function innermost(symbols: readonly OutlineSymbol[], line: number): string {
  let best: OutlineSymbol | undefined;
  for (const symbol of symbols) {
    if (line < (symbol.lead_line ?? symbol.start_line) || line > symbol.end_line) continue;
    if (best === undefined || symbol.end_line - symbol.start_line <= best.end_line - best.start_line) best = symbol;
  }
  return best === undefined ? OUTSIDE : best.name;
}

/** True when no symbol was touched by both, nor one by one side and a part of it by the other. */
export function keepApart(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const within = (part: string, whole: string): boolean =>
    part === whole || (whole !== OUTSIDE && part.startsWith(whole) && /^(\.|::|#)/.test(part.slice(whole.length)));
  for (const x of a) for (const y of b) if (within(x, y) || within(y, x)) return false;
  return true;
}
