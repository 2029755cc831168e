// What changed between two texts of one file, as operations on its symbols.
import { describe, expect, test } from "vitest";
import { diffOutlines } from "../../src/syntax/diff.ts";
import { outlineOf } from "../../src/syntax/outline-of.ts";

async function changes(path: string, before: string | undefined, after: string | undefined): Promise<string[]> {
  const of = (text: string | undefined) => (text === undefined ? undefined : outlineOf(path, text));
  return diffOutlines(await of(before), await of(after)).map(
    ({ name, operation, signature_changed, new_name }) =>
      `${operation} ${name}${new_name ? ` to ${new_name}` : ""}${signature_changed ? " (signature)" : ""}`,
  );
}

test("a dependency that goes and one that comes are two packages, of whatever version", async () => {
  const manifest = (...names: string[]) =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, "1.0.0"])) });
  expect((await changes("package.json", manifest("ink", "paper"), manifest("paper", "toner"))).sort()).toEqual([
    "add toner",
    "remove ink",
  ]);
});

describe("signatures", () => {
  const round = (parameters: string, result = ""): string =>
    `export function round(${parameters})${result} { return 1 }\n`;
  test.each([
    ["sum: number", "sum: number", []],
    ["sum: number", "sum: number, places?: number", ["extend round"]],
    ["sum: number", "sum: number, places = 2", ["extend round"]],
    ["sum: number", "sum: number, ...rest: number[]", ["extend round"]],
    ["sum: number", "sum: number, places: number", ["replace round"]],
    ["sum: number", "places?: number, sum: number", ["replace round"]],
    ["sum: number, places: number", "places: number, sum: number", ["replace round"]],
    ["sum: number, places: number", "sum: number", ["replace round"]],
    ["sum: number, places: number", "sum: number, digits: number", ["modify round (signature)"]],
    ["sum: number", "sum: number | string", ["extend round"]],
    ["sum: number | string", "sum: number", ["replace round"]],
    ["sum: 'a' | 'b'", "sum: string", ["extend round"]],
    ["sum: number", "sum: Money", ["modify round (signature)"]],
    ["sum?: number", "sum: number", ["replace round"]],
    ["sum: number", "sum?: number", ["extend round"]],
    ["sum: Money", "sum: unknown", ["extend round"]],
  ])("(%s) to (%s): %j", async (before, after, expected) => {
    expect(await changes("src/round.ts", round(before), round(after))).toEqual(expected);
  });

  test("a wider result, a new modifier or generic: changed, and nobody can say how", async () => {
    expect(await changes("a.ts", round("a: A", ": A"), round("a: A", ": A | null"))).toEqual([
      "modify round (signature)",
    ]);
    expect(await changes("a.ts", round("a: A"), round("a: A").replace("function", "async function"))).toEqual([
      "modify round (signature)",
    ]);
  });

  test("what is no longer exported is taken away from its users", async () => {
    expect(await changes("a.ts", round("a: A"), round("a: A").replace("export ", ""))).toEqual(["replace round"]);
  });

  test("keyword arguments of Python go by name, not by place", async () => {
    const feed = (parameters: string): string => `def feed(${parameters}):\n    pass\n`;
    expect(await changes("a.py", feed("self, *, a, b=1"), feed("self, *, b=1, a"))).toEqual(["modify feed"]);
    expect(await changes("a.py", feed("a"), feed("a, *, b"))).toEqual(["replace feed"]);
    expect(await changes("a.py", feed("a"), feed("a, *, b=None"))).toEqual(["extend feed"]);
  });

  test("a new parameter of Go is always required", async () => {
    expect(await changes("a.go", "package a\nfunc F(a int) {}\n", "package a\nfunc F(a int, b int) {}\n")).toEqual([
      "replace F",
    ]);
  });
});

describe("symbols that come and go", () => {
  const two = "export function print(a: A) { return a.b }\n\nexport function feed() {}\n";
  test("the same text under another name is a rename", async () => {
    expect(await changes("a.ts", two, two.replace("print", "emit"))).toEqual(["rename print to emit"]);
  });
  test("another text under another name is not", async () => {
    expect(
      await changes("a.ts", two, "export function emit(a: A) { return 1 }\n\nexport function feed() {}\n"),
    ).toEqual(["add emit", "remove print"]);
  });
  test("comments and layout are no change", async () => {
    expect(
      await changes("a.ts", two, two.replace("{ return a.b }", "{\n  // now in three lines\n  return a.b\n}")),
    ).toEqual([]);
  });
  test("a class takes its members along", async () => {
    const box = "class Box {\n  open() { return 1 }\n  shut() { return 2 }\n}\n";
    expect(await changes("a.ts", box, box.replace("Box", "Crate"))).toEqual(["rename Box to Crate"]);
    expect(await changes("a.ts", "", box)).toEqual(["add Box"]);
    expect(await changes("a.ts", box, undefined)).toEqual(["remove Box"]);
    expect(await changes("a.ts", box, box.replace("Box", "Crate").replace("return 2", "return 3"))).toEqual([
      "rename Box to Crate",
      "modify Crate.shut",
    ]);
  });
  test("a changed member does not change what holds it", async () => {
    const box = "class Box {\n  open() { return 1 }\n}\n";
    expect(await changes("a.ts", box, box.replace("return 1", "return 2"))).toEqual(["modify Box.open"]);
    expect(await changes("a.ts", box, box.replace("}\n}", "}\n  shut() {}\n}"))).toEqual(["add Box.shut"]);
  });
  test("one overload more extends, one less replaces", async () => {
    const one = "export function read(a: string): string\n";
    const both = `${one}export function read(a: number): number\n`;
    expect(await changes("a.d.ts", one, both)).toEqual(["extend read"]);
    expect(await changes("a.d.ts", both, one)).toEqual(["replace read"]);
  });
});

