// Where texts, comments and data within SQL end, and where statements begin again when one does not.

/** Behind the closing quote, or undefined when there is none; a doubled quote stands for itself. */
export function endOfQuoted(text: string, from: number, quote: string, backslash: boolean): number | undefined {
  for (let i = from + 1; i < text.length; i++) {
    if (backslash && text[i] === "\\") i++;
    else if (text[i] === quote) {
      if (text[i + 1] !== quote) return i + 1;
      i++;
    }
  }
  return undefined;
}

/** Where comments, dollar quotes and data end; what has no end is looked for once. Asked from front to back. */
export class Closings {
  readonly #text: string;
  readonly #lastComment: number;
  #nests = true;
  #lastTags: ReadonlyMap<string, number> | undefined;
  #hasData = true;

  constructor(text: string) {
    this.#text = text;
    this.#lastComment = text.lastIndexOf("*/");
  }

  /** Behind a block comment; they nest in PostgreSQL. */
  comment(from: number): number | undefined {
    if (this.#lastComment < from + 2) return undefined;
    let depth = 0;
    const edge = /\/\*|\*\//g;
    edge.lastIndex = from;
    for (let found = this.#nests ? edge.exec(this.#text) : null; found; found = edge.exec(this.#text)) {
      depth += found[0] === "/*" ? 1 : -1;
      if (depth === 0) return edge.lastIndex;
    }
    // Other dialects do not nest: the first end holds, rather than losing the rest of the file.
    this.#nests = false;
    return this.#text.indexOf("*/", from + 2) + 2;
  }

  /** Behind a text between two equal tags (`$$`, `$body$`). */
  dollar(tag: string, from: number): number | undefined {
    if (this.#lastTags && (this.#lastTags.get(tag) ?? -1) < from + tag.length) return undefined;
    const end = this.#text.indexOf(tag, from + tag.length);
    if (end >= 0) return end + tag.length;
    const tags = [...this.#text.matchAll(/(?=(\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$))/gu)];
    this.#lastTags = new Map(tags.map((found) => [found[1] as string, found.index]));
    return undefined;
  }

  /** Behind the line `\.` that ends the data of `COPY … FROM STDIN`. */
  copyData(from: number): number | undefined {
    const end = /^\\\.[ \t\r]*$/gm;
    end.lastIndex = from;
    this.#hasData &&= end.test(this.#text);
    return this.#hasData ? end.lastIndex : undefined;
  }
}

const HEAD =
  /\n([ \t]*)(?:(CREATE|ALTER|DROP)[ \t]+(?:OR[ \t]+REPLACE[ \t]+)?[A-Z]|INSERT[ \t]+INTO[ \t]|GO[ \t\r]*$|COMMIT\b)/gim;

/** The lines that begin a statement, in order; asked from front to back. */
export class StatementHeads {
  readonly #all: readonly number[];
  readonly #outer: readonly number[];

  constructor(text: string) {
    const found = [...text.matchAll(HEAD)];
    this.#all = found.map(({ index }) => index);
    // A long text (a routine's body) holds statements of its own, but they are indented.
    this.#outer = found.filter(([, indent, ddl]) => indent === "" && ddl !== undefined).map(({ index }) => index);
  }

  /** The end of the line before the first one behind an offset. */
  next(from: number, isLong: boolean): number | undefined {
    const heads = isLong ? this.#outer : this.#all;
    let low = 0;
    let high = heads.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((heads[middle] as number) <= from) low = middle + 1;
      else high = middle;
    }
    return heads[low];
  }
}

/** MySQL scripts may end statements by another mark for a while (`DELIMITER //`); it becomes a semicolon, in place. */
export function withSemicolons(text: string): string {
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
