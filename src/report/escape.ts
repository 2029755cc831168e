// Stored text made harmless for the place where it will be shown: one function per target. Pure.
// What a terminal or a browser would obey rather than show becomes a visible escape (spec 5.1).
import { jsonPieces } from "../json-pieces.ts";

/**
 * Controls (C0, DEL, C1), line and paragraph separators, bidirectional controls, invisible characters that can hide
 * or reorder text, tag characters, and halves of surrogate pairs. Joiners (U+200C, U+200D) and variation selectors
 * stay: scripts and emoji need them, and they reorder nothing.
 */
const OBEYED =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/gu;
const ANY_OBEYED = new RegExp(OBEYED.source, "u");
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const point = character.codePointAt(0) as number;
  return point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, "0")}`;
}

/** Text for a terminal: nothing in it moves the cursor, changes colour or reorders what stands beside it. */
export function visible(text: string): string {
  return ANY_OBEYED.test(text) ? text.replace(OBEYED, escapeOf) : text;
}

/** The same for text that may have several lines of its own, such as a message or a stack. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/** JSON text in which everything that a terminal would obey stands as `\uXXXX`: the same value, another spelling. */
export function jsonText(value: unknown, indent?: number): string {
  return harmless(JSON.stringify(value, undefined, indent));
}

/** The same in pieces, which may together be longer than a text can be. */
export function* jsonTextPieces(document: object): Iterable<string> {
  for (const piece of jsonPieces(document)) yield harmless(piece);
}

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

const harmless = (json: string): string =>
  PRINTABLE_ASCII.test(json)
    ? json
    : json.replace(
        /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udc7f]/g,
        (found) => Array.from({ length: found.length }, (_, i) => unit(found.charCodeAt(i))).join(""),
      );
const unit = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for HTML, as content or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (c) => ENTITIES[c] as string);
}

/** Text for XML 1.0, as content or inside a quoted attribute; what XML cannot hold stands as a visible escape. */
export function escapeXml(text: string): string {
  return visible(text)
    .replace(/[\ufffe\uffff]/g, (c) => unit(c.charCodeAt(0)))
    .replace(/[&<>"']/g, (c) => ENTITIES[c] as string);
}

/** Text for Markdown prose and table cells: no markup, no HTML, no link, no mention comes of it. */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~&<>=^$"']/g, (c) =>
      c === "<" || c === ">" || c === "&" ? (ENTITIES[c] as string) : `\\${c}`,
    )
    .replace(/:(?=\/\/)/g, "&#58;")
    .replace(/@/g, "@&#8203;");
}

/** Text as a Markdown code span; the fence is longer than any run of backticks inside. */
export function markdownCode(text: string): string {
  const shown = visible(text).replace(/\|/g, "\\|");
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") || shown.trim() === "" ? " " : "";
  return `${fence}${pad}${shown}${pad}${fence}`;
}

/** The message of a GitHub workflow command. */
export function escapeGithubData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

/** A property of a GitHub workflow command (`file=…`, `title=…`). */
export function escapeGithubProperty(text: string): string {
  return escapeGithubData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
