// Which symbols two sides of a merge touched.
import { expect, test } from "vitest";
import { keepApart, touchedSymbols } from "../../src/core/touched-symbols.ts";
import { outlineOf } from "../../src/syntax/outline-of.ts";

const version = async (text: string, path = "sum.ts") => ({ text, outline: await outlineOf(path, text, "names") });
const hunk = (oldStart: number, oldLines: number, newStart: number, newLines: number) => ({
  oldStart,
  oldLines,
  newStart,
  newLines,
});

const BEFORE = `import { a } from "./a";

export class Invoice {
  total() {
    return 1;
  }

  tax() {
    return 2;
  }
}

export const RATE = 3;
run(RATE);
`;

test("a changed line belongs to the innermost symbol, before and after", async () => {
  const before = await version(BEFORE);
  const after = await version(BEFORE.replace("return 1", "return 7"));
  expect([...(touchedSymbols(before, after, [hunk(5, 1, 5, 1)]) ?? [])]).toEqual(["Invoice.total"]);
});

test("an added method is its own, blank and import lines are nobody's, other lines are outside", async () => {
  const before = await version(BEFORE);
  const added = BEFORE.replace("  tax() {", "  fee() {\n    return 4;\n  }\n\n  tax() {");
  expect([...(touchedSymbols(before, await version(added), [hunk(7, 0, 8, 4)]) ?? [])]).toEqual(["Invoice.fee"]);
  const imported = BEFORE.replace("\n\n", '\nimport { b } from "./b";\n\n');
  expect([...(touchedSymbols(before, await version(imported), [hunk(1, 0, 2, 1)]) ?? [])]).toEqual([]);
  const ran = BEFORE.replace("run(RATE)", "walk(RATE)");
  expect([...(touchedSymbols(before, await version(ran), [hunk(14, 1, 14, 1)]) ?? [])]).toEqual([""]);
});

test("a file without symbols, or one that does not parse, tells nothing", async () => {
  const text = await version("a\nb\n", "f");
  expect(touchedSymbols(text, text, [hunk(1, 1, 1, 1)])).toBeUndefined();
  const broken = await version("export class {{{ (\n");
  expect(touchedSymbols(broken, broken, [hunk(1, 1, 1, 1)])).toBeUndefined();
});

test("sides keep apart unless they touch one symbol, or one a part of the other's", () => {
  const set = (...names: string[]) => new Set(names);
  expect(keepApart(set("Invoice.total"), set("Invoice.tax", "RATE"))).toBe(true);
  expect(keepApart(set("Invoice.total"), set("Invoice.total"))).toBe(false);
  expect(keepApart(set("Invoice"), set("Invoice.total"))).toBe(false);
  expect(keepApart(set("Invoice"), set("InvoiceList.total"))).toBe(true);
  expect(keepApart(set(""), set("Invoice.total"))).toBe(true);
  expect(keepApart(set(""), set(""))).toBe(false);
  expect(keepApart(set(), set("Invoice"))).toBe(true);
});
