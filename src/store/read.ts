// Reads a ledger file into the event index, tolerantly (spec 2.4): what is wrong is skipped, counted and named, never
// dropped silently and never the end of a command. Takes no lock.
import { readSync } from "node:fs";
import { EventIndex } from "./event-index.ts";
import { type AnyEvent, envelopeFault, isConflictMarker, LINE_LIMIT } from "./line.ts";
import { wasClosedOff } from "./quarantine.ts";
import { type ScannedLine, scanLines } from "./scan.ts";
import { sha256 } from "./sha256.ts";

export type ProblemKind = "garbled" | "marker" | "utf8" | "too-long" | "contradiction" | "torn" | "closed-off";

/** A piece of the file that is no event. */
export interface Problem {
  readonly kind: ProblemKind;
  /** Counted from 1. */
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly detail: string;
}

/** The index of a file up to a byte, and what was found wrong on the way. */
export interface Reading {
  readonly index: EventIndex;
  readonly folder: string;
  problems: readonly Problem[];
  /** Bytes read: everything before is in the index or among the problems. */
  end: number;
  /** Ended lines read, blank ones included. */
  lines: number;
  /** Repeated lines met. */
  repeats: number;
}

/** Reads the whole file. `folder` is the ledger's, for the torn tails that were set aside there. */
export function readLedger(fd: number, size: number, folder: string): Reading {
  // A contradiction may be won by the later line when the earlier one is filed already: read again without it.
  const losers = new Set<number>();
  for (;;) {
    const reading: Reading = { index: new EventIndex(fd), folder, problems: [], end: 0, lines: 0, repeats: 0 };
    if (readOn(reading, size, losers)) return reading;
  }
}

/**
 * Reads what was appended since, up to `size`. Answers false when the reading must start over (an earlier line turned
 * out to be the loser of a contradiction; it is in `losers` then).
 */
export function readOn(reading: Reading, size: number, losers: Set<number> = new Set()): boolean {
  const { index } = reading;
  // A last line without a line feed is read again, whole, when more has come.
  const problems = reading.problems.filter((problem) => problem.offset < reading.end);
  reading.problems = problems;
  let valid = true;
  const note = (kind: ProblemKind, { offset, length }: ScannedLine, detail: string): void => {
    const garbled = kind === "garbled" || kind === "utf8";
    const known = garbled && wasClosedOff(reading.folder, readBytes(index.fd, offset, length));
    problems.push({ kind: known ? "closed-off" : kind, line: at, offset, length, detail });
  };
  let at = reading.lines;
  const visit = (line: ScannedLine): void => {
    at = reading.lines + 1;
    if (line.ended) reading.lines++;
    const { text } = line;
    if (text === undefined) {
      if (!line.ended) note("torn", line, "the last line is cut off");
      else if (line.length >= LINE_LIMIT) note("too-long", line, `a line of ${line.length} bytes`);
      else note("utf8", line, "not valid UTF-8");
      return;
    }
    if (text === "" || text.trim() === "") return;
    if (isConflictMarker(text)) {
      note("marker", line, "a conflict marker of git");
      return;
    }
    let event: AnyEvent;
    try {
      event = JSON.parse(text) as AnyEvent;
    } catch {
      if (line.ended) note("garbled", line, "not JSON");
      else note("torn", line, "the last line is cut off");
      return;
    }
    const fault = envelopeFault(event);
    if (fault !== undefined) {
      note("garbled", line, `no event: ${fault}`);
      return;
    }
    if (losers.has(line.offset)) {
      note("contradiction", line, `${event.id} again with other bytes`);
      return;
    }
    const added = index.add(event, text, line.offset, line.length, at);
    if (added.kind === "repeat") reading.repeats++;
    if (added.kind !== "contradiction") return;
    if (sha256(index.textOf(added.row)) < sha256(text)) {
      note("contradiction", line, `${event.id} again with other bytes`);
    } else {
      losers.add(index.placeOf(added.row).offset);
      valid = false;
    }
  };
  const done = scanLines(index.fd, reading.end, size, visit);
  reading.end = done;
  return valid;
}

/** Bytes of the file; fewer where it ends. */
export function readBytes(fd: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let size = 0;
  while (size < length) {
    const got = readSync(fd, bytes, size, length - size, offset + size);
    if (got === 0) break;
    size += got;
  }
  return bytes.subarray(0, size);
}
