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

const PART = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+/g;

/** A value's pieces: strings first, so that brackets and hashes inside of them are not seen. */
const PIECE =
  /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[[{]|[\]}]|\n|[^"'#[\]{}\n]+/g;

export function tomlEntries(text: string): TomlEntry[] {
  const entries: TomlEntry[] = [];
  let table: string[] = [];
  let at = 0;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    const line = text.slice(at, lineEnd);
    const header = /^\s*\[\[?([^\]\n]*)\]/.exec(line);
    const assignment = /^\s*((?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+|\s*\.\s*)+?)\s*=/.exec(line);
    if (header) {
      table = partsOf(header[1] as string);
      at = lineEnd + 1;
    } else if (assignment) {
      const from = at + line.search(/\S/);
      const value = readValue(text, at + assignment[0].length);
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
      at = lineEnd + 1;
    }
  }
  return entries;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function partsOf(key: string): string[] {
  return [...key.matchAll(PART)].map(([part]) => part.replace(/^["']|["']$/g, ""));
}

function readValue(text: string, start: number): Pick<TomlEntry, "to" | "strings" | "version"> {
  const strings: { text: string; from: number; to: number }[] = [];
  let depth = 0;
  let to = start;
  let bare = "";
  PIECE.lastIndex = start;
  for (let found = PIECE.exec(text); found; found = PIECE.exec(text)) {
    const [piece] = found;
    if (piece === "\n" && depth <= 0) break;
    if (/^["']/.test(piece)) {
      const quotes = /^("""|'''|"|')/.exec(piece)?.[1] ?? "";
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
  return { to, strings, version: single ?? inline };
}
