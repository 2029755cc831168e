// What an SQL text refers to: every word, and every column with the tables that it can belong to. From tokens, without a
// grammar: a name may be read of one table too many, never of one too few.
import { type SqlToken, sqlTokens } from "./languages/sql-tokens.ts";

/** Words behind which the name of a table stands; a list goes on after FROM alone. */
const BEFORE_TABLES: ReadonlySet<string> = new Set([
  "FROM",
  "JOIN",
  "UPDATE",
  "INTO",
  "TABLE",
  "REFERENCES",
  "USING",
  "ON",
  "TRUNCATE",
]);

/** Words that are never a column, an alias or a table where they are not quoted. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "ALL AND AS ASC BETWEEN BY CASE CREATE CROSS DELETE DESC DISTINCT DROP ELSE EXISTS FROM FULL GROUP HAVING IF IN INNER " +
    "INSERT INTO IS JOIN LATERAL LEFT LIKE LIMIT NATURAL NOT NULL OFFSET ON ONLY OR ORDER OUTER REFERENCES RETURNING RIGHT " +
    "SELECT SET TABLE THEN UNION UPDATE USING VALUES WHEN WHERE WITH"
  ).split(" "),
);

/** More pairs than this are no query that somebody wrote. */
const MAX_PAIRS = 600;

/**
 * `sql:email` for every word, `sql:accounts.email` for every column of a table; lower case, sorted.
 * @param table that the text is about without naming it
 */
export function sqlUses(tokens: readonly SqlToken[], table?: string): string[] {
  const uses = new Set<string>();
  let statement: SqlToken[] = [];
  for (const token of [...tokens, undefined]) {
    if (token && token.text !== ";") {
      statement.push(token);
      continue;
    }
    addUses(statement, table, uses);
    statement = [];
  }
  return [...uses].sort();
}

/** The same with what the bodies of routines say: SQL in a dollar-quoted text, or in the text behind `AS`. */
export function sqlUsesWithin(tokens: readonly SqlToken[], text: string): string[] {
  const uses = new Set(sqlUses(tokens));
  tokens.forEach(({ kind, from, to }, i) => {
    if (kind !== "string") return;
    const written = text.slice(from, to);
    const tag = /^\$\w*\$/.exec(written)?.[0];
    if (tag === undefined && tokens[i - 1]?.key !== "AS") return;
    const body =
      tag === undefined ? written.slice(1, -1).replaceAll("''", "'") : written.slice(tag.length, -tag.length);
    for (const use of sqlUses(sqlTokens(body))) uses.add(use);
  });
  return [...uses].sort();
}

function addUses(tokens: readonly SqlToken[], about: string | undefined, uses: Set<string>): void {
  const { tables, aliases } = tablesOf(tokens);
  if (about !== undefined) tables.add(about.toLowerCase());
  const most = uses.size + MAX_PAIRS;
  tokens.forEach((token, i) => {
    if (!isName(token)) return;
    const word = token.text.toLowerCase();
    uses.add(`sql:${word}`);
    // `:email` is a parameter; `a.email` is told by what stands before the point.
    if (RESERVED.has(token.key) || isMark(tokens[i + 1], ".") || isParameter(tokens, i)) return;
    const owner = isMark(tokens[i - 1], ".") ? tokens[i - 2]?.text.toLowerCase() : undefined;
    const known = owner === undefined ? undefined : (aliases.get(owner) ?? (tables.has(owner) ? owner : undefined));
    for (const name of known === undefined ? tables : [known]) {
      if (uses.size < most) uses.add(`sql:${name}.${word}`);
    }
  });
}

/** Names in the places of tables, and what they are called in the statement. */
function tablesOf(tokens: readonly SqlToken[]): { tables: Set<string>; aliases: Map<string, string> } {
  const tables = new Set<string>();
  const aliases = new Map<string, string>();
  tokens.forEach(({ key }, at) => {
    if (!BEFORE_TABLES.has(key)) return;
    let i = at + 1;
    do {
      while (/^(?:ONLY|LATERAL|IF|NOT|EXISTS|TABLE)$/.test(tokens[i]?.key ?? "")) i++;
      if (!isName(tokens[i]) || RESERVED.has((tokens[i] as SqlToken).key)) return;
      // `CREATE INDEX … ON accounts (email)`, not `JOIN … ON a.id = b.id`.
      if (key === "ON" && tokens[i + 1]?.kind === "mark" && !isMark(tokens[i + 1], "(")) return;
      while (isMark(tokens[i + 1], ".") && isName(tokens[i + 2])) i += 2;
      const name = (tokens[i++] as SqlToken).text.toLowerCase();
      tables.add(name);
      if (tokens[i]?.key === "AS") i++;
      const alias = tokens[i];
      if (isName(alias) && !RESERVED.has(alias.key)) {
        // An alias that two tables have says nothing.
        const lower = alias.text.toLowerCase();
        if (aliases.has(lower) && aliases.get(lower) !== name) aliases.delete(lower);
        else aliases.set(lower, name);
        i++;
      }
    } while (key === "FROM" && isMark(tokens[i++], ","));
  });
  return { tables, aliases };
}

function isName(token: SqlToken | undefined): token is SqlToken {
  return token?.kind === "word" || token?.kind === "name";
}

function isMark(token: SqlToken | undefined, mark: string): boolean {
  return token?.kind === "mark" && token.text === mark;
}

function isParameter(tokens: readonly SqlToken[], i: number): boolean {
  return isMark(tokens[i - 1], ":") && !isMark(tokens[i - 2], ":");
}
