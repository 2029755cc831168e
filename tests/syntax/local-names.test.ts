// Local variables and parameters are no references; members, calls and what is bound elsewhere are (spec 3.3).
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/syntax/outline-of.ts";

/** Whether the symbol `print`, or `Label.print`, refers to `format`. */
async function refers(path: string, text: string): Promise<boolean> {
  const outline = await outlineOf(path, text);
  const symbol = outline.symbols.find(({ name }) => /(?:^|[.:#])[pP]rint$/.test(name));
  if (!symbol) throw new Error(`no print in ${outline.symbols.map(({ name }) => name).join(", ")}`);
  return symbol.references?.includes("format") ?? false;
}

describe("bound in the piece itself", () => {
  test.each([
    ["a.ts", "function print() { const format = 1; return format }"],
    ["a.ts", "function print(format: number) { return format + 1 }"],
    ["a.ts", "const print = (format) => format + 1"],
    ["a.ts", "const print = (all) => all.map((format) => format + 1)"],
    ["a.ts", "function print(all) { for (const format of all) draw(format) }"],
    ["a.ts", "function print({ way: format }, [size]) { return format }"],
    ["a.js", "function print() { try { draw() } catch (format) { say(format) } }"],
    ["a.js", "function print() { function format() {} return format() }"],
    ["a.py", "def print(format, size=1):\n    return format\n"],
    ["a.py", "def print():\n    format, size = look()\n    return format\n"],
    ["a.py", "def print(all):\n    return [format for format in all]\n"],
    ["a.go", "package a\nfunc print() int { format, err := look(); say(err); return format }\n"],
    ["a.go", "package a\nfunc print(format int) int { return format }\n"],
    ["a.rs", "fn print() -> i32 { let mut format = 1; format }"],
    ["A.java", "class Label { int print(int format) { return format; } }"],
    ["A.java", "class Label { int print() { int format = 1; return all(size -> format); } }"],
    ["A.cs", "class Label { int Print() { var format = 1; return format; } }"],
    ["a.php", "<?php class Label { function print($format) { $size = $format; return $size; } }"],
    ["a.rb", "def print(format:, size: 1)\n  format\nend\n"],
    ["a.rb", "def print\n  format = 1\n  format\nend\n"],
    ["a.cpp", "int print(int *format) { return *format; }"],
    ["a.cpp", "int print() { auto &format = look(); return format; }"],
  ])("%s: %s", async (path, text) => {
    expect(await refers(path, text)).toBe(false);
  });
});

describe("from elsewhere", () => {
  test.each([
    ["a.ts", "import { format } from './f'\nexport function print() { const size = 1; return format(size) }"],
    ["a.ts", "function print(label) { const format = 1; return label.format }"],
    ["a.js", "function print() { const { format } = require('./f'); return format(1) }"],
    ["a.py", "def print(label):\n    format = label.format\n    return format\n"],
    ["a.py", "def print(label):\n    label.format = 1\n"],
    ["a.go", "package a\nfunc print(l Label) int { format := 1; return l.format(format) }\n"],
    ["a.rs", "fn print() -> i32 { let size = format(1); size }"],
    ["A.java", "class Label { int print() { int format = 1; return format(format); } }"],
    ["A.cs", "class Label { int Print(Label l) { var format = 1; return l.format; } }"],
    ["a.php", "<?php class Label { function print($format) { return format($format); } }"],
    ["a.rb", "def print(label)\n  label.format\nend\n"],
    ["a.cpp", "int print(Label *label) { int format = 1; return label->format(format); }"],
  ])("%s: %s", async (path, text) => {
    expect(await refers(path, text)).toBe(true);
  });
});
