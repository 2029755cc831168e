// Finds the places of edits in one text and makes the new text (spec 4.5, modifications). Pure: text in, text out.
import { contentFault, type Modification, unixLines } from "./modification.ts";
import { findSection, type Range } from "./sections.ts";

/** What becomes of one edit: to be written, nothing to do, or impossible for a reason. */
export type Located =
  | { readonly state: "change"; readonly splice: Splice }
  | { readonly state: "already" }
  | { readonly state: "failed"; readonly reason: string };

/** Replace `start…end` of the text (with `\n` line ends) by `insert`. */
export interface Splice extends Range {
  readonly insert: string;
}

export interface EditedText {
  /** One entry per edit, in the order given. */
  readonly located: readonly Located[];
  /** The text after all edits that could be located; the original when none changes anything. */
  readonly text: string;
}

/**
 * Locates every edit in the original text, so that their order does not matter, and applies those that were found.
 * BOM, line ends and everything outside the edited places stay as they are; inserted lines get the line end that the
 * file uses most. Edits whose places overlap fail together.
 */
export function editText(original: string, edits: readonly Modification[]): EditedText {
  const file = new FileText(original);
  const located = edits.map((edit) => locate(file.lines, edit));
  const failed = overlapping(located);
  const final = located.map((entry, i): Located => {
    const other = failed.get(i);
    return other === undefined ? entry : { state: "failed", reason: `it overlaps with edit ${other + 1} of this file` };
  });
  const splices = final.flatMap((entry) => (entry.state === "change" ? [entry.splice] : []));
  return { located: final, text: file.spliced(splices) };
}

/** A text beside its form with `\n` line ends, with a way back to the original's offsets. */
class FileText {
  readonly lines: string;
  readonly #body: string;
  readonly #bom: string;
  readonly #lineEnd: string;
  /** Offsets in `lines` of the newlines that were CRLF. */
  readonly #wide: number[] = [];

  constructor(original: string) {
    this.#bom = original.startsWith("\ufeff") ? "\ufeff" : "";
    this.#body = original.slice(this.#bom.length);
    this.lines = unixLines(this.#body);
    const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
    let shift = 0;
    for (const match of this.#body.matchAll(/\r\n|\r|\n/g)) {
      counts[match[0] as keyof typeof counts]++;
      if (match[0] === "\r\n") this.#wide.push(match.index - shift++);
    }
    this.#lineEnd =
      counts["\r\n"] > counts["\n"] && counts["\r\n"] >= counts["\r"]
        ? "\r\n"
        : counts["\r"] > counts["\n"]
          ? "\r"
          : "\n";
  }

  #back(offset: number): number {
    let low = 0;
    let high = this.#wide.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#wide[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  }

  spliced(splices: readonly Splice[]): string {
    // Insertions stand at the end of the place they share with a replacement; a stable sort keeps their given order.
    const ordered = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
    let out = this.#bom;
    let from = 0;
    for (const splice of ordered) {
      const insert = this.#lineEnd === "\n" ? splice.insert : splice.insert.replaceAll("\n", this.#lineEnd);
      out += this.#body.slice(from, this.#back(splice.start)) + insert;
      from = this.#back(splice.end);
    }
    return out + this.#body.slice(from);
  }
}

function locate(text: string, edit: Modification): Located {
  const fault = contentFault(edit);
  if (fault) return { state: "failed", reason: fault.message };
  let region: Range = { start: 0, end: text.length };
  if (edit.section !== null) {
    const section = findSection(text, edit.section);
    if (section === "ambiguous") {
      return { state: "failed", reason: `the heading ${JSON.stringify(edit.section)} occurs more than once` };
    }
    if (section === "missing") {
      const gone = edit.change_type === "remove" && !text.includes(unixLines(edit.old_content));
      return gone
        ? { state: "already" }
        : { state: "failed", reason: `the file has no heading ${JSON.stringify(edit.section)}` };
    }
    region = section;
  }
  return edit.change_type === "add" ? locateAdd(text, region, edit) : locateQuoted(text, region, edit);
}

function locateAdd(text: string, region: Range, edit: Modification): Located {
  const insert = unixLines(edit.new_content).replace(/\n$/, "");
  const body = text.slice(region.start, region.end);
  if (wholeLines(body, insert)) return { state: "already" };
  const used = body.trimEnd();
  if (used === "")
    return { state: "change", splice: { start: region.start, end: region.start, insert: `${insert}\n` } };
  // The last non-blank line ends where its own trailing blanks end, not where its text does.
  const newline = body.indexOf("\n", used.length);
  const at = region.start + (newline < 0 ? body.length : newline);
  return { state: "change", splice: { start: at, end: at, insert: `\n${insert}` } };
}

function wholeLines(text: string, lines: string): boolean {
  return `\n${text}\n`.includes(`\n${lines}\n`);
}

function locateQuoted(text: string, region: Range, edit: Modification): Located {
  const quoted = unixLines(edit.old_content);
  const wanted = unixLines(edit.new_content);
  const body = text.slice(region.start, region.end);
  const all = occurrences(body, quoted);
  const places = edit.change_type === "update" ? all.filter((at) => !insideNew(body, at, quoted, wanted)) : all;
  const [place, second] = places;
  if (place === undefined) {
    if (all.length > 0) return { state: "already" };
    if (edit.change_type === "remove" && !text.includes(quoted)) return { state: "already" };
    if (edit.change_type === "update" && standsAlone(body, wanted)) return { state: "already" };
    return { state: "failed", reason: notFound(text, edit, quoted) };
  }
  if (second !== undefined) {
    const where = edit.section === null ? "the file" : `the section ${JSON.stringify(edit.section)}`;
    return { state: "failed", reason: `the quoted text occurs ${places.length} times in ${where}; quote more of it` };
  }
  const start = region.start + place;
  return { state: "change", splice: { start, end: start + quoted.length, insert: wanted } };
}

function notFound(text: string, edit: Modification, quoted: string): string {
  if (edit.section !== null && text.includes(quoted)) {
    return `the quoted text is not under ${JSON.stringify(edit.section)}, but elsewhere in the file`;
  }
  return "the quoted text is not in the file";
}

/** Offsets of all occurrences, overlapping ones included. */
function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

/** True when the quoted text at this place is only a part of the new text, which stands there already. */
function insideNew(text: string, at: number, quoted: string, wanted: string): boolean {
  if (wanted.length <= quoted.length) return wanted === quoted;
  return occurrences(wanted, quoted).some((shift) => text.startsWith(wanted, at - shift) && at >= shift);
}

/** True when the text holds `part` as words of its own; a short one must stand there exactly once. */
function standsAlone(text: string, part: string): boolean {
  const places = occurrences(text, part).filter(
    (at) => !joined(text[at - 1], part[0]) && !joined(part.at(-1), text[at + part.length]),
  );
  return part.length >= 20 ? places.length > 0 : places.length === 1;
}

const joined = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && /[\p{L}\p{N}_]/u.test(left) && /[\p{L}\p{N}_]/u.test(right);

/** Index → index of another edit whose place overlaps with it. */
function overlapping(located: readonly Located[]): Map<number, number> {
  const failed = new Map<number, number>();
  const places = located
    .flatMap((entry, index) => (entry.state === "change" ? [{ index, ...entry.splice }] : []))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  let widest: { index: number; end: number } | undefined;
  for (const place of places) {
    if (widest !== undefined && place.start < widest.end) {
      failed.set(place.index, widest.index);
      failed.set(widest.index, place.index);
    }
    if (widest === undefined || place.end > widest.end) widest = place;
  }
  return failed;
}
