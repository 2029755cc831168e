// L2: whether two sides touch the same thing inside of a file.
import { describe, expect, test } from "vitest";
import { compareAtL2, compareInFile, type PartTouch } from "../../src/syntax/compare.ts";
import { symbolsAtLines } from "../../src/syntax/lines.ts";
import { outlineOf } from "../../src/syntax/outline-of.ts";

const PRINTER = `import { cut } from './cut'

export class Printer {
  /** Prints. */
  print(text: string) {
    return cut(text)
  }

  feed() {}
}

export function open() {}
`;

async function compare(path: string, text: string | undefined, left: PartTouch, right: PartTouch) {
  const outline = text === undefined ? undefined : await outlineOf(path, text);
  return compareInFile({ file: path, left: [left], right: [right] }, outline);
}

describe("names", () => {
  test.each([
    ["Printer.print", "Printer#print()", "overlap"],
    ["src/printer.ts#Printer.print", "Printer::print", "overlap"],
    ["Printer", "Printer.feed", "overlap"],
    ["Printer.print", "Printer.feed", "clear"],
    ["open", "Open", "clear"],
    ["print", "Printer.print", "clear"],
  ])("%s and %s: %s", async (a, b, verdict) => {
    const found = await compare("src/printer.ts", PRINTER, { symbols: [a] }, { symbols: [b] });
    expect(found.verdict).toBe(verdict);
  });

  test("of a container and its member the member is named", async () => {
    const found = await compare("src/printer.ts", PRINTER, { symbols: ["Printer"] }, { symbols: ["Printer.feed"] });
    expect(found.functions).toEqual(["Printer.feed"]);
  });

  test("a namespace may be left out or written", async () => {
    const text = "namespace shop { class Label { void print() {} }; }";
    const found = await compare("a.cpp", text, { symbols: ["shop::Label::print"] }, { symbols: ["Label.print"] });
    expect([found.verdict, found.functions]).toEqual(["overlap", ["Label::print"]]);
  });

  test("Go receivers, Rust trait impls and operations of an API are found as people write them", async () => {
    const go = await compare(
      "a.go",
      "package a\nfunc (s *Store) Put() {}\n",
      { symbols: ["(*Store).Put"] },
      { symbols: ["Store.Put"] },
    );
    expect(go.functions).toEqual(["Store.Put"]);
    const rust = await compare(
      "a.rs",
      "impl Drop for Pool { fn drop(&mut self) {} }",
      { symbols: ["<Pool as Drop>::drop"] },
      { symbols: ["Pool::drop"] },
    );
    expect(rust.functions).toEqual(["Pool::drop"]);
    const api = "openapi: 3.0.0\npaths:\n  /labels/{id}:\n    get: {operationId: getLabel}\n";
    for (const name of ["get /labels/:id", "getLabel", "/labels/{key}"]) {
      const found = await compare("api.yaml", api, { symbols: [name] }, { symbols: ["GET /labels/{id}"] });
      expect([name, found.schema_elements]).toEqual([name, ["GET /labels/{id}"]]);
    }
  });

  test("SQL names compare without case, and with their schema or without it", async () => {
    const text = "CREATE TABLE shop.Labels (Id int, Text text);";
    const found = await compare("a.sql", text, { symbols: ["labels.TEXT"] }, { symbols: ['shop."Labels".text'] });
    expect(found.schema_elements).toEqual(["Labels.Text"]);
    for (const [made, named] of [
      ["labels", "public.labels.text"],
      ["public.labels", "labels.text"],
      ["dbo.labels", "public.labels"],
    ] as const) {
      const one = `CREATE TABLE ${made} (text text);`;
      const met = await compare("a.sql", one, { symbols: ["labels.text"] }, { symbols: [named] });
      expect([made, named, met.verdict, met.not_found]).toEqual([made, named, "overlap", { left: [], right: [] }]);
    }
  });

  test("what the file does not have is said, unless it is to be added", async () => {
    const found = await compare(
      "src/printer.ts",
      PRINTER,
      { symbols: ["ghost"] },
      { symbols: ["fresh"], operation: "add" },
    );
    expect([found.verdict, found.not_found]).toEqual(["clear", { left: ["ghost"], right: [] }]);
  });

  test("two sides that add one name define it twice", async () => {
    const add = { symbols: ["refund"], operation: "add" } as const;
    expect((await compare("src/printer.ts", PRINTER, add, add)).double_definition).toEqual(["refund"]);
  });

  test("who takes away a column that the other names breaks a contract", async () => {
    const text = "CREATE TABLE labels (id int, text text);";
    const found = await compare(
      "a.sql",
      text,
      { symbols: ["labels.id"] },
      { symbols: ["labels"], operation: "remove" },
    );
    expect(found.contract_breaks).toEqual([{ file: "a.sql", name: "labels.id", by: "right", operation: "remove" }]);
  });

  test("two readers of one symbol do not meet", async () => {
    const read = { symbols: ["open"], read: true };
    expect((await compare("src/printer.ts", PRINTER, read, read)).verdict).toBe("clear");
  });
});

