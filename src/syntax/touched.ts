// Symbols whose lines changed though their text says the same: comments, layout, a comma (spec 3.7). Pure.
import type { SymbolChange } from "./diff.ts";
import { type LineRange, symbolsAtLines } from "./lines.ts";
import { containsName, nameKey, sameName } from "./names.ts";
import type { Outline, OutlineSymbol } from "./outline.ts";

/** Numbers of changed lines that are not blank. */
export interface TouchedLines {
  readonly old: readonly number[];
  readonly new: readonly number[];
}

/** Cosmetic changes beside those that are known: the innermost symbols at the changed lines. */
export function cosmeticChanges(
  before: Outline,
  after: Outline,
  lines: TouchedLines,
  known: readonly SymbolChange[],
): SymbolChange[] {
  const { language } = after;
  const covered = known.flatMap(({ name, new_name, operation }) =>
    [name, ...(new_name === undefined ? [] : [new_name])].map((one) => ({
      key: nameKey(one, language),
      // What comes, goes or is renamed takes its members along.
      whole: operation === "add" || operation === "remove" || operation === "rename",
    })),
  );
  const isCovered = ({ name }: OutlineSymbol): boolean => {
    const key = nameKey(name, language);
    return covered.some((one) => sameName(one.key, key) || (one.whole && containsName(one.key, key)));
  };
  const still = new Map(after.symbols.map((symbol) => [symbol.name, symbol]));
  const touched = new Map<string, OutlineSymbol>();
  for (const symbol of at(after, lines.new)) touched.set(symbol.name, symbol);
  for (const { name } of at(before, lines.old)) {
    const symbol = still.get(name);
    if (symbol) touched.set(name, symbol);
  }
  return [...touched.values()]
    .filter((symbol) => !isCovered(symbol))
    .map((symbol) => ({
      name: symbol.name,
      kind: symbol.kind,
      operation: "modify",
      cosmetic: true,
      start_line: symbol.start_line,
      end_line: symbol.end_line,
      after: symbol,
    }));
}

/** Innermost symbols of all these lines. */
function at(outline: Outline, lines: readonly number[]): OutlineSymbol[] {
  return runs(lines).flatMap((range) => symbolsAtLines(outline, range));
}

function runs(lines: readonly number[]): LineRange[] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line <= last[1] + 1) last[1] = Math.max(last[1], line);
    else ranges.push([line, line]);
  }
  return ranges;
}
