// Names, lines and facts of schema formats and manifests, against expectations written by hand.
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/syntax/outline-of.ts";
import { linesOf, namesAndLines, symbolOf } from "./outlines.ts";

describe("SQL in the dialects of the field", () => {
  test("PostgreSQL: schemas, dollar quotes, types, views, partial indexes", async () => {
    const text = [
      "CREATE TYPE label_size AS ENUM ('small', 'large');",
      "CREATE TABLE shop.labels (",
      "  id uuid PRIMARY KEY, -- CREATE TABLE ghost (x int)",
      "  size label_size NOT NULL DEFAULT 'small',",
      "  tags text[] CHECK (array_length(tags, 1) < 5),",
      "  EXCLUDE USING gist (id WITH =)",
      ") PARTITION BY HASH (id);",
      "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS labels_size ON shop.labels (size) WHERE size <> 'small';",
      "CREATE OR REPLACE FUNCTION cut(n int) RETURNS int AS $body$",
      "BEGIN",
      "  CREATE TABLE inner_ghost (x int);",
      "  RETURN n;",
      "END $body$ LANGUAGE plpgsql;",
      "CREATE MATERIALIZED VIEW big AS SELECT id FROM shop.labels;",
    ].join("\n");
    expect(await namesAndLines("db/labels.sql", text)).toEqual([
      "label_size 1-1",
      "labels 2-7",
      "labels.id 3-3",
      "labels.size 4-4",
      "labels.tags 5-5",
      "labels_size 8-8",
      "cut 9-13",
      "big 14-14",
    ]);
    expect(await symbolOf("db/labels.sql", text, "labels.size")).toMatchObject({
      kind: "column",
      namespace: "shop",
      type: "label_size",
      required: true,
    });
    expect((await symbolOf("db/labels.sql", text, "label_size")).values).toEqual(["small", "large"]);
  });

  test("MySQL: backticks, inline keys, escapes, comments with a hash, routine bodies", async () => {
    const text = [
      "# CREATE TABLE ghost (x int);",
      "CREATE TABLE `labels` (",
      "  `id` bigint unsigned NOT NULL AUTO_INCREMENT,",
      "  `note` varchar(40) CHARACTER SET utf8 DEFAULT 'it\\'s, (fine)',",
      "  `key` varchar(20) COMMENT 'a column, no key',",
      "  PRIMARY KEY (`id`),",
      "  UNIQUE KEY `by_note` (`note`),",
      "  KEY by_key (`key`) USING BTREE",
      ") ENGINE=InnoDB;",
      "DELIMITER //",
      "CREATE DEFINER=`root`@`%` PROCEDURE cut() BEGIN INSERT INTO labels VALUES (1); IF 1 THEN SELECT 1; END IF; END //",
      "DELIMITER ;",
      "ALTER TABLE `labels` ADD `size` int NOT NULL AFTER `id`, MODIFY COLUMN `note` varchar(80), CHANGE `key` `code` text;",
    ].join("\n");
    expect(await namesAndLines("db/labels.sql", text)).toEqual([
      "labels 2-9",
      "labels.id 3-3",
      "labels.note 4-4",
      "labels.key 5-5",
      "labels.by_note 7-7",
      "labels.by_key 8-8",
      "cut 11-11",
      "labels.size 13-13",
    ]);
    const { effects } = await outlineOf("db/labels.sql", text);
    expect(effects).toMatchObject([
      { name: "labels.note", operation: "replace", type: "varchar(80)" },
      { name: "labels.key", operation: "rename", new_name: "code" },
    ]);
  });

  test("SQL Server and SQLite: brackets, batches without semicolons, tables that are made by a query", async () => {
    const text = [
      "CREATE TABLE [dbo].[Label Sheets] (",
      "  [Id] INT IDENTITY(1,1) NOT NULL,",
      "  [Rows] INT",
      ")",
      "GO",
      "CREATE INDEX IX_Rows ON [dbo].[Label Sheets] ([Rows])",
      "GO",
      'CREATE VIRTUAL TABLE "notes" USING fts5(body);',
      "CREATE TABLE copies AS SELECT * FROM notes;",
    ].join("\n");
    expect(await namesAndLines("db/sheets.sql", text)).toEqual([
      "Label Sheets 1-4",
      "Label Sheets.Id 2-2",
      "Label Sheets.Rows 3-3",
      "IX_Rows 6-6",
      "notes 8-8",
      "copies 9-9",
    ]);
  });

  test("what a migration does to others' tables stands under effects", async () => {
    const text = [
      "ALTER TABLE accounts",
      "  DROP COLUMN IF EXISTS email,",
      "  ALTER COLUMN plan SET NOT NULL,",
      "  RENAME COLUMN age TO years;",
      "DROP TABLE IF EXISTS shop.labels, notes CASCADE;",
      "ALTER TABLE a RENAME TO b;",
    ].join("\n");
    const { effects, symbols } = await outlineOf("db/2.sql", text);
    expect(symbols).toEqual([]);
    expect(
      effects?.map(({ name, operation, start_line, new_name }) => [name, operation, start_line, new_name]),
    ).toEqual([
      ["accounts.email", "remove", 2, undefined],
      ["accounts.plan", "replace", 3, undefined],
      ["accounts.age", "rename", 4, "years"],
      ["labels", "remove", 5, undefined],
      ["notes", "remove", 5, undefined],
      ["a", "rename", 6, "b"],
    ]);
  });
});