describe("lines", () => {
  test.each([
    [[5, 6], ["Printer.print"]],
    [[4, 4], ["Printer.print"]],
    [
      [3, 5],
      ["Printer", "Printer.print"],
    ],
    [[1, 2], []],
    [
      [9, 12],
      ["Printer", "Printer.feed", "open"],
    ],
  ] as const)("%j touch %j", async (lines, names) => {
    const outline = await outlineOf("src/printer.ts", PRINTER);
    expect(symbolsAtLines(outline, lines).map(({ name }) => name)).toEqual(names);
  });

  test("two members on one line are both touched", async () => {
    const outline = await outlineOf("a.go", "package a\ntype Size struct{ w, h int }\n");
    expect(symbolsAtLines(outline, [2, 2]).map(({ name }) => name)).toEqual(["Size.w", "Size.h"]);
  });

  test("lines of no symbol meet as lines", async () => {
    const found = await compare("src/printer.ts", PRINTER, { lines: [1, 2] }, { lines: [1, 1] });
    expect([found.verdict, found.lines, found.functions]).toEqual(["overlap", [1, 1], []]);
  });

  test("different lines of one function meet in it", async () => {
    const found = await compare("src/printer.ts", PRINTER, { lines: [5, 5] }, { lines: [7, 7] });
    expect([found.verdict, found.functions]).toEqual(["overlap", ["Printer.print"]]);
  });

  test("without a parser a name and a range cannot be told apart", async () => {
    const found = await compare("a.xyz", "one\ntwo\n", { symbols: ["one"] }, { lines: [1, 1] });
    expect([found.verdict, found.reason]).toEqual([
      "unknown",
      "nobody can say which lines one has: there is no parser for this file",
    ]);
  });

  test("a syntax error leaves disjoint lines unknown", async () => {
    const found = await compare("a.ts", "function a( {\n\nconst x = 1\n", { lines: [1, 1] }, { lines: [3, 3] });
    expect([found.verdict, found.reason]).toEqual(["unknown", "line 1: syntax error"]);
  });
});

test("a side that names nothing touches the whole file", async () => {
  const found = await compare("src/printer.ts", PRINTER, {}, { symbols: ["open"] });
  expect([found.verdict, found.reason]).toEqual(["unknown", "a side declares no symbols and touches the whole file"]);
});

test("over several files an overlap weighs more than doubt, and doubt more than clear", async () => {
  const asked: string[] = [];
  const outline = async (file: string) => {
    asked.push(file);
    return outlineOf(file, PRINTER);
  };
  const clear = { file: "a.ts", left: [{ symbols: ["open"] }], right: [{ symbols: ["Printer"] }] };
  const whole = { file: "b.ts", left: [{}], right: [{ symbols: ["Printer"] }] };
  const overlap = { file: "c.ts", left: [{ symbols: ["open"] }], right: [{ symbols: ["open"] }] };
  expect((await compareAtL2([clear], outline)).verdict).toBe("clear");
  expect((await compareAtL2([clear, whole], outline)).verdict).toBe("unknown");
  expect(await compareAtL2([clear, whole, overlap], outline)).toMatchObject({
    verdict: "overlap",
    confidence: 0.85,
    functions: ["open"],
  });
  expect(asked).not.toContain("b.ts");
});
