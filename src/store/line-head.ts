// What stands at the head of a line as this program writes it (spec 2.2), read from the bytes without parsing the line.
// No proof that the line is an event: that is for whoever takes it in.
import type { AnyEvent } from "./line.ts";

export type LineHead = Pick<AnyEvent, "id" | "replica" | "n" | "lc" | "at" | "actor">;

/** A line as it lies in some bytes, without its line end, and its head. */
export interface HeadedLine {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
  readonly event: LineHead;
}

const LF = 10;
const CR = 13;
/** A head that is longer is none: names are short. */
const HEAD_BYTES = 320;
const HEAD =
  /^\{"v":1,"id":"([^"\\]+)","replica":"([^"\\]+)","n":(\d{1,15}),"lc":(\d{1,15}),"at":"([^"\\]+)","actor":"([^"\\]+)",/;

/** The lines of some bytes with their heads; undefined when one of them is written in any other way. */
export function headedLines(bytes: Buffer): HeadedLine[] | undefined {
  const lines: HeadedLine[] = [];
  for (let from = 0; from < bytes.length; ) {
    const feed = bytes.indexOf(LF, from);
    const to = feed === -1 ? bytes.length : feed;
    const found = HEAD.exec(bytes.toString("latin1", from, Math.min(to, from + HEAD_BYTES)));
    if (!found || bytes[to - 1] === CR) return undefined;
    const [, id = "", replica = "", n, lc, at = "", actor = ""] = found;
    lines.push({ bytes, from, to, event: { id, replica, n: Number(n), lc: Number(lc), at, actor: utf8(actor) } });
    from = to + 1;
  }
  return lines;
}

/** Text that was read byte by byte. */
const utf8 = (text: string): string => (/[\x80-\xff]/.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text);

export const textOf = ({ bytes, from, to }: HeadedLine): string => bytes.toString("utf8", from, to);

/** The lines behind one another, each with its line end. */
export function joinLines(lines: readonly HeadedLine[]): Buffer {
  const joined = Buffer.allocUnsafe(lines.reduce((sum, { from, to }) => sum + to - from + 1, 0));
  let at = 0;
  for (const { bytes, from, to } of lines) {
    at += bytes.copy(joined, at, from, to);
    joined[at++] = LF;
  }
  return joined;
}
