// Words, names, strings and punctuation of SQL text in the dialects of the field; comments, the lines that are for psql
// and the data behind COPY are gone.
import { Closings, endOfQuoted, StatementHeads, withSemicolons } from "./sql-quoted.ts";

export interface SqlToken {
  readonly kind: "word" | "name" | "string" | "number" | "mark";
  /** As written; names without their quotes. */
  readonly text: string;
  /** Upper-case text of a bare word, else empty: keywords are compared by it. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

export interface SqlProblem {
  readonly at: number;
  readonly message: string;
}

export interface SqlText {
  readonly tokens: SqlToken[];
  readonly problems: readonly SqlProblem[];
}

/** Matches at one place; the first that does wins. Sticky, so that nothing is scanned twice. */
const SPACE = /\s+/y;
const LINE = /[^\n]*/y;
const WORD = /[\p{L}_@][\p{L}\p{N}_$@#]*/uy;
const NUMBER = /\d[\d.]*(?:[eE][+-]?\d+)?/y;
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const BRACKET_NAME = /\[[\p{L}_][\p{L}\p{N}_ $.-]*\]/uy;
/** SQL Server's tables for a while. */
const HASH_NAME = /##?[\p{L}_][\p{L}\p{N}_$@#]*/uy;
/** PostgreSQL's operators on paths; `#-` only before what can be one, since comments are underlined so. */
const HASH_OPERATOR = /#>>?|#-(?=\s*['$(:])/y;
const PSQL = /\\[a-zA-Z!?.][^\n]*/y;
/** psql's ways to end a statement within a line. */
const PSQL_SEND = /\\(?:g(?:desc|exec|set|x)?|G|watch|crosstabview)\b[^\n]*/y;

const MYSQL = /`|\bENGINE\s*=|\bAUTO_INCREMENT\b|^[ \t]*DELIMITER[ \t]/im;

export function sqlTokens(text: string): SqlToken[] {
  return readSql(text).tokens;
}

/**
 * Where a quote follows a backslash, MySQL reads on and standard SQL ends: of both readings the one holds that leaves
 * less broken, and MySQL's where they are equal and the text looks like it. What is not closed at the end is
 * looked for again, and closed before the next line that begins a statement.
 */
export function readSql(written: string): SqlText {
  const text = withSemicolons(written);
  const isMysql = MYSQL.test(text);
  let escapes = isMysql;
  let scan = scanSql(text, escapes, undefined);
  if (/\\['"]/.test(text) && scan.faults > 0) {
    const other = scanSql(text, !escapes, undefined);
    if (other.faults < scan.faults) {
      scan = other;
      escapes = !escapes;
    }
  }
  return scan.isOpen ? scanSql(text, escapes, new StatementHeads(text)) : scan;
}

interface Scan extends SqlText {
  /** Places that are no SQL in this reading. */
  readonly faults: number;
  readonly isOpen: boolean;
}

/** @param heads lines before which what is open ends; undefined to read on to its end */
function scanSql(text: string, escapes: boolean, heads: StatementHeads | undefined): Scan {
  const tokens: SqlToken[] = [];
  const problems: SqlProblem[] = [];
  const closings = new Closings(text);
  let faults = 0;
  let isOpen = false;
  let statement = 0;
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const push = (kind: SqlToken["kind"], value: string, to: number, key = ""): void => {
    tokens.push({ kind, text: value, key, from: at, to });
    at = to;
  };
  /** Where something ends that may not be closed. */
  const closed = (end: number | undefined, message: string, isLong = false): number => {
    const head = heads?.next(at, isLong);
    const to = end ?? text.length;
    if (end === undefined) isOpen = true;
    if (end !== undefined && (head === undefined || head >= end)) return to;
    faults++;
    problems.push({ at, message });
    return head !== undefined && head < to ? head : to;
  };
  while (at < text.length) {
    const letter = text[at] as string;
    const before = tokens.at(-1);
    const space = match(SPACE);
    if (space) {
      at += space.length;
    } else if (letter === "-" && text[at + 1] === "-") {
      at += match(LINE)?.length ?? 2;
    } else if (letter === "#" && isHashComment(text, at, match, before)) {
      at += match(LINE)?.length ?? 1;
    } else if (letter === "/" && text[at + 1] === "*") {
      at = closings.comment(at) ?? closed(undefined, "a comment is not closed", true);
    } else if (letter === "\\" && match(isLineStart(text, at) ? PSQL : PSQL_SEND)) {
      if (isLineStart(text, at)) at += match(PSQL)?.length ?? 1;
      else push("mark", ";", at + (match(PSQL_SEND)?.length ?? 1));
    } else if (letter === "'") {
      const isEscaped = escapes || (before?.to === at && /^e$/i.test(before.text));
      const end = endOfQuoted(text, at, "'", isEscaped);
      if (end !== undefined && /[\p{L}_]/u.test(text[end] ?? "")) faults++;
      push("string", "", closed(end, "a text in quotes is not closed"));
    } else if (letter === '"' || letter === "`") {
      const end = endOfQuoted(text, at, letter, escapes && letter === '"');
      const to = closed(end, "a name in quotes is not closed");
      // What is not closed names nothing.
      if (to !== end) push("string", "", to);
      else push("name", text.slice(at + 1, to - 1).replaceAll(letter + letter, letter), to);
    } else if (letter === "$" && match(DOLLAR)) {
      const tag = match(DOLLAR) as string;
      push("string", "", closed(closings.dollar(tag, at), `the text behind ${tag} is not closed`, true));
    } else if (letter === "[" && match(BRACKET_NAME) && !isSubscript(before, at)) {
      const name = match(BRACKET_NAME) as string;
      push("name", name.slice(1, -1), at + name.length);
    } else {
      const word = match(WORD) ?? (letter === "#" && opensTable(before) ? match(HASH_NAME) : undefined);
      const number = word === undefined ? match(NUMBER) : undefined;
      if (word !== undefined) push("word", word, at + word.length, word.toUpperCase());
      else if (number !== undefined) push("number", number, at + number.length);
      else push("mark", letter, at + letter.length);
      if (letter === "\\") faults++;
      if (letter === ";") {
        const copy = tokens.slice(statement);
        statement = tokens.length;
        if (copy[0]?.key !== "COPY" || !copy.some((token, i) => token.key === "STDIN" && copy[i - 1]?.key === "FROM"))
          continue;
        const end = closings.copyData(at);
        if (end !== undefined) at = end;
        else problems.push({ at: copy[0].from, message: "the data of COPY has no end (a line \\.)" });
      }
    }
  }
  return { tokens, problems, faults, isOpen };
}

/** At a line's start or behind a space, where it is no operator and no name. */
function isHashComment(
  text: string,
  at: number,
  match: (pattern: RegExp) => string | undefined,
  before: SqlToken | undefined,
): boolean {
  if (at > 0 && !/[\s;,(]/.test(text[at - 1] as string)) return false;
  if (match(HASH_OPERATOR) !== undefined) return false;
  return !(opensTable(before) && match(HASH_NAME) !== undefined);
}

/** Words behind which `#labels` is a table. */
function opensTable(before: SqlToken | undefined): boolean {
  return /^(?:TABLE|INTO|FROM|JOIN|UPDATE|EXISTS|ON|TRUNCATE)$/.test(before?.key ?? "");
}

function isLineStart(text: string, at: number): boolean {
  let i = at - 1;
  while (text[i] === " " || text[i] === "\t") i--;
  return i < 0 || text[i] === "\n";
}

/** `tags[1]`, `text[]`: brackets right behind a word. */
function isSubscript(before: SqlToken | undefined, at: number): boolean {
  return before?.to === at && before.kind !== "mark";
}
