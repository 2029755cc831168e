// Tables, columns, indexes and the like of SQL text in the dialects of the field, read from its DDL statements.
// Statements that are no DDL only say what they use. Written for tolerance: a clause that is not known is skipped.
import type { Outline, SymbolKind } from "../outline.ts";
import { sqlUses } from "../sql-uses.ts";
import { type Span, type TextOutline, textOutline } from "../text-outline.ts";
import { Cursor } from "./sql-cursor.ts";
import { type SqlToken, sqlTokens } from "./sql-tokens.ts";

type SqlEffect = NonNullable<TextOutline["effects"]>[number];

interface Found {
  readonly spans: Span[];
  readonly effects: SqlEffect[];
  readonly references: Set<string>;
}

export function sqlOutline(path: string, text: string): Outline {
  const found: Found = { spans: [], effects: [], references: new Set() };
  for (const statement of statements(sqlTokens(text))) readStatement(statement, text, found);
  return textOutline(path, "sql", text, {
    spans: found.spans,
    effects: found.effects,
    references: [...found.references].sort(),
  });
}

/** Words that begin a statement of their own, for dialects that write no semicolon. */
const STARTERS: ReadonlySet<string> = new Set(["CREATE", "ALTER", "DROP"]);

/** Cuts at semicolons outside of parentheses and of routine bodies, and at `GO` or a DDL word on a new statement. */
function* statements(tokens: readonly SqlToken[]): Generator<SqlToken[]> {
  let current: SqlToken[] = [];
  let depth = 0;
  let begins = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as SqlToken;
    if (token.text === "(") depth++;
    else if (token.text === ")") depth = Math.max(0, depth - 1);
    if (isRoutine(current)) {
      if (token.key === "BEGIN" || token.key === "CASE") begins++;
      else if (token.key === "END" && !/^(?:IF|LOOP|WHILE|REPEAT)$/.test(tokens[i + 1]?.key ?? "")) begins--;
    }
    const ends = token.text === ";" && depth === 0 && begins <= 0;
    const restarts =
      begins <= 0 &&
      token.kind === "word" &&
      (token.key === "GO" || (STARTERS.has(token.key) && depth === 0 && canRestart(current, tokens[i + 1])));
    if (ends || restarts) {
      if (ends) current.push(token);
      if (current.length > 0) yield current;
      current = restarts && token.key !== "GO" ? [token] : [];
      depth = 0;
      begins = 0;
    } else {
      current.push(token);
    }
  }
  if (current.length > 0) yield current;
}

function isRoutine(tokens: readonly SqlToken[]): boolean {
  return (
    tokens[0]?.key === "CREATE" &&
    tokens.slice(1, 6).some((token) => /^(?:FUNCTION|PROCEDURE|PROC|TRIGGER)$/.test(token.key))
  );
}

/** A DDL word begins a new statement only where the one before is complete: its own words may hold `DROP` and `ALTER` too. */
function canRestart(current: readonly SqlToken[], next: SqlToken | undefined): boolean {
  const verb = current[0]?.key;
  if (verb === "ALTER") return current.length > 3 && /^(?:TABLE|VIEW|PROCEDURE|FUNCTION)$/.test(next?.key ?? "");
  return verb === "CREATE" && current.at(-1)?.text === ")" && !isRoutine(current);
}

function readStatement(tokens: readonly SqlToken[], text: string, found: Found): void {
  const cursor = new Cursor(tokens);
  const verb = cursor.next()?.key;
  if (verb === "CREATE") create(cursor, text, found);
  else if (verb === "ALTER") alter(cursor, text, found);
  else if (verb === "DROP") drop(cursor, found);
  else if (verb === "RENAME" && cursor.take("TABLE")) renameTables(cursor, found);
  else for (const word of sqlUses(tokens)) found.references.add(word);
}

/** Words that may stand between CREATE and the kind of what is created. */
const MODIFIERS = [
  "OR",
  "REPLACE",
  "ALTER",
  "GLOBAL",
  "LOCAL",
  "TEMP",
  "TEMPORARY",
  "UNLOGGED",
  "FOREIGN",
  "EXTERNAL",
  "VIRTUAL",
  "UNIQUE",
  "CLUSTERED",
  "NONCLUSTERED",
  "FULLTEXT",
  "SPATIAL",
  "BITMAP",
  "COLUMNSTORE",
  "MATERIALIZED",
  "RECURSIVE",
  "SECURE",
  "CONSTRAINT",
  "EVENT",
  "EDITIONABLE",
  "NONEDITIONABLE",
  "FORCE",
];