describe("schema elements", () => {
  const table = (columns: string): string => `CREATE TABLE labels (${columns});\n`;
  test.each([
    ["id int, text text", "id int", ["remove labels.text"]],
    ["id int", "id bigint", ["extend labels.id"]],
    ["id bigint", "id int", ["replace labels.id"]],
    ["t varchar(20)", "t varchar(40)", ["extend labels.t"]],
    ["t text", "t varchar(40)", ["replace labels.t"]],
    ["t text", "t text NOT NULL", ["replace labels.t"]],
    ["t text NOT NULL", "t text", ["extend labels.t"]],
    ["t text", "t uuid", ["modify labels.t (signature)"]],
    ["t text DEFAULT 'a'", "t text DEFAULT 'b'", ["modify labels.t"]],
    ["a int", "b int", ["rename labels.a to labels.b"]],
    ["a int, UNIQUE (a)", "a int", ["modify labels"]],
  ])("SQL (%s) to (%s): %j", async (before, after, expected) => {
    expect(await changes("a.sql", table(before), table(after))).toEqual(expected);
  });

  test("a new statement that drops a column removes it", async () => {
    const before = table("id int");
    expect(await changes("b.sql", undefined, "ALTER TABLE labels DROP COLUMN id;")).toEqual(["remove labels.id"]);
    expect(await changes("a.sql", before, `${before}ALTER TABLE labels ALTER COLUMN id SET NOT NULL;\n`)).toEqual([
      "replace labels.id",
    ]);
  });

  const type = (fields: string, word = "type"): string => `${word} Label { ${fields} }\n`;
  test.each([
    ["type", "id: ID, text: String", "id: ID", ["remove Label.text"]],
    ["type", "id: ID!", "id: ID", ["replace Label.id"]],
    ["type", "id: ID", "id: ID!", ["extend Label.id"]],
    ["input", "id: ID", "id: ID!", ["replace Label.id"]],
    ["input", "id: ID!", "id: ID", ["extend Label.id"]],
    ["type", "id: ID", "id: Int", ["replace Label.id"]],
    ["type", "a(n: Int): ID", "a: ID", ["replace Label.a"]],
    ["type", "a: ID", "a(n: Int): ID", ["extend Label.a"]],
    ["type", "a: ID", "a(n: Int!): ID", ["replace Label.a"]],
    ["type", "a(n: Int!): ID", "a(n: Int): ID", ["extend Label.a"]],
  ])("GraphQL %s (%s) to (%s): %j", async (word, before, after, expected) => {
    expect(await changes("a.graphql", type(before, word), type(after, word))).toEqual(expected);
  });

  test("GraphQL: a value that is gone is removed, and a union that lost a member is replaced", async () => {
    expect(await changes("a.graphql", "enum Size { S M }", "enum Size { S }")).toEqual(["remove Size.M"]);
    expect(await changes("a.graphql", "union Hit = A | B", "union Hit = A")).toEqual(["replace Hit"]);
    expect(await changes("a.graphql", "union Hit = A", "union Hit = A | B")).toEqual(["extend Hit"]);
  });

  const message = (fields: string): string => `message Label { ${fields} }\n`;
  test.each([
    ["string a = 1;", "", ["remove Label.a"]],
    ["string a = 1;", "string a = 2;", ["replace Label.a"]],
    ["string a = 1;", "int32 a = 1;", ["replace Label.a"]],
    ["string a = 1;", "repeated string a = 1;", ["replace Label.a"]],
    ["string a = 1;", "string a = 1; string b = 2;", ["add Label.b"]],
  ])("protobuf (%s) to (%s): %j", async (before, after, expected) => {
    expect(await changes("a.proto", message(before), message(after))).toEqual(expected);
  });

  const api = (operation: string, schema = "{type: string}"): string =>
    `openapi: 3.0.0\npaths:\n  /labels:\n    get: ${operation}\ncomponents:\n  schemas:\n    Label: {properties: {text: ${schema}}}\n`;
  test.each([
    ["{responses: {200: {}}}", "{responses: {200: {}}, summary: x}", ["modify GET /labels"]],
    ["{parameters: []}", "{parameters: [{name: a, in: query}]}", ["extend GET /labels"]],
    ["{parameters: []}", "{parameters: [{name: a, in: query, required: true}]}", ["replace GET /labels"]],
    ["{parameters: [{name: a, in: query}]}", "{parameters: []}", ["replace GET /labels"]],
    ["{responses: {200: {}, 404: {}}}", "{responses: {200: {}}}", ["replace GET /labels"]],
    ["{responses: {200: {}}}", "{responses: {200: {}, 404: {}}}", ["extend GET /labels"]],
  ])("OpenAPI %s to %s: %j", async (before, after, expected) => {
    expect(await changes("a.yaml", api(before), api(after))).toEqual(expected);
  });
  test.each([
    ["{type: string}", "{type: integer}", ["modify schemas.Label.text (signature)"]],
    ["{type: string, enum: [a, b]}", "{type: string, enum: [a]}", ["replace schemas.Label.text"]],
    ["{type: integer}", "{type: number}", ["extend schemas.Label.text"]],
    ["{type: string}", "{type: string, nullable: true}", ["extend schemas.Label.text"]],
    ["{type: string}", "{type: string, format: uuid}", ["replace schemas.Label.text"]],
  ])("OpenAPI property %s to %s: %j", async (before, after, expected) => {
    expect(await changes("a.yaml", api("{}", before), api("{}", after))).toEqual(expected);
  });
});
