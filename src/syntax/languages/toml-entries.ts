// Keys and values of TOML text with their offsets: as much of TOML as manifests need, tolerant of what is unfinished.

export interface TomlEntry {
  /** Header that it stands under. */
  readonly table: readonly string[];
  /** Its key, dotted ones in parts. */
  readonly key: readonly string[];
  readonly from: number;
  readonly to: number;
  /** Strings of the value, in order. */
  readonly strings: readonly { readonly text: string; readonly from: number; readonly to: number }[];
  /** The value when it is one string, or the `version` of an inline table. */
  readonly version: string | undefined;
}

export interface TomlProblem {
  readonly at: number;
  readonly message: string;
}

const PART = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+/g;

/** A value's pieces: strings first, so that brackets and hashes inside of them are not seen. */
const PIECE =
  /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[{]|[\]}]|\n|[^"'#[\]{}\n]+/g;

const HEADER =
  /^\s*(?:\[\[((?:"[^"\n]*"|'[^'\n]*'|[^[\]"'\n])*)\]\]|\[((?:"[^"\n]*"|'[^'\n]*'|[^[\]"'\n])*)\])\s*(?:#.*)?$/;

/** Only so far may the value of a list that is not closed go. */
const NEXT =
  /\n[ \t]*(?:(?:"[^"\n]*"|'[^'\n]*'|[\w.-]+)[ \t]*=|\[\[?[ \t]*[A-Za-z_][\w."'-]*[ \t]*\]\]?[ \t]*(?:#[^\n]*)?\r?(?:\n|$))/g;

export function tomlEntries(text: string): {
  readonly entries: readonly TomlEntry[];
  readonly problems: readonly TomlProblem[];
} {
  const entries: TomlEntry[] = [];
  const problems: TomlProblem[] = [];
  let table: string[] = [];
  let isWary = false;
  let at = 0;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    const header = HEADER.exec(line);
    const assignment = /^\s*((?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+|\s*\.\s*)+?)\s*=/.exec(line);
    if (header) {
      table = partsOf((header[1] ?? header[2]) as string);
      at = lineEnd + 1;
    } else if (assignment) {
      const from = at + line.search(/\S/);
      const start = at + assignment[0].length;
      let value = readValue(text, start, isWary ? nextEntry(text, start) : text.length);
      if (!value.isClosed) {
        // Read so once: from then on no value goes beyond the next entry.
        if (!isWary) value = readValue(text, start, nextEntry(text, start));
        isWary = true;
        problems.push({ at: from, message: `the value of ${assignment[1]} is not closed` });
      } else if (value.to === start) problems.push({ at: from, message: `${assignment[1]} has no value` });
      entries.push({
        table,
        key: partsOf(assignment[1] as string),
        from,
        to: value.to,
        strings: value.strings,
        version: value.version,
      });
      at = endOfLine(text, value.to) + 1;
    } else {
      if (/^\s*[^\s#]/.test(line))
        problems.push({ at: at + line.search(/\S/), message: "neither a table nor a key with its value" });
      // What stands under a header that nobody can read belongs to no table.
      if (/^\s*\[/.test(line)) table = [""];
      at = lineEnd + 1;
    }
  }
  return { entries, problems };
}

function nextEntry(text: string, from: number): number {
  NEXT.lastIndex = from;
  return NEXT.exec(text)?.index ?? text.length;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function partsOf(key: string): string[] {
  return [...key.matchAll(PART)].map(([part]) => part.replace(/^["']|["']$/g, ""));
}

type Value = Pick<TomlEntry, "to" | "strings" | "version"> & { readonly isClosed: boolean };

/** @param end where it ends at the latest */
function readValue(text: string, start: number, end: number): Value {
  const strings: { text: string; from: number; to: number }[] = [];
  let depth = 0;
  let isClosed = true;
  let to = start;
  let bare = "";
  PIECE.lastIndex = start;
  for (let found = PIECE.exec(text); found; found = PIECE.exec(text)) {
    const [piece] = found;
    if (found.index >= end) break;
    if (piece === "\n" && depth <= 0) break;
    if (/^["']/.test(piece)) {
      const quotes = /^("""|'''|"|')/.exec(piece)?.[1] ?? "";
      isClosed &&= piece.length >= 2 * quotes.length && piece.endsWith(quotes);
      const inner = piece.slice(quotes.length, piece.endsWith(quotes) ? -quotes.length : undefined);
      strings.push({ text: inner, from: found.index, to: found.index + piece.length });
      bare += JSON.stringify(inner);
    } else if (!piece.startsWith("#")) {
      if (/^[[{]$/.test(piece)) depth++;
      if (/^[\]}]$/.test(piece)) depth--;
      bare += piece;
    } else {
      continue;
    }
    if (piece.trim() !== "") to = found.index + piece.trimEnd().length;
  }
  const inline = /^\s*\{[\s\S]*?\bversion\s*=\s*"([^"]*)"/.exec(bare)?.[1];
  const single = /^\s*"([^"]*)"\s*$/.exec(bare)?.[1];
  return { to, strings, version: single ?? inline, isClosed: isClosed && depth <= 0 };
}
