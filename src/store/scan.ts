// Walks the lines of a ledger file from an offset, in chunks: a file may be larger than any string. Bytes only; what a
// line means is src/store/read.ts.
import { isAscii, isUtf8 } from "node:buffer";
import { readSync } from "node:fs";
import { LINE_LIMIT } from "./line.ts";

/** One physical line, without its line end, BOM and carriage return. */
export interface ScannedLine {
  /** Undefined: not valid UTF-8, or longer than a line may be. */
  readonly text: string | undefined;
  readonly offset: number;
  /** Bytes from `offset`, without the line end. */
  readonly length: number;
  /** False for a last line that has no line feed. */
  readonly ended: boolean;
}

const LF = 10;
const CR = 13;
const CHUNK = 1024 * 1024;

/**
 * Calls `visit` for every line that starts in [from, to) of an open file, or of bytes in hand. Returns the offset
 * behind the last ended line.
 */
export function scanLines(
  source: number | Buffer,
  from: number,
  to: number,
  visit: (line: ScannedLine) => void,
): number {
  const read = typeof source === "number" ? fileReader(source) : bytesReader(source);
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - from) + LINE_LIMIT + 4);
  /** File offset of buffer[0]; bytes held. */
  let base = from;
  let held = 0;
  /** Start of a line that outgrew the buffer and is only measured. */
  let long: number | undefined;
  let done = from;
  for (;;) {
    const room = Math.min(buffer.length - held, to - base - held);
    const got = room > 0 ? read(buffer, held, room, base + held) : 0;
    const end = held + got;
    const plain = isAscii(buffer.subarray(0, end));
    let start = 0;
    for (;;) {
      const feed = buffer.indexOf(LF, start);
      if (feed === -1 || feed >= end) break;
      if (long !== undefined) {
        visit({ text: undefined, offset: long, length: base + feed - long, ended: true });
        long = undefined;
      } else {
        visit(lineAt(buffer, start, feed, base, plain, true));
      }
      start = feed + 1;
      done = base + start;
    }
    if (got === 0) {
      if (long !== undefined) visit({ text: undefined, offset: long, length: base + end - long, ended: false });
      else if (start < end) visit(lineAt(buffer, start, end, base, plain, false));
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

type Read = (into: Buffer, at: number, length: number, position: number) => number;

const fileReader =
  (fd: number): Read =>
  (into, at, length, position) =>
    readSync(fd, into, at, length, position);

const bytesReader =
  (bytes: Buffer): Read =>
  (into, at, length, position) =>
    bytes.copy(into, at, position, position + length);

function lineAt(buffer: Buffer, start: number, end: number, base: number, plain: boolean, ended: boolean): ScannedLine {
  let from = start;
  let to = end;
  if (to > from && buffer[to - 1] === CR) to--;
  if (to - from >= 3 && buffer[from] === 0xef && buffer[from + 1] === 0xbb && buffer[from + 2] === 0xbf) from += 3;
  const place = { offset: base + from, length: to - from, ended };
  if (to - from >= LINE_LIMIT) return { text: undefined, ...place };
  if (plain) return { text: buffer.toString("latin1", from, to), ...place };
  const bytes = buffer.subarray(from, to);
  return { text: isUtf8(bytes) ? bytes.toString("utf8") : undefined, ...place };
}
