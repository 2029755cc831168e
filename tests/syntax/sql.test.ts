// SQL as scripts and dumps hold it: nothing swallows what follows on it, and what is broken is said.
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/syntax/outline-of.ts";
import { linesOf } from "./outlines.ts";

const lines = (...list: readonly string[]): string => list.join("\n");

async function tablesOf(text: string): Promise<string[]> {
  return linesOf(await outlineOf("db/labels.sql", text));
}

async function effectsOf(text: string): Promise<(string | undefined)[][]> {
  return ((await outlineOf("db/labels.sql", text)).effects ?? []).map(({ name, operation, new_name }) =>
    new_name === undefined ? [name, operation] : [name, operation, new_name],
  );
}

const LAST = "CREATE TABLE last (z int);";

describe("scripts for psql", () => {
  test("its own lines belong to no statement", async () => {
    const text = lines(
      "\\set note 'it''s",
      "\\connect shop -- don't",
      "\\if :{?note}",
      "SELECT count(*) AS n FROM labels \\gset it's",
      "CREATE TABLE labels (id int);",
      "\\echo it's done",
      LAST,
    );
    const outline = await outlineOf("db/labels.sql", text);
    expect(linesOf(outline)).toEqual(["labels 5-5", "labels.id 5-5", "last 7-7", "last.z 7-7"]);
    expect(outline.problems).toEqual([]);
  });

  test("the data behind COPY are none of its statements", async () => {
    const text = lines(
      "CREATE TABLE labels (note text);",
      "COPY public.labels (note) FROM stdin;",
      "it's; CREATE TABLE ghost (x int);",
      "\\N",
      "\\.",
      "",
      LAST,
    );
    const outline = await outlineOf("db/labels.sql", text);
    expect(linesOf(outline)).toEqual(["labels 1-1", "labels.note 1-1", "last 7-7", "last.z 7-7"]);
    expect(outline.problems).toEqual([]);
    const cut = await outlineOf("db/labels.sql", lines("COPY labels FROM STDIN;", "small", LAST));
    expect(cut.problems).toEqual([{ line: 1, message: "the data of COPY has no end (a line \\.)" }]);
    expect(linesOf(cut)).toEqual(["last 3-3", "last.z 3-3"]);
  });
});

describe("backslashes", () => {
  test("escape where less is broken so, with or without a sign of MySQL", async () => {
    const texts = ["('it\\'s')", "('it\\'s'), ('it\\'s')", "('say \\'hi\\', ok')", '("say \\"hi")'];
    for (const values of texts) {
      const text = lines(`INSERT INTO labels VALUES ${values};`, LAST);
      expect(await tablesOf(text)).toEqual(["last 2-2", "last.z 2-2"]);
    }
  });

  test("are letters where less is broken so, also with a backtick in a comment", async () => {
    const text = lines("-- the `root`", "INSERT INTO folders VALUES ('C:\\'), ('D:\\'), ('E:\\');", LAST);
    const outline = await outlineOf("db/folders.sql", text);
    expect(linesOf(outline)).toEqual(["last 3-3", "last.z 3-3"]);
    expect(outline.problems).toEqual([]);
  });
});

test("a hash begins a comment, an operator or the name of a table for a while", async () => {
  const text = lines(
    "#---- the labels' table",
    "CREATE TABLE labels (id int, # it's (open",
    "  size int);",
    "CREATE VIEW paths AS SELECT doc #>> '{a}', doc #> '{b}', doc #- '{c}', note FROM docs",
    "  WHERE doc",
    "  #>> '{d}' = 'x';",
    "CREATE TABLE #work (n int);",
    LAST,
  );
  const outline = await outlineOf("db/labels.sql", text);
  expect(linesOf(outline)).toEqual([
    "labels 2-3",
    "labels.id 2-2",
    "labels.size 3-3",
    "paths 4-6",
    "#work 7-7",
    "#work.n 7-7",
    "last 8-8",
    "last.z 8-8",
  ]);
  expect(outline.symbols.find(({ name }) => name === "paths")?.references).toContain("sql:docs.note");
});

