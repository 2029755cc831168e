// Tables, columns, indexes and the like of SQL text in the dialects of the field, read from its DDL statements.
// Statements that are no DDL only say what they use. Written for tolerance: a clause that is not known is skipped.
import type { Outline, SymbolKind } from "../outline.ts";
import { sqlUses, sqlUsesWithin } from "../sql-uses.ts";
import { lineIndex, type Span, textOutline } from "../text-outline.ts";
import { alter, drop, renameByProcedure, renameTables } from "./sql-alter.ts";
import { columnOf, inlineIndex, stringsOf, textOf } from "./sql-column.ts";
import { Cursor } from "./sql-cursor.ts";
import { type Found, SIMPLE_KINDS } from "./sql-found.ts";
import { statements } from "./sql-statements.ts";
import { readSql, type SqlToken } from "./sql-tokens.ts";

const MAX_PROBLEMS = 20;

export function sqlOutline(path: string, text: string): Outline {
  const found: Found = { spans: [], effects: [], references: new Set() };
  const read = readSql(text);
  const { all, problems } = statements(read.tokens, text);
  for (const statement of all) readStatement(statement, text, found);
  const lineAt = lineIndex(text);
  return textOutline(path, "sql", text, {
    spans: found.spans,
    effects: found.effects,
    references: [...found.references].sort(),
    problems: [...read.problems, ...problems]
      .sort((a, b) => a.at - b.at)
      .slice(0, MAX_PROBLEMS)
      .map(({ at, message }) => ({ line: lineAt(at), message })),
  });
}

function readStatement(tokens: readonly SqlToken[], text: string, found: Found): void {
  const cursor = new Cursor(tokens);
  const verb = cursor.next()?.key;
  if (verb === "CREATE") create(cursor, text, found);
  else if (verb === "ALTER") alter(cursor, text, found);
  else if (verb === "DROP") drop(cursor, found);
  else if (verb === "RENAME" && cursor.take("TABLE")) renameTables(cursor, found);
  else if (!renameByProcedure(tokens, text, found))
    for (const word of sqlUsesWithin(tokens, text)) found.references.add(word);
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
        references: sqlUsesWithin(inner, text),
      },
    });
  } else {
    // Policies, rules, statistics: no element of their own here, but they name others.
    for (const word of sqlUses(cursor.rest())) found.references.add(word);
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