describe("GraphQL", () => {
  test("the definitions that parse are read when one does not", async () => {
    const text = "type Label {\n  id: ID!\n}\n\ntype Broken {\n  x: : Int\n}\n\nenum Size { SMALL }\n";
    const outline = await outlineOf("schema.graphql", text);
    expect(outline.symbols.map(({ name, start_line }) => `${name} ${start_line}`)).toEqual([
      "Label 1",
      "Label.id 2",
      "Size 9",
      "Size.SMALL 9",
    ]);
    expect(outline.problems[0]?.line).toBe(6);
  });

  test("what does not parse takes no other definition with it: described, indented, in one line, without a brace", async () => {
    const read = async (text: string): Promise<readonly [string[], number[]]> => {
      const { symbols, problems } = await outlineOf("schema.graphql", text);
      return [symbols.map(({ name, start_line }) => `${name} ${start_line}`), problems.map(({ line }) => line)];
    };
    const described = [
      '"a label"',
      "type Label { type: Size, input: : Int }",
      '"""',
      "type Ghost { x: Int }",
      '"""',
      "  enum Size { SMALL }",
      '"of paper" type Sheet { query: Int }',
      "type Wide { x: [Int }",
      "extend type Sheet { rows: Int }",
    ].join("\n");
    expect(await read(described)).toEqual([
      ["Size 6", "Size.SMALL 6", "Sheet 7", "Sheet.query 7", "Sheet 9", "Sheet.rows 9"],
      [2, 8],
    ]);
    const line = "type A { x: : Int } type B { y: Int } } scalar C directive @d(x: I = {a: 1}) on FIELD";
    expect(await read(line)).toEqual([
      ["B 1", "B.y 1", "C 1", "@d 1"],
      [1, 1],
    ]);
    expect(await read("type Open {\n  x: Int\n\ntype Next {\n  y: Int\n}\n")).toEqual([["Next 4", "Next.y 5"], [2]]);
    expect(await read("query Open { a( }\nquery { b }\n{ c }\n")).toEqual([["default 2", "default 3"], [1]]);
  });

  test("an operation says which fields it asks for", async () => {
    const text = "query Label($id: ID!) {\n  label(id: $id) { size ...Part }\n}\nfragment Part on Label { text }\n";
    expect(await symbolOf("label.graphql", text, "Label")).toMatchObject({
      start_line: 1,
      end_line: 3,
      references: ["ID", "Part", "gql:label", "gql:label.size", "gql:query.label", "gql:size"],
    });
  });
});

