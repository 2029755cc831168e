// Walks the lines of a ledger file from an offset, in chunks: a file may be larger than any string. Bytes only; what a
// line means is src/store/read.ts.
import { isAscii, isUtf8 } from "node:buffer";
import { readSync } from "node:fs";
import { LINE_LIMIT } from "./line.ts";

/**
 * Told of one physical line: its text without line end, carriage return and byte order mark (undefined: not valid
 * UTF-8, or longer than a line may be), where these bytes lie, and whether a line feed ends it.
 */
export type LineVisitor = (text: string | undefined, offset: number, length: number, ended: boolean) => void;

const LF = 10;
const CR = 13;
/** Small enough that the text of a chunk is an ordinary object for the garbage collector. */
const CHUNK = 64 * 1024;

type Read = (into: Buffer, at: number, length: number, position: number) => number;

const fileReader =
  (fd: number): Read =>
  (into, at, length, position) =>
    readSync(fd, into, at, length, position);

const bytesReader =
  (bytes: Buffer): Read =>
  (into, at, length, position) =>
    bytes.copy(into, at, position, position + length);

/**
 * Calls `visit` for every line that starts in [from, to) of an open file, or of bytes in hand. Returns the offset
 * behind the last ended line.
 */
export function scanLines(source: number | Buffer, from: number, to: number, visit: LineVisitor): number {
  const read = typeof source === "number" ? fileReader(source) : bytesReader(source);
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - from) + LINE_LIMIT + 4);
  /** File offset of buffer[0]; bytes held. */
  let base = from;
  let held = 0;
  /** Start of a line that outgrew the buffer and is only measured. */
  let long: number | undefined;
  let done = from;
  for (;;) {
    const room = Math.min(CHUNK, buffer.length - held, to - base - held);
    const got = room > 0 ? read(buffer, held, room, base + held) : 0;
    const end = held + got;
    let start = 0;
    if (long !== undefined) {
      const feed = buffer.subarray(0, end).indexOf(LF);
      if (feed !== -1) {
        visit(undefined, long, base + feed - long, true);
        long = undefined;
        start = feed + 1;
        done = base + start;
      }
    }
    const last = long === undefined ? buffer.lastIndexOf(LF, end - 1) : -1;
    if (last >= start && end > 0) {
      visitWhole(buffer, start, last, base, visit);
      start = last + 1;
      done = base + start;
    }
    if (got === 0) {
      if (long !== undefined) visit(undefined, long, base + end - long, false);
      else if (start < end) visitLine(buffer, start, end, base, false, visit);
      return done;
    }
    if (end - start > LINE_LIMIT) {
      long ??= base + start;
      start = end;
    }
    buffer.copyWithin(0, start, end);
    held = end - start;
    base += start;
  }
}

/** Lines in [start, last], where `last` is a line feed. Plain ASCII, the usual case, is decoded in one piece. */
function visitWhole(buffer: Buffer, start: number, last: number, base: number, visit: LineVisitor): void {
  if (!isAscii(buffer.subarray(start, last))) {
    for (let at = start; at <= last; ) {
      const feed = buffer.indexOf(LF, at);
      visitLine(buffer, at, feed, base, true, visit);
      at = feed + 1;
    }
    return;
  }
  const text = buffer.toString("latin1", start, last);
  const origin = base + start;
  for (let at = 0; at <= text.length; ) {
    let feed = text.indexOf("\n", at);
    if (feed === -1) feed = text.length;
    const end = feed > at && text.charCodeAt(feed - 1) === CR ? feed - 1 : feed;
    const length = end - at;
    visit(length < LINE_LIMIT ? text.substring(at, end) : undefined, origin + at, length, true);
    at = feed + 1;
  }
}

function visitLine(buffer: Buffer, start: number, end: number, base: number, ended: boolean, visit: LineVisitor): void {
  let from = start;
  let to = end;
  if (to > from && buffer[to - 1] === CR) to--;
  if (to - from >= 3 && buffer[from] === 0xef && buffer[from + 1] === 0xbb && buffer[from + 2] === 0xbf) from += 3;
  const bytes = buffer.subarray(from, to);
  const readable = to - from < LINE_LIMIT && isUtf8(bytes);
  visit(readable ? bytes.toString("utf8") : undefined, base + from, to - from, ended);
}
