// A text with git's conflict markers (diff3 style), taken apart and put together. Pure.

/** A conflicting stretch: what each side has in place of `base`. Texts keep their line ends. */
export interface ConflictHunk {
  /** Line in the merged text, counted with side A's lines in place of every conflict; from 1. */
  readonly line: number;
  readonly a: string;
  readonly base: string;
  readonly b: string;
}

export type Piece = ConflictHunk | { readonly same: string };

/**
 * Splits a marked text; `a` and `b` are the labels git wrote behind the markers (the commits that were merged).
 * Undefined when it does not come out even: a line of the text itself looks like a marker, and where the sides part
 * would be a guess.
 */
export function splitMarked(marked: string, a: string, b: string): Piece[] | undefined {
  const pieces: Piece[] = [];
  let place: "same" | "a" | "base" | "b" = "same";
  let same = "";
  let sides = { a: "", base: "", b: "" };
  let line = 1;
  for (const text of marked.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const plain = text.replace(/\r?\n$/, "");
    const marker = markerOf(plain, a, b);
    // A line of `=` or `|` before its time is text: an underline, a table.
    const early = place === "same" ? marker === "=" || marker === "|" : place === "a" && marker === "=";
    if (marker === undefined || early) {
      if (place === "same") {
        same += text;
        line++;
      } else sides[place] += text;
    } else if (marker === "<" && place === "same") {
      if (same !== "") pieces.push({ same });
      same = "";
      sides = { a: "", base: "", b: "" };
      place = "a";
    } else if (marker === "|" && place === "a") place = "base";
    else if (marker === "=" && place === "base") place = "b";
    else if (marker === ">" && place === "b") {
      pieces.push({ line, ...sides });
      line += sides.a.split("\n").length - 1;
      place = "same";
    } else return undefined;
  }
  if (place !== "same") return undefined;
  if (same !== "") pieces.push({ same });
  return pieces;
}

function markerOf(line: string, a: string, b: string): "<" | "|" | "=" | ">" | undefined {
  if (line === "=======") return "=";
  if (line.startsWith(`<<<<<<< ${a}`)) return "<";
  if (line.startsWith(`>>>>>>> ${b}`)) return ">";
  if (/^\|{7}( |$)/.test(line)) return "|";
  return undefined;
}