describe("OpenAPI and JSON Schema", () => {
  const text = [
    "swagger: '2.0'",
    "paths:",
    "  /labels/{id}:",
    "    parameters:",
    "      - {name: id, in: path, required: true, type: string}",
    "    get:",
    "      operationId: getLabel",
    "      parameters:",
    "        - {name: size, in: query, type: integer}",
    "      responses:",
    "        200: {schema: {$ref: '#/definitions/Label'}}",
    "",
    "    # the one that prints",
    "    post:",
    "      responses: {}",
    "definitions:",
    "  Label:",
    "    type: object",
    "    required: [text]",
    "    properties:",
    "      text: {type: string}",
    "      sheets:",
    "        type: array",
    "        items:",
    "          properties:",
    "            rows: {type: integer, enum: [1, 2]}",
    "    example: |",
    "      text",
    "",
  ].join("\n");

  test("Swagger 2: shared parameters, definitions, properties of items, no trailing comments", async () => {
    expect(await namesAndLines("api.yml", text)).toEqual([
      "GET /labels/{id} 6-11",
      "POST /labels/{id} 14-15",
      "schemas.Label 17-28",
      "schemas.Label.text 21-21",
      "schemas.Label.sheets 22-26",
      "schemas.Label.sheets.rows 26-26",
    ]);
  });

  test("an operation knows its parameters and answers, a property its type", async () => {
    expect(await symbolOf("api.yml", text, "GET /labels/{id}")).toMatchObject({
      also: ["getLabel"],
      parameters: [
        { name: "path id", type: "string", named: true },
        { name: "query size", type: "integer", named: true, optional: true },
      ],
      returns: "200:Label",
      references: ["Label"],
    });
    expect(await symbolOf("api.yml", text, "schemas.Label.text")).toMatchObject({ type: "string", required: true });
    expect(await symbolOf("api.yml", text, "schemas.Label.sheets.rows")).toMatchObject({ values: ["1", "2"] });
  });

  test("aliases are followed and never expanded", async () => {
    const bomb = [
      "openapi: 3.0.0",
      "a: &a {x: 1}",
      "b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]",
      "c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]",
      "components:",
      "  schemas:",
      "    Label: &label {type: object, properties: {text: {type: string}}}",
      "    Copy: *label",
      "    Loop: {allOf: [*c]}",
    ].join("\n");
    const names = (await outlineOf("api.yaml", bomb)).symbols.map(({ name }) => name);
    expect(names).toEqual(["schemas.Label", "schemas.Label.text", "schemas.Copy", "schemas.Copy.text", "schemas.Loop"]);
  });

  test("properties too deep to be read are not left out without a word", async () => {
    let schema = "{}";
    for (let level = 40; level > 0; level--) schema = `{"properties": {"p${level}": ${schema}}}`;
    const { symbols, problems } = await outlineOf("deep.schema.json", schema);
    expect(symbols.at(-1)?.name.split(".").at(-1)).toBe("p25");
    expect(problems).toEqual([{ line: 1, message: "nested more than 24 deep: not read below" }]);
  });

  test("a JSON Schema without a title goes by its file", async () => {
    const schema =
      '{\n  "$schema": "http://json-schema.org/draft-07/schema#",\n  "properties": {\n    "size": { "type": "string" }\n  }\n}\n';
    expect(await namesAndLines("schemas/label.schema.json", schema)).toEqual(["label 1-6", "label.size 4-4"]);
  });
});

