// YAML and JSON documents as they come: aliases without end, merge keys, streams, sorted keys, JSON that is none.
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/syntax/outline-of.ts";
import { namesAndLines, symbolOf } from "./outlines.ts";

const SCHEMA = "$schema: https://json-schema.org/draft/2020-12/schema\n";

/** Levels of schemas, each of which names the one before eight times. */
function levels(count: number, body: (before: readonly string[]) => string): string {
  return Array.from({ length: count }, (_, i) => {
    const before = i === 0 ? [] : Array<string>(8).fill(`*l${i - 1}`);
    return `  L${i}: &l${i} ${body(before)}\n`;
  }).join("");
}

const properties = (before: readonly string[]): string =>
  `{properties: {text: {type: string}, ${before.map((alias, i) => `p${i}: ${alias}`).join(", ")}}}`;

describe("aliases", () => {
  test("a schema that stands for itself is named once on its way", async () => {
    const tree = `${SCHEMA}$defs:\n  Node: &n {properties: {left: *n, right: *n, up: *n}}\n`;
    expect(await namesAndLines("tree.yaml", tree)).toEqual([
      "tree 1-3",
      "Node 3-3",
      "Node.left 3-3",
      "Node.right 3-3",
      "Node.up 3-3",
    ]);
    const two = `${SCHEMA}$defs:\n  Box: &b {properties: {lid: &l {properties: {box: *b}}, top: *l}}\n`;
    expect((await outlineOf("two.yaml", two)).symbols.map(({ name }) => name)).toEqual([
      "two",
      "Box",
      "Box.lid",
      "Box.lid.box",
      "Box.top",
      "Box.top.box",
    ]);
  });

  test("levels of aliases end at a bound that is said, what is written itself is all there, and twice is the same", async () => {
    const text = `openapi: 3.0.0\ncomponents:\n schemas:\n${levels(7, properties)}  Last: {properties: {size: {}}}\n`;
    const outline = await outlineOf("api.yaml", text);
    expect(outline.problems).toMatchObject([{ message: expect.stringContaining("aliases stand for too much") }]);
    expect(outline.symbols.length).toBeGreaterThan(10_000);
    expect(outline.symbols.length).toBeLessThan(25_000);
    const names = outline.symbols.map(({ name }) => name);
    for (const name of ["L6", "L6.text", "L6.p7", "Last.size"]) expect(names).toContain(`schemas.${name}`);
    expect(await outlineOf("api.yaml", text)).toEqual(outline);
  });

  test("levels without a property of their own are walked once", async () => {
    const all = levels(12, (before) =>
      before.length === 0 ? "{properties: {text: {}}}" : `{allOf: [${before.join(", ")}]}`,
    );
    const outline = await outlineOf("all.yaml", `${SCHEMA}$defs:\n${all}`);
    expect(outline.problems).toEqual([]);
    expect(outline.symbols.filter(({ name }) => name.startsWith("L11"))).toHaveLength(2);
    const lists = levels(12, (before) => (before.length === 0 ? "[x]" : `[${before.join(", ")}]`));
    expect(await namesAndLines("list.yaml", `openapi: 3.0.0\nx:\n${lists}paths: {/x: {get: *l11}}\n`)).toEqual([
      "GET /x 15-15",
    ]);
  });

  test("brackets in brackets without end are not read", async () => {
    const outline = await outlineOf("a.schema.json", '{"a":['.repeat(50_000));
    expect(outline).toMatchObject({ symbols: [], problems: [{ line: 1, message: "nested too deeply: not read" }] });
  });

  test("every name of a text that stands under several has the digest of that text", async () => {
    const label = (type: string): string =>
      `openapi: 3.0.0\ncomponents:\n  schemas:\n    Label: &l\n      properties:\n        text: {${type}}\n    Copy: *l\n`;
    for (const name of ["schemas.Label.text", "schemas.Copy.text"]) {
      const [before, after] = [label("example: a"), label("example: b")];
      const [old, now] = [await symbolOf("api.yaml", before, name), await symbolOf("api.yaml", after, name)];
      expect(now.digest).not.toBe(old.digest);
    }
  });
});

