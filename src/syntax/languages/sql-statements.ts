// Cuts SQL text into statements, also where a dialect writes no semicolon or the text is broken.
import type { SqlProblem, SqlToken } from "./sql-tokens.ts";

/** Words that begin a statement of their own, for dialects that write no semicolon. */
const DDL: ReadonlySet<string> = new Set(["CREATE", "ALTER", "DROP"]);

/** What may follow on them; behind other words (`ALTER COLUMN`, `DROP CONSTRAINT`) they go on with a statement. */
const DDL_KIND =
  /^(?:TABLE|VIEW|INDEX|TYPE|DOMAIN|SEQUENCE|SCHEMA|DATABASE|FUNCTION|PROC(?:EDURE)?|TRIGGER|PACKAGE|OR|UNIQUE|TEMP(?:ORARY)?|GLOBAL|UNLOGGED|MATERIALIZED|EXTERNAL|VIRTUAL|(?:NON)?CLUSTERED|DEFINER)$/;

/** Words that end a DDL statement when they stand first on a line. */
const OTHER: ReadonlySet<string> = new Set(["INSERT", "EXEC", "EXECUTE", "PRINT", "DECLARE", "COMMIT", "IF", "BEGIN"]);

/** What an `IF` or `WHILE` of SQL Server does: behind its condition. */
const ACTIONS: ReadonlySet<string> = new Set(
  (
    "BEGIN CREATE ALTER DROP EXEC EXECUTE INSERT UPDATE DELETE SELECT MERGE TRUNCATE PRINT RAISERROR THROW RETURN SET " +
    "DECLARE GRANT WITH"
  ).split(" "),
);

const TRANSACTION = /^(?:TRAN|TRANSACTION|WORK|DISTRIBUTED|DEFERRED|IMMEDIATE|EXCLUSIVE|CONCURRENT|ISOLATION|READ)$/;

/** So many words tell what is created. */
const LONGEST_HEAD = 12;

const NOT_CLOSED = "a parenthesis is not closed";

/**
 * The statements of a text, with the semicolons that end them. They also end at `GO` on a line of its own, at a DDL word
 * on a new statement, and around the blocks of SQL Server. A parenthesis or a routine's body that is not closed ends
 * before the next statement, and is a problem.
 */
export function statements(
  tokens: readonly SqlToken[],
  text: string,
): { readonly all: readonly (readonly SqlToken[])[]; readonly problems: readonly SqlProblem[] } {
  const splitter = new Splitter(tokens, text);
  splitter.run();
  return splitter;
}

class Splitter {
  readonly all: SqlToken[][] = [];
  readonly problems: SqlProblem[] = [];
  readonly #tokens: readonly SqlToken[];
  readonly #text: string;
  #current: SqlToken[] = [];
  /** Where the current statement begins. */
  #first = 0;
  #depth = 0;
  #opened = 0;
  #begins = 0;
  #cases = 0;
  #isRoutine = false;
  #blocks = 0;
  #hasBranches = false;
  /** A body was not closed: bodies end before a statement at the start of a line from then on. */
  #isWary = false;