describe("protobuf", () => {
  test("oneof, maps, enums, groups, options, extensions and streams", async () => {
    const text = [
      'syntax = "proto2";',
      "package shop.v1;",
      'import "google/protobuf/any.proto";',
      'option java_package = "x { y";',
      "message Label {",
      '  optional string text = 1 [default = "a; }", deprecated = true];',
      "  enum Size { SMALL = 0; LARGE = 1 [(x) = {y: 1}]; }",
      "  optional group Part = 3 { optional int32 n = 1; }",
      "  oneof target { string box = 4; }",
      "}",
      "extend Label { optional int32 extra = 100; }",
      "service Labels {",
      "  option (x) = { a: 1 };",
      "  rpc Watch(stream WatchReq) returns (stream .shop.v1.Label) {}",
      "}",
    ].join("\n");
    expect((await namesAndLines("label.proto", text)).sort()).toEqual([
      "shop.v1.Label 5-10",
      "shop.v1.Label.Part 8-8",
      "shop.v1.Label.Part.n 8-8",
      "shop.v1.Label.Size 7-7",
      "shop.v1.Label.Size.LARGE 7-7",
      "shop.v1.Label.Size.SMALL 7-7",
      "shop.v1.Label.box 9-9",
      "shop.v1.Label.text 6-6",
      "shop.v1.Labels 12-15",
      "shop.v1.Labels.Watch 14-14",
      "shop.v1.extra 11-11",
    ]);
    expect(await symbolOf("label.proto", text, "shop.v1.Labels.Watch")).toMatchObject({
      parameters: [{ name: "request", type: "stream WatchReq" }],
      returns: "stream .shop.v1.Label",
      references: ["WatchReq", "shop.v1.Label"],
    });
  });

  test("options may hold braces, on one line or many", async () => {
    const text = [
      "message Label {",
      '  string text = 1 [(rule) = { max: 4; tags: ["a", "b"] }, deprecated = true];',
      "  int32 rows = 2 [",
      "    (rule) = {",
      "      max: 9",
      "    },",
      "    json_name = 'r'",
      "  ];",
      "  enum Size { SMALL = 0 [(rule) = { a: 1 }, deprecated = true]; LARGE = 1; }",
      "  string broken = 3 [(rule) = { a: 1 };",
      "  string last = 4;",
      "}",
      "message After { string note = 1 [deprecated = true; }",
      "message Last {}",
    ].join("\n");
    const outline = await outlineOf("label.proto", text);
    expect(linesOf(outline)).toEqual([
      "Label 1-12",
      "Label.text 2-2",
      "Label.rows 3-8",
      "Label.Size 9-9",
      "Label.Size.SMALL 9-9",
      "Label.Size.LARGE 9-9",
      "Label.broken 10-10",
      "Label.last 11-11",
      "After 13-13",
      "After.note 13-13",
      "Last 14-14",
    ]);
    expect(outline.problems).toEqual([
      { line: 10, message: "options are not closed" },
      { line: 13, message: "options are not closed" },
    ]);
  });

  test("an extension is named by where it stands, and refers to what it extends", async () => {
    const text = [
      "package acct.v1;",
      "extend google.protobuf.FieldOptions { string my_opt = 50001; }",
      "message A { extend B { optional int32 ext = 100; } }",
    ].join("\n");
    expect(await namesAndLines("a.proto", text)).toEqual(["acct.v1.my_opt 2-2", "acct.v1.A 3-3", "acct.v1.A.ext 3-3"]);
    expect((await symbolOf("a.proto", text, "acct.v1.my_opt")).references).toEqual(["google.protobuf.FieldOptions"]);
    expect((await symbolOf("a.proto", text, "acct.v1.A.ext")).references).toEqual(["B"]);
  });

  test("an open brace is said, and what came before is kept", async () => {
    const outline = await outlineOf("label.proto", "message Label {\n  string text = 1;\n");
    expect(outline.symbols.map(({ name }) => name)).toEqual(["Label", "Label.text"]);
    expect(outline.problems).toEqual([{ line: 2, message: "Label is not closed" }]);
  });
});