const SIMPLE_KINDS: Readonly<Record<string, SymbolKind>> = {
  VIEW: "view",
  TYPE: "sql_type",
  DOMAIN: "sql_type",
  SEQUENCE: "sql_type",
  FUNCTION: "routine",
  PROCEDURE: "routine",
  PROC: "routine",
  TRIGGER: "trigger",
};

function create(cursor: Cursor, text: string, found: Found): void {
  cursor.skipDefiner();
  while (cursor.take(...MODIFIERS)) cursor.skipDefiner();
  const kind = cursor.next()?.key ?? "";
  if (kind === "TABLE") createTable(cursor, text, found);
  else if (kind === "INDEX") createIndex(cursor, found);
  else if (SIMPLE_KINDS[kind]) {
    cursor.take("BODY");
    cursor.ifExists();
    const name = cursor.name();
    if (!name) return;
    const inner = cursor.rest();
    const values = kind === "TYPE" && inner.some((token) => token.key === "ENUM") ? stringsOf(inner, text) : undefined;
    found.spans.push({
      name: name.text,
      kind: SIMPLE_KINDS[kind] as SymbolKind,
      ...cursor.whole(),
      own: textOf(cursor.tokens, text),
      facts: {
        ...(name.namespace ? { namespace: name.namespace } : {}),
        ...(values ? { values } : {}),
        references: sqlUses(inner),
      },
    });
  }
}

function createTable(cursor: Cursor, text: string, found: Found): void {
  cursor.ifExists();
  const name = cursor.name();
  if (!name) return;
  const namespace = name.namespace ? { namespace: name.namespace } : {};
  const elements = cursor.peek()?.text === "(" ? cursor.list() : [];
  const after = sqlUses(cursor.rest());
  const columns: Span[] = [];
  const constraints: SqlToken[] = [];
  for (const element of elements) {
    const column = columnOf(element, name.text, text, namespace);
    if (column) {
      columns.push(column);
      continue;
    }
    constraints.push(...element);
    const index = inlineIndex(element);
    if (index) {
      columns.push({
        name: `${name.text}.${index.text}`,
        kind: "index",
        from: (element[0] as SqlToken).from,
        to: (element.at(-1) as SqlToken).to,
        facts: { ...namespace },
      });
    }
  }
  const references = [...new Set([...sqlUses(constraints, name.text), ...after])].sort();
  found.spans.push({
    name: name.text,
    kind: "table",
    ...cursor.whole(),
    own: `${textOf(constraints, text)} ${textOf(cursor.rest(), text)}`,
    facts: { ...namespace, ...(references.length > 0 ? { references } : {}) },
  });
  found.spans.push(...columns);
}

/** First words of a table element that is no column. */
const CONSTRAINTS: ReadonlySet<string> = new Set([
  "CONSTRAINT",
  "PRIMARY",
  "UNIQUE",
  "CHECK",
  "FOREIGN",
  "EXCLUDE",
  "KEY",
  "INDEX",
  "FULLTEXT",
  "SPATIAL",
  "LIKE",
  "PERIOD",
]);

/** Words that may follow such a first word where it is none but the name of a column (`key text`). */
const TYPE_WORD =
  /^(?:(?:VAR|N|NVAR)?CHAR(?:ACTER)?|N?VARCHAR2?|(?:TINY|MEDIUM|LONG)?(?:TEXT|BLOB)|CLOB|(?:TINY|SMALL|MEDIUM|BIG)?INT(?:EGER)?\d?|SERIAL\d?|BIGSERIAL|NUMERIC|DECIMAL|NUMBER|REAL|FLOAT\d?|DOUBLE|BOOL(?:EAN)?|BIT|DATE(?:TIME2?)?|TIME(?:STAMP(?:TZ)?)?|UUID|UNIQUEIDENTIFIER|JSONB?|BYTEA|(?:VAR)?BINARY|MONEY|XML|ENUM|SET|INTERVAL|STRING|CITEXT|INET)$/;

function isConstraint(element: readonly SqlToken[]): boolean {
  const [first, second] = element;
  if (first?.kind !== "word" || !CONSTRAINTS.has(first.key)) return false;
  if (/^(?:KEY|INDEX|LIKE|PERIOD|CHECK|UNIQUE)$/.test(first.key)) return !TYPE_WORD.test(second?.key ?? "");
  return true;
}

/** `KEY by_email (email)`, `UNIQUE INDEX by_email (email)`: its name. */
function inlineIndex(element: readonly SqlToken[]): SqlToken | undefined {
  const cursor = new Cursor(element);
  const unique = cursor.take("UNIQUE", "FULLTEXT", "SPATIAL") !== undefined;
  const word = cursor.take("KEY", "INDEX");
  if (!word && !unique) return undefined;
  const name = cursor.peek();
  return word && name && name.text !== "(" ? name : undefined;
}