  constructor(tokens: readonly SqlToken[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  run(): void {
    for (let i = 0; i < this.#tokens.length; i++) {
      for (let skipped = this.#between(i); skipped > 0; skipped = this.#between(i)) i += skipped;
      const token = this.#tokens[i];
      if (!token) break;
      if (this.#current.length === 0) this.#first = i;
      this.#current.push(token);
      if (this.#current.length <= LONGEST_HEAD) this.#isRoutine = isRoutine(this.#current);
      this.#count(i);
      const isInside = this.#begins > 0 || (this.#depth > 0 && isRule(this.#current));
      if (isMark(token, ";") && !isInside) this.#end();
      if (i === this.#tokens.length - 1 && this.#begins > 0) i = this.#again() - 1;
    }
    this.#end();
  }

  /** Ends the statement before a token that begins another; the count of tokens from there on that belong to none. */
  #between(i: number): number {
    const token = this.#tokens[i];
    const next = this.#tokens[i + 1];
    if (token?.kind !== "word") return 0;
    if (
      token.key === "GO" &&
      this.#isFirst(i) &&
      (!next || this.#isFirst(i + 1) || !/^(?:word|name)$/.test(next.kind))
    ) {
      this.#end();
      this.#blocks = 0;
      return 1 + (next?.kind === "number" ? 1 : 0);
    }
    if (this.#begins > 0 && !(this.#isWary && this.#isOutermost(i))) return 0;
    if (this.#current.length > 0 && this.#restarts(i)) this.#end();
    return this.#branch(i);
  }

  /** `BEGIN`, `END` and `ELSE` around statements. */
  #branch(i: number): number {
    const { key } = this.#tokens[i] as SqlToken;
    const next = this.#tokens[i + 1];
    const isBare = this.#depth === 0 && this.#cases === 0 && !this.#isRoutine;
    if (key === "BEGIN" && this.#current.length === 0) {
      if (!next || isMark(next, ";") || TRANSACTION.test(next.key)) return 0;
      this.#blocks++;
      return /^(?:TRY|CATCH)$/.test(next.key) ? 2 : 1;
    }
    if (!isBare || /^(?:ADD|COLUMN|\.|,)$/i.test(this.#current.at(-1)?.text ?? "")) return 0;
    if (key === "END" && this.#blocks > 0) {
      this.#end();
      this.#blocks--;
      return /^(?:TRY|CATCH)$/.test(next?.key ?? "") ? 2 : 1;
    }
    if (key === "ELSE" && this.#hasBranches) {
      this.#end();
      return 1;
    }
    return 0;
  }

  #restarts(i: number): boolean {
    const { key } = this.#tokens[i] as SqlToken;
    const next = this.#tokens[i + 1]?.key ?? "";
    const verb = this.#current[0]?.key ?? "";
    if (this.#begins > 0) return true;
    if (this.#depth > 0) return DDL.has(key) && DDL_KIND.test(next) && (this.#isFirst(i) || next === "TABLE");
    if (this.#isRoutine) return DDL.has(key) && this.#isFirst(i) && this.#endsRoutine(next);
    if (/^(?:IF|WHILE)$/.test(verb)) {
      this.#hasBranches = true;
      return ACTIONS.has(key);
    }
    const last = this.#current.at(-1) as SqlToken;
    const isWhole = verb === "CREATE" ? isMark(last, ")") : this.#current.length > 2;
    if (DDL.has(key)) {
      if (verb === "CREATE" && isWhole) return true;
      if (verb === "ALTER" && isWhole && /^(?:TABLE|VIEW|PROCEDURE|FUNCTION)$/.test(next)) return true;
      // `ALTER TABLE … DROP INDEX` is one statement in MySQL.
      if (verb === "ALTER" && (next === "INDEX" || !isWhole)) return false;
      return this.#isFirst(i) && DDL_KIND.test(next) && !isMark(last, ",");
    }
    if (!OTHER.has(key) || !this.#isFirst(i) || !isWhole || !/^(?:CREATE|ALTER|DROP|EXEC|EXECUTE)$/.test(verb))
      return false;
    return key !== "IF" || !/^(?:TABLE|VIEW|COLUMN|CONSTRAINT|INDEX|ADD|DROP)$/.test(last.key);
  }

  /** A body between dollar signs is whole; another holds DDL, but makes nothing that has a body. */
  #endsRoutine(next: string): boolean {
    if (/^(?:OR|FUNCTION|PROC(?:EDURE)?|TRIGGER)$/.test(next)) return true;
    return DDL_KIND.test(next) && this.#current.some(({ kind, from }) => kind === "string" && this.#text[from] === "$");
  }

  #count(i: number): void {
    const token = this.#tokens[i] as SqlToken;
    if (isMark(token, "(") && this.#depth++ === 0) this.#opened = token.from;
    if (isMark(token, ")")) this.#depth = Math.max(0, this.#depth - 1);
    if (token.kind !== "word") return;
    const next = this.#tokens[i + 1];
    if (this.#isRoutine) {
      if (token.key === "CASE" || (token.key === "BEGIN" && !TRANSACTION.test(next?.key ?? ""))) this.#begins++;
      else if (token.key === "END" && !/^(?:IF|LOOP|WHILE|REPEAT)$/.test(next?.key ?? "")) this.#begins--;
    } else if (token.key === "CASE") this.#cases++;
    else if (token.key === "END" && this.#cases > 0) this.#cases--;
  }

  #end(): void {
    if (this.#depth > 0 && this.#begins <= 0) this.problems.push({ at: this.#opened, message: NOT_CLOSED });
    if (this.#begins > 0)
      this.problems.push({ at: this.#current[0]?.from ?? 0, message: "the body of a routine is not closed" });
    if (this.#current.length > 0) this.all.push(this.#current);
    this.#current = [];
    this.#depth = 0;
    this.#begins = 0;
    this.#cases = 0;
    this.#isRoutine = false;
  }

  /** Where to read again behind a routine whose body is not closed at the end of the text. */
  #again(): number {
    let i = this.#first + 1;
    while (i < this.#tokens.length && !this.#isOutermost(i)) i++;
    this.#current = this.#tokens.slice(this.#first, i);
    this.#isWary = true;
    this.#end();
    return i;
  }

  /** First on its line. */
  #isFirst(i: number): boolean {
    const before = this.#tokens[i - 1];
    return !before || this.#text.slice(before.to, (this.#tokens[i] as SqlToken).from).includes("\n");
  }

  /** A DDL statement that is not indented. */
  #isOutermost(i: number): boolean {
    const token = this.#tokens[i] as SqlToken;
    return (
      DDL.has(token.key) &&
      DDL_KIND.test(this.#tokens[i + 1]?.key ?? "") &&
      (token.from === 0 || this.#text[token.from - 1] === "\n")
    );
  }
}

function isMark(token: SqlToken | undefined, mark: string): boolean {
  return token?.kind === "mark" && token.text === mark;
}

/** What is created or altered has a body of statements. */
function isRoutine(tokens: readonly SqlToken[]): boolean {
  const verb = tokens[0]?.key;
  if (verb !== "CREATE" && verb !== "ALTER") return false;
  const kind = tokens
    .slice(1, LONGEST_HEAD)
    .find(({ key }) =>
      /^(?:TABLE|VIEW|INDEX|TYPE|DOMAIN|SEQUENCE|SCHEMA|DATABASE|FUNCTION|PROC(?:EDURE)?|TRIGGER|EVENT)$/.test(key),
    );
  return kind !== undefined && /^(?:FUNCTION|PROC(?:EDURE)?|TRIGGER|EVENT)$/.test(kind.key);
}

/** PostgreSQL's `CREATE RULE … DO (…; …)`. */
function isRule(tokens: readonly SqlToken[]): boolean {
  return tokens[0]?.key === "CREATE" && (tokens[1]?.key === "RULE" || tokens[3]?.key === "RULE");
}
