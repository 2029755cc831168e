// Words, names, strings and punctuation of SQL text in the dialects of the field; comments are gone.

export interface SqlToken {
  readonly kind: "word" | "name" | "string" | "number" | "mark";
  /** As written; names without their quotes. */
  readonly text: string;
  /** Upper-case text of a bare word, else empty: keywords are compared by it. */
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Matches at one place; the first that does wins. Sticky, so that nothing is scanned twice. */
const SPACE = /\s+/y;
const LINE_COMMENT = /--[^\n]*/y;
const HASH_COMMENT = /#[^\n]*/y;
const WORD = /[\p{L}_@][\p{L}\p{N}_$@#]*/uy;
const NUMBER = /\d[\d.]*(?:[eE][+-]?\d+)?/y;
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const BRACKET_NAME = /\[[\p{L}_][\p{L}\p{N}_ $.-]*\]/uy;

export function sqlTokens(written: string): SqlToken[] {
  const text = withSemicolons(written);
  const tokens: SqlToken[] = [];
  // MySQL writes names in backticks, and escapes with a backslash in its strings.
  const mysql = text.includes("`");
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const push = (kind: SqlToken["kind"], value: string, to: number, key = ""): void => {
    tokens.push({ kind, text: value, key, from: at, to });
    at = to;
  };
  while (at < text.length) {
    const letter = text[at] as string;
    const space = match(SPACE);
    if (space) {
      at += space.length;
    } else if (letter === "-" && text[at + 1] === "-") {
      at += match(LINE_COMMENT)?.length ?? 2;
    } else if (
      letter === "#" &&
      (at === 0 || /[\s;,(]/.test(text[at - 1] as string)) &&
      !/[>#-]/.test(text[at + 1] ?? "")
    ) {
      at += match(HASH_COMMENT)?.length ?? 1;
    } else if (letter === "/" && text[at + 1] === "*") {
      at = endOfBlockComment(text, at);
    } else if (letter === "'") {
      const escapes = mysql || /[eE]$/.test(tokens.at(-1)?.to === at ? (tokens.at(-1)?.text ?? "") : "");
      push("string", "", endOfQuoted(text, at, "'", escapes));
    } else if (letter === '"' || letter === "`") {
      const to = endOfQuoted(text, at, letter, false);
      push("name", text.slice(at + 1, Math.max(at + 1, to - 1)).replaceAll(letter + letter, letter), to);
    } else if (letter === "$" && match(DOLLAR)) {
      const tag = match(DOLLAR) as string;
      const end = text.indexOf(tag, at + tag.length);
      push("string", "", end < 0 ? text.length : end + tag.length);
    } else if (letter === "[" && match(BRACKET_NAME) && !isSubscript(tokens.at(-1), at)) {
      const name = match(BRACKET_NAME) as string;
      push("name", name.slice(1, -1), at + name.length);
    } else {
      const word = match(WORD);
      const number = word === undefined ? match(NUMBER) : undefined;
      if (word !== undefined) push("word", word, at + word.length, word.toUpperCase());
      else if (number !== undefined) push("number", number, at + number.length);
      else push("mark", letter, at + letter.length);
    }
  }
  return tokens;
}

/** `tags[1]`, `text[]`: brackets right behind a word. */
function isSubscript(before: SqlToken | undefined, at: number): boolean {
  return before?.to === at && before.kind !== "mark";
}

/** MySQL scripts may end statements by another mark for a while (`DELIMITER //`); it becomes a semicolon, in place. */
function withSemicolons(text: string): string {
  if (!/^[ \t]*DELIMITER[ \t]/im.test(text)) return text;
  let mark = ";";
  return text.replace(/[^\n]+/g, (line) => {
    const set = /^[ \t]*DELIMITER[ \t]+(\S+)\s*$/i.exec(line);
    if (set) {
      mark = set[1] as string;
      return " ".repeat(line.length);
    }
    const end = line.trimEnd();
    if (mark === ";" || !end.endsWith(mark)) return line;
    return `${end.slice(0, -mark.length)};`.padEnd(line.length);
  });
}

/** Block comments nest in PostgreSQL; an unclosed one runs to the end. */
function endOfBlockComment(text: string, from: number): number {
  let depth = 0;
  const edge = /\/\*|\*\//g;
  edge.lastIndex = from;
  for (let found = edge.exec(text); found; found = edge.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  // Other dialects do not nest: the first end holds, rather than losing the rest of the file.
  const first = text.indexOf("*/", from + 2);
  return first < 0 ? text.length : first + 2;
}

function endOfQuoted(text: string, from: number, quote: string, backslash: boolean): number {
  for (let i = from + 1; i < text.length; i++) {
    if (backslash && text[i] === "\\") i++;
    else if (text[i] === quote) {
      if (text[i + 1] !== quote) return i + 1;
      i++;
    }
  }
  return text.length;
}