/** Where the type of a column ends. */
const AFTER_TYPE: ReadonlySet<string> = new Set([
  "NOT",
  "NULL",
  "DEFAULT",
  "PRIMARY",
  "UNIQUE",
  "CHECK",
  "REFERENCES",
  "COLLATE",
  "GENERATED",
  "AS",
  "AUTO_INCREMENT",
  "AUTOINCREMENT",
  "IDENTITY",
  "COMMENT",
  "CONSTRAINT",
  "ON",
  "ENCODE",
  "KEY",
  "INVISIBLE",
  "VISIBLE",
  "STORAGE",
  "FIRST",
  "AFTER",
  "USING",
  "SPARSE",
  "ROWGUIDCOL",
  "CHARSET",
]);

function columnOf(
  element: readonly SqlToken[],
  table: string,
  text: string,
  namespace: { namespace?: string },
): Span | undefined {
  const [first, ...rest] = element;
  if (!first || (first.kind !== "word" && first.kind !== "name") || isConstraint(element)) return undefined;
  const end = rest.findIndex(
    (token, i) => AFTER_TYPE.has(token.key) || (token.key === "CHARACTER" && rest[i + 1]?.key === "SET"),
  );
  const type = textOf(end < 0 ? rest : rest.slice(0, end), text).toLowerCase();
  const keys = rest.map((token) => token.key).join(" ");
  const values = /\bENUM\b|\bIN\b/.test(keys) ? stringsOf(rest, text) : [];
  const references = sqlUses(
    rest.slice(
      Math.max(
        0,
        rest.findIndex((token) => token.key === "REFERENCES"),
      ),
    ),
  );
  return {
    name: `${table}.${first.text}`,
    kind: "column",
    from: first.from,
    to: (element.at(-1) as SqlToken).to,
    own: textOf(rest, text),
    facts: {
      ...namespace,
      ...(type === "" ? {} : { type }),
      required: /\bNOT NULL\b|\bPRIMARY KEY\b/.test(keys),
      ...(values.length > 0 ? { values } : {}),
      ...(/\bREFERENCES\b/.test(keys) ? { references } : {}),
    },
  };
}

function stringsOf(tokens: readonly SqlToken[], text: string): string[] {
  return tokens
    .filter((token) => token.kind === "string")
    .map((token) => text.slice(token.from, token.to).replace(/^'|'$/g, ""));
}

/** Tokens with single spaces between them, keywords in one case, so that layout does not count. */
function textOf(tokens: readonly SqlToken[], text: string): string {
  let out = "";
  let before: SqlToken | undefined;
  for (const token of tokens) {
    const tight = before === undefined || /^[(),.;]$/.test(token.text) || before.text === "(" || before.text === ".";
    out += `${tight ? "" : " "}${text.slice(token.from, token.to)}`;
    before = token;
  }
  return out;
}

function createIndex(cursor: Cursor, found: Found): void {
  cursor.take("CONCURRENTLY");
  cursor.ifExists();
  if (cursor.peek()?.key === "ON") return;
  const name = cursor.name();
  if (!name) return;
  found.spans.push({
    name: name.text,
    kind: "index",
    ...cursor.whole(),
    facts: { ...(name.namespace ? { namespace: name.namespace } : {}), references: sqlUses(cursor.rest()) },
  });
}

function drop(cursor: Cursor, found: Found): void {
  cursor.take("MATERIALIZED", "FOREIGN", "TEMPORARY");
  const word = cursor.next()?.key ?? "";
  const kind = word === "TABLE" ? "table" : word === "INDEX" ? "index" : SIMPLE_KINDS[word];
  if (!kind) return;
  cursor.take("CONCURRENTLY");
  cursor.ifExists();
  for (let name = cursor.name(); name; name = cursor.takeMark(",") ? cursor.name() : undefined) {
    found.effects.push({ ...named(name), kind, operation: "remove", ...cursor.whole() });
  }
}

function named(name: { text: string; namespace?: string }): { name: string; namespace?: string } {
  return { name: name.text, ...(name.namespace ? { namespace: name.namespace } : {}) };
}

function renameTables(cursor: Cursor, found: Found): void {
  for (let name = cursor.name(); name; name = cursor.takeMark(",") ? cursor.name() : undefined) {
    cursor.take("TO");
    const to = cursor.name();
    if (!to) return;
    found.effects.push({ ...named(name), kind: "table", operation: "rename", new_name: to.text, ...cursor.whole() });
  }
}