describe("merge keys", () => {
  test("bring operations and properties, and what is written beside them holds", async () => {
    const text = [
      "openapi: 3.0.0",
      "paths:",
      "  /a: &item",
      "    get: {operationId: getA}",
      "    put: {operationId: putA}",
      "  /b: {<<: *item, put: {operationId: putB}}",
      "components:",
      "  schemas:",
      "    Base: &base {properties: {id: {type: string}}}",
      "    Size: &size {type: object, properties: {rows: {}}}",
      "    Label: {<<: [*base, *size], description: x}",
    ].join("\n");
    expect(await namesAndLines("api.yaml", text)).toEqual([
      "GET /a 4-4",
      "PUT /a 5-5",
      "PUT /b 6-6",
      "GET /b 4-4",
      "schemas.Base 9-9",
      "schemas.Base.id 9-9",
      "schemas.Size 10-10",
      "schemas.Size.rows 10-10",
      "schemas.Label 11-11",
      "schemas.Label.id 9-9",
    ]);
    expect(await symbolOf("api.yaml", text, "PUT /b")).toMatchObject({ also: ["putB"] });
    expect(await symbolOf("api.yaml", text, "schemas.Label")).toMatchObject({ type: "object" });
  });

  test("one that merges itself has what it writes", async () => {
    const text = "openapi: 3.0.0\npaths:\n  /a: &item\n    <<: *item\n    get: {}\n";
    expect(await namesAndLines("api.yaml", text)).toEqual(["GET /a 5-5"]);
  });
});

describe("documents", () => {
  test("all of a stream that say what they are are read, the others are named", async () => {
    const text =
      "openapi: 3.0.0\npaths: {/a: {get: {}}}\n---\nopenapi: 3.0.0\npaths: {/b: {get: {}}}\n---\nkind: Service\n";
    const outline = await outlineOf("api.yaml", text);
    expect(outline.symbols.map(({ name }) => name)).toEqual(["GET /a", "GET /b"]);
    expect(outline.problems).toEqual([
      { line: 7, message: "a document that does not say that it is OpenAPI: not read" },
    ]);
    const schemas = `${SCHEMA}title: Label\nproperties: {text: {}}\n---\n${SCHEMA}title: Sheet\nproperties: {rows: {}}\n`;
    expect((await outlineOf("a.yaml", schemas)).symbols.map(({ name }) => name)).toEqual([
      "Label",
      "Label.text",
      "Sheet",
      "Sheet.rows",
    ]);
  });

  test("a key of the document far behind its top says what it is, one further inside does not", async () => {
    const long = 'a "quoted" word, '.repeat(500);
    const definitions = { Label: { description: long, properties: { text: { type: "string" } } } };
    for (const indent of [0, 2]) {
      const sorted = JSON.stringify({ definitions, paths: {}, swagger: "2.0" }, null, indent);
      expect((await outlineOf("api.json", sorted)).symbols.map(({ name }) => name)).toEqual([
        "schemas.Label",
        "schemas.Label.text",
      ]);
    }
    const yaml = `components:\n  schemas:\n    Label: {description: '${long}'}\nopenapi: 3.1.0\n`;
    expect(await namesAndLines("api.yml", yaml)).toEqual(["schemas.Label 3-3"]);
    const schema = JSON.stringify({ $defs: definitions, $schema: "https://json-schema.org/draft/2020-12/schema" });
    expect((await outlineOf("label.json", schema)).language).toBe("json-schema");
    const inner = JSON.stringify({ long, dependencies: { swagger: "2.0", openapi: "3" } });
    expect((await outlineOf("lock.json", inner)).language).toBeUndefined();
    const quoted = JSON.stringify({ long, note: '"swagger": "2.0' });
    expect((await outlineOf("note.json", quoted)).language).toBeUndefined();
  });

  test("JSON that YAML alone would take is said", async () => {
    const place = async (path: string, text: string): Promise<readonly unknown[]> =>
      (await outlineOf(path, text)).problems;
    const message = "no JSON from here on";
    expect(await place("composer.json", '{\n  "require": {\n    "php": ">=8",\n  }\n}\n')).toEqual([
      { line: 4, message },
    ]);
    expect(await place("package.json", "{\n  dependencies: {}\n}\n")).toEqual([{ line: 2, message }]);
    expect(await place("api.json", '{"openapi": "3.0.0",\n "paths": {"/a": {"get": [1 2]}}}')).toEqual([
      { line: 2, message },
    ]);
    expect(await place("api.json", '{"openapi": "3.0.0", "x": [1e5, -0.5, true, null, "\\u00e9", {}, []]}')).toEqual(
      [],
    );
    expect((await outlineOf("composer.json", '{"require": {"php": ">=8",}}')).symbols).toMatchObject([
      { version: ">=8" },
    ]);
  });
});
