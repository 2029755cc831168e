// A column of a table as DDL writes it: its name, its type and what else is said of it.
import { sqlUses } from "../sql-uses.ts";
import type { Span } from "../text-outline.ts";
import { Cursor } from "./sql-cursor.ts";
import type { SqlToken } from "./sql-tokens.ts";

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
export const TYPE_WORD =
  /^(?:(?:VAR|N|NVAR)?CHAR(?:ACTER)?|N?VARCHAR2?|(?:TINY|MEDIUM|LONG)?(?:TEXT|BLOB)|CLOB|(?:TINY|SMALL|MEDIUM|BIG)?INT(?:EGER)?\d?|SERIAL\d?|BIGSERIAL|NUMERIC|DECIMAL|NUMBER|REAL|FLOAT\d?|DOUBLE|BOOL(?:EAN)?|BIT|DATE(?:TIME2?)?|TIME(?:STAMP(?:TZ)?)?|UUID|UNIQUEIDENTIFIER|JSONB?|BYTEA|(?:VAR)?BINARY|MONEY|XML|ENUM|SET|INTERVAL|STRING|CITEXT|INET)$/;

function isConstraint(element: readonly SqlToken[]): boolean {
  const [first, second] = element;
  if (first?.kind !== "word" || !CONSTRAINTS.has(first.key)) return false;
  if (/^(?:KEY|INDEX|LIKE|PERIOD|CHECK|UNIQUE)$/.test(first.key)) return !TYPE_WORD.test(second?.key ?? "");
  return true;
}

/** `KEY by_email (email)`, `UNIQUE INDEX by_email (email)`: its name. */
export function inlineIndex(element: readonly SqlToken[]): SqlToken | undefined {
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

export function columnOf(
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

export function stringsOf(tokens: readonly SqlToken[], text: string): string[] {
  return tokens
    .filter((token) => token.kind === "string")
    .map((token) => text.slice(token.from, token.to).replace(/^'|'$/g, ""));
}

/** Tokens with single spaces between them, keywords in one case, so that layout does not count. */
export function textOf(tokens: readonly SqlToken[], text: string): string {
  let out = "";
  let before: SqlToken | undefined;
  for (const token of tokens) {
    const tight = before === undefined || /^[(),.;]$/.test(token.text) || before.text === "(" || before.text === ".";
    out += `${tight ? "" : " "}${text.slice(token.from, token.to)}`;
    before = token;
  }
  return out;
}

export function typeTokens(rest: readonly SqlToken[]): readonly SqlToken[] {
  const start = rest.findIndex((token) => token.key === "TYPE") + 1;
  const tail = rest.slice(start);
  const end = tail.findIndex((token) => AFTER_TYPE.has(token.key));
  return end < 0 ? tail : tail.slice(0, end);
}