function alter(cursor: Cursor, text: string, found: Found): void {
  cursor.take("MATERIALIZED", "FOREIGN");
  const word = cursor.next()?.key ?? "";
  cursor.ifExists();
  cursor.take("ONLY");
  const name = cursor.name();
  if (!name) return;
  if (word !== "TABLE") {
    const kind = word === "INDEX" ? "index" : SIMPLE_KINDS[word];
    if (!kind) return;
    const rest = cursor.rest();
    const renames = rest[0]?.key === "RENAME" && rest[1]?.key === "TO";
    found.effects.push({
      ...named(name),
      kind,
      operation: renames ? "rename" : rest[0]?.key === "ADD" ? "extend" : "modify",
      ...(renames && rest[2] ? { new_name: rest[2].text } : {}),
      ...cursor.whole(),
    });
    return;
  }
  for (const action of cursor.actions()) alterAction(new Cursor(action), name, text, found);
}

function alterAction(cursor: Cursor, table: { text: string; namespace?: string }, text: string, found: Found): void {
  const namespace = table.namespace ? { namespace: table.namespace } : {};
  const place = cursor.whole();
  const column = (simple: string): { name: string; kind: SymbolKind; namespace?: string } => ({
    name: `${table.text}.${simple}`,
    kind: "column",
    ...namespace,
  });
  const verb = cursor.next()?.key;
  if (verb === "ADD") {
    cursor.take("COLUMN");
    cursor.ifExists();
    const elements = cursor.peek()?.text === "(" ? cursor.list() : [cursor.rest()];
    for (const element of elements) {
      const made = columnOf(element, table.text, text, namespace);
      if (made) found.spans.push(elements.length === 1 ? { ...made, from: place.from, to: made.to } : made);
      else for (const reference of sqlUses(element, table.text)) found.references.add(reference);
    }
  } else if (verb === "DROP") {
    const isColumn = cursor.take("COLUMN") !== undefined;
    if (!isColumn && cursor.take("CONSTRAINT", "PRIMARY", "FOREIGN", "CHECK", "INDEX", "KEY", "PARTITION")) return;
    cursor.ifExists();
    for (let name = firstListed(cursor); name; name = cursor.takeMark(",") ? cursor.name() : undefined)
      found.effects.push({ ...column(name.text), operation: "remove", ...place });
  } else if (verb === "ALTER" || verb === "MODIFY" || verb === "CHANGE") {
    cursor.take("COLUMN");
    cursor.ifExists();
    const name = cursor.name();
    if (!name) return;
    const to = verb === "CHANGE" ? cursor.name() : undefined;
    const rest = cursor.rest();
    const keys = rest.map((token) => token.key).join(" ");
    const typed = verb !== "ALTER" || /^(?:SET DATA )?TYPE\b/.test(keys) || TYPE_WORD.test(rest[0]?.key ?? "");
    const type = typed ? textOf(typeTokens(rest), text).toLowerCase() : "";
    const narrows = /(?:^|\b)(?:SET )?NOT NULL\b/.test(keys);
    const renames = to !== undefined && to.text.toLowerCase() !== name.text.toLowerCase();
    found.effects.push({
      ...column(name.text),
      operation: renames ? "rename" : narrows || typed ? "replace" : "modify",
      ...(renames ? { new_name: to.text } : {}),
      ...(type === "" ? {} : { type }),
      ...(narrows ? { narrows: true as const } : {}),
      ...place,
    });
  } else if (verb === "RENAME") {
    const isColumn = cursor.take("COLUMN") !== undefined;
    if (!isColumn && cursor.take("TO", "AS")) {
      const to = cursor.name();
      if (to) found.effects.push({ ...named(table), kind: "table", operation: "rename", new_name: to.text, ...place });
      return;
    }
    if (!isColumn && cursor.take("CONSTRAINT", "INDEX", "KEY")) return;
    const from = cursor.name();
    cursor.take("TO", "AS");
    const to = cursor.name();
    if (from && to) found.effects.push({ ...column(from.text), operation: "rename", new_name: to.text, ...place });
  }
}

function typeTokens(rest: readonly SqlToken[]): readonly SqlToken[] {
  const start = rest.findIndex((token) => token.key === "TYPE") + 1;
  const tail = rest.slice(start);
  const end = tail.findIndex((token) => AFTER_TYPE.has(token.key));
  return end < 0 ? tail : tail.slice(0, end);
}

/** The first name of `a` or `(a, b)`. */
function firstListed(cursor: Cursor): { text: string } | undefined {
  cursor.takeMark("(");
  return cursor.name();
}