describe("SQL Server", () => {
  test("one verb for many columns", async () => {
    const text = lines(
      "ALTER TABLE labels DROP COLUMN a, note;",
      "ALTER TABLE labels DROP CONSTRAINT c, COLUMN b, d;",
      "ALTER TABLE labels ADD x int NOT NULL, y text, CONSTRAINT k UNIQUE (x), lock bit;",
      "ALTER TABLE labels ADD COLUMN w int, ENGINE = InnoDB, COMMENT 'y';",
    );
    expect(await effectsOf(text)).toEqual([
      ["labels.a", "remove"],
      ["labels.note", "remove"],
      ["labels.b", "remove"],
      ["labels.d", "remove"],
    ]);
    expect(await tablesOf(text)).toEqual(["labels.x 3-3", "labels.y 3-3", "labels.lock 3-3", "labels.w 4-4"]);
  });

  test("renames by a procedure", async () => {
    const text = lines(
      "EXEC sp_rename 'shop.labels.[old size]', 'size', 'COLUMN'",
      "EXECUTE sys.sp_rename N'labels', N'stickers';",
      "exec sp_rename @newname = 'by_note', @objname = 'labels.by_text', @objtype = 'INDEX';",
      "EXEC sp_help 'labels'",
    );
    const { effects } = await outlineOf("db/labels.sql", text);
    expect(effects).toMatchObject([
      { name: "labels.old size", kind: "column", namespace: "shop", new_name: "size", start_line: 1, end_line: 1 },
      { name: "labels", kind: "table", operation: "rename", new_name: "stickers", start_line: 2 },
      { name: "by_text", kind: "index", operation: "rename", new_name: "by_note", start_line: 3 },
    ]);
  });

  test("statements within IF, BEGIN and TRY, with and without semicolons", async () => {
    const text = lines(
      "IF COL_LENGTH('labels', 'size') IS NULL",
      "BEGIN",
      "  ALTER TABLE labels ADD size int",
      "  ALTER TABLE labels DROP COLUMN rows",
      "END",
      "ELSE",
      "  DROP TABLE notes",
      "IF EXISTS (SELECT 1 FROM sys.tables) ALTER TABLE labels ADD a int ELSE ALTER TABLE labels ADD b int;",
      "BEGIN TRY",
      "  BEGIN TRANSACTION;",
      "  ALTER TABLE labels ADD c AS CASE WHEN a > 1 THEN 1 ELSE 2 END;",
      "  COMMIT",
      "END TRY",
      "BEGIN CATCH ROLLBACK; THROW; END CATCH",
      "ALTER TABLE labels ADD [end] int, d int",
      "PRINT 'done'",
      "CREATE TABLE last (go int, z int)",
      "go",
      "CREATE PROCEDURE cut AS BEGIN BEGIN TRAN; DROP TABLE x; COMMIT; END",
      "GO",
      "CREATE TABLE after (y int)",
    );
    const outline = await outlineOf("db/labels.sql", text);
    expect(linesOf(outline)).toEqual([
      "labels.size 3-3",
      "labels.a 8-8",
      "labels.b 8-8",
      "labels.c 11-11",
      "labels.end 15-15",
      "labels.d 15-15",
      "last 17-17",
      "last.go 17-17",
      "last.z 17-17",
      "cut 19-19",
      "after 21-21",
      "after.y 21-21",
    ]);
    expect(outline.symbols.find(({ name }) => name === "labels.size")?.type).toBe("int");
    expect(outline.effects?.map(({ name, operation }) => `${name} ${operation}`)).toEqual([
      "labels.rows remove",
      "notes remove",
    ]);
    expect(outline.problems).toEqual([]);
  });
});

describe("what is not closed is said, and the next statement is read", () => {
  const cases: readonly (readonly [string, string, readonly string[], number, string])[] = [
    [
      "a parenthesis, before another statement",
      lines("CREATE TABLE labels (x int, y text", "CREATE TABLE last (z int);"),
      ["labels 1-1", "labels.x 1-1", "labels.y 1-1", "last 2-2", "last.z 2-2"],
      1,
      "a parenthesis is not closed",
    ],
    [
      "a parenthesis, before a semicolon",
      lines("", "CREATE TABLE labels (x int, y text;", "CREATE TABLE last (z int);"),
      ["labels 2-2", "labels.x 2-2", "labels.y 2-2", "last 3-3", "last.z 3-3"],
      2,
      "a parenthesis is not closed",
    ],
    [
      "a text, though others follow",
      lines(
        "/*",
        "CREATE TABLE ghost (x int);",
        "*/ INSERT INTO labels VALUES ('it's');",
        "CREATE TABLE last (z text DEFAULT 'q');",
        "SELECT 'x';",
      ),
      ["last 4-4", "last.z 4-4"],
      3,
      "a text in quotes is not closed",
    ],
    [
      "a name",
      lines('CREATE TABLE labels ("x int);', LAST),
      ["labels 1-1", "last 2-2", "last.z 2-2"],
      1,
      "a name in quotes is not closed",
    ],
    [
      "a dollar quote, though another follows",
      lines(
        "CREATE FUNCTION cut() RETURNS int AS $$",
        "  CREATE TABLE ghost (x int);",
        "CREATE FUNCTION fold() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql;",
        LAST,
      ),
      ["cut 1-2", "fold 3-3", "last 4-4", "last.z 4-4"],
      1,
      "the text behind $$ is not closed",
    ],
    ["a comment", lines("/* the labels", LAST), ["last 2-2", "last.z 2-2"], 1, "a comment is not closed"],
    [
      "the body of a routine",
      lines("CREATE PROCEDURE cut() BEGIN", "  DROP TABLE ghost;", LAST),
      ["cut 1-2", "last 3-3", "last.z 3-3"],
      1,
      "the body of a routine is not closed",
    ],
  ];

  test.each(cases)("%s", async (_, text, symbols, line, message) => {
    const outline = await outlineOf("db/labels.sql", text);
    expect(linesOf(outline)).toEqual(symbols);
    expect(outline.problems).toContainEqual({ line, message });
  });

  test("a column before it keeps its type", async () => {
    const { symbols } = await outlineOf(
      "db/labels.sql",
      "CREATE TABLE labels (x int, y text\nCREATE TABLE last (z int);",
    );
    expect(symbols.find(({ name }) => name === "labels.y")?.type).toBe("text");
  });

  test("semicolons in the parentheses of a rule end nothing", async () => {
    const text = lines("CREATE RULE r AS ON INSERT TO labels DO ALSO (DELETE FROM a; DELETE FROM b);", LAST);
    expect(await outlineOf("db/labels.sql", text)).toMatchObject({ problems: [] });
    expect(await tablesOf(text)).toEqual(["last 2-2", "last.z 2-2"]);
  });
});