describe("package manifests", () => {
  const versions = async (path: string, text: string): Promise<string[]> =>
    (await outlineOf(path, text)).symbols.map(
      ({ name, version, start_line }) => `${name} ${version ?? "-"} line ${start_line}`,
    );

  test("package.json and composer.json", async () => {
    expect(
      await versions(
        "package.json",
        '{\n  "dependencies": {\n    "chalk": "5.6.2",\n    "@a/b": "^1"\n  },\n  "devDependencies": { "vite": "8" }\n}\n',
      ),
    ).toEqual(["chalk 5.6.2 line 3", "@a/b ^1 line 4", "vite 8 line 6"]);
    expect(await versions("composer.json", '{"require": {"php": ">=8", "monolog/monolog": "^3"}}')).toEqual([
      "php >=8 line 1",
      "monolog/monolog ^3 line 1",
    ]);
  });

  test("pyproject.toml", async () => {
    const text = [
      "[project]",
      'name = "labels"',
      "dependencies = [",
      '  "requests[socks]>=2.31, <3; python_version > \'3.8\'", # "ghost==1"',
      '  "Print_Kit",',
      "]",
      "[project.optional-dependencies]",
      'pdf = ["fpdf2 (==2.7)"]',
      "[tool.poetry.dependencies]",
      'python = "^3.11"',
      'httpx = {version = "^0.27", extras = ["http2"]}',
    ].join("\n");
    expect(await versions("pyproject.toml", text)).toEqual([
      "requests >=2.31,<3 line 4",
      "print-kit - line 5",
      "fpdf2 ==2.7 line 8",
      "httpx ^0.27 line 11",
    ]);
  });

  test("Cargo.toml, go.mod and pom.xml", async () => {
    const cargo = [
      "[dependencies]",
      'serde = { version = "1.0", features = ["derive"] }',
      'rand = "0.8"',
      "local.path = '../local'",
      "[target.'cfg(unix)'.dependencies]",
      'libc = "0.2"',
      "[dev-dependencies.mockall]",
      'version = "0.12"',
    ].join("\n");
    expect(await versions("Cargo.toml", cargo)).toEqual([
      "serde 1.0 line 2",
      "rand 0.8 line 3",
      "local - line 4",
      "libc 0.2 line 6",
      "mockall 0.12 line 8",
    ]);
    const mod =
      "module shop\n\ngo 1.22\n\nrequire (\n\tgolang.org/x/text v0.3.0 // indirect\n)\nrequire example.com/cut v1.2.0\n";
    expect(await versions("go.mod", mod)).toEqual(["golang.org/x/text v0.3.0 line 6", "example.com/cut v1.2.0 line 8"]);
    const pom = [
      "<project>",
      "  <properties><kit.version>4.1</kit.version></properties>",
      "  <!-- <dependency><groupId>ghost</groupId><artifactId>g</artifactId></dependency> -->",
      "  <dependencies>",
      "    <dependency>",
      "      <groupId>shop</groupId>",
      "      <artifactId>kit</artifactId>",
      "      <version>${kit.version}</version>",
      "      <exclusions><exclusion><artifactId>no</artifactId></exclusion></exclusions>",
      "    </dependency>",
      "  </dependencies>",
      "</project>",
    ].join("\n");
    expect(await versions("pom.xml", pom)).toEqual(["shop:kit 4.1 line 5"]);
  });

  test("what is broken is said, and the rest is kept", async () => {
    const broken = async (path: string, ...text: readonly string[]): Promise<readonly [string[], string[]]> => {
      const { symbols, problems } = await outlineOf(path, text.join("\n"));
      return [
        symbols.map(({ name, version }) => `${name} ${version ?? "-"}`),
        problems.map(({ line, message }) => `${line}: ${message}`),
      ];
    };
    expect(
      await broken(
        "pyproject.toml",
        "[project]",
        'dependencies = ["requests==2"]',
        "[[[",
        "[tool.poetry.dependencies]",
        'httpx = "1"',
        "flask =",
        'rich = "2',
        'click = "3"',
      ),
    ).toEqual([
      ["requests ==2", "httpx 1", "flask -", "rich 2", "click 3"],
      ["3: neither a table nor a key with its value", "6: flask has no value", "7: the value of rich is not closed"],
    ]);
    expect(
      await broken(
        "pyproject.toml",
        "[project]",
        "dependencies = [",
        '  "requests==2",',
        "[tool.poetry.dependencies]",
        'httpx = "1"',
      ),
    ).toEqual([["requests ==2", "httpx 1"], ["2: the value of dependencies is not closed"]]);
    const kit = "<dependency><groupId>shop</groupId><artifactId>kit</artifactId><version>1</version></dependency>";
    expect(await broken("pom.xml", "<project>", "<dependencies>", kit, "<dependency><artifactId>cu")).toEqual([
      ["shop:kit 1"],
      ["4: <artifactId> is not closed"],
    ]);
    expect(
      await broken("pom.xml", "<project><dependencies>", "<dependency>", kit, "</dependencies></project>"),
    ).toEqual([["shop:kit 1"], ["2: <dependency> is not closed"]]);
    expect(await broken("pom.xml", "<?xml version='1.0'?>", "<project a='b'>", kit, "<x/></project>")).toEqual([
      ["shop:kit 1"],
      [],
    ]);
  });
});
