// Reads a ledger file into the event index, tolerantly (spec 2.4): what is wrong is skipped, counted and named, never
// dropped silently and never the end of a command. Takes no lock.

import { sha256 } from "../sha256.ts";
import { readBytes } from "./bytes.ts";
import { COVERED_EVENT, EventIndex, NEW_EVENT, REPEATED_EVENT } from "./event-index.ts";
import type { Hashes } from "./hash.ts";
import { addPart, type IndexPart, partOf } from "./index-part.ts";
import { type AnyEvent, envelopeFault, isConflictMarker, LINE_LIMIT } from "./line.ts";
import { wasClosedOff } from "./quarantine.ts";
import { type LineVisitor, scanLines } from "./scan.ts";
import { beginSecondReader } from "./second-reader.ts";
import { DamagedFile } from "./snapshot/paged-file.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

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
  /** What lies before the first row of the index, when not everything was read. */
  readonly snapshot: Snapshot | undefined;
}

/**
 * Reads a file as it will be with these whole lines behind its last one. Undefined when one of them is no event, or an
 * event comes twice: then they have to be looked at one by one. Lines are looked up in the file, so that the index may be
 * asked for them only after they were written.
 */
export function readAhead(fd: number, size: number, ahead: Buffer, folder: string): Reading | undefined {
  const reading = emptyReading(fd, size + ahead.length, false, folder);
  if (!readOn(reading, size) || reading.end !== size) return undefined;
  const { problems, repeats } = reading;
  const counted = problems.length;
  if (!readOn(reading, size + ahead.length, new Set(), ahead) || !reading.index.close()) return undefined;
  return reading.problems.length === counted && reading.repeats === repeats ? reading : undefined;
}

/** A reading that has come nowhere yet. */
export function emptyReading(fd: number, size: number, exact: boolean, folder: string): Reading {
  const index = new EventIndex(fd, size, exact);
  return { index, folder, problems: [], end: 0, lines: 0, repeats: 0, snapshot: undefined };
}

/** Reads the whole file. `folder` is the ledger's, for the torn tails that were set aside there. */
export function readLedger(fd: number, size: number, folder: string): Reading {
  // A contradiction may be won by the later line when the earlier one is filed already: read again without it.
  const losers = new Set<number>();
  for (let exact = false; ; exact = true) {
    const reading = emptyReading(fd, size, exact, folder);
    const second = exact ? undefined : beginSecondReader({ fd, size, folder });
    if (second && readOn(reading, second.from, losers)) addStretch(reading, second.stretch());
    if (readOn(reading, size, losers) && reading.index.close()) return reading;
  }
}

/** A stretch of whole lines that was read on its own. */
export interface Stretch {
  readonly part: IndexPart;
  readonly problems: readonly Problem[];
  readonly lines: number;
  readonly end: number;
}

/** Reads the lines from one byte to another; undefined when only a reading in one piece can tell what they mean. */
export function readStretch(fd: number, from: number, to: number, folder: string): Stretch | undefined {
  const reading = emptyReading(fd, to - from, false, folder);
  reading.end = from;
  const part = readOn(reading, to) && reading.end === to ? partOf(reading.index) : undefined;
  return part && { part, problems: reading.problems, lines: reading.lines, end: reading.end };
}

/** Adds a stretch that begins where a reading has come to. Without one, or when it does not fit, nothing happens. */
export function addStretch(reading: Reading, stretch: Stretch | undefined): void {
  if (!stretch || !addPart(reading.index, stretch.part, reading.lines)) return;
  const moved = stretch.problems.map((problem) => ({ ...problem, line: problem.line + reading.lines }));
  reading.problems = [...reading.problems, ...moved];
  reading.lines += stretch.lines;
  reading.end = stretch.end;
}

/**
 * Reads only what a snapshot does not cover. Undefined when the snapshot cannot be used after all: lines since repeat
 * or contradict what it covers, or it is damaged.
 */
export function readSince(fd: number, size: number, folder: string, snapshot: Snapshot): Reading | undefined {
  const { covered, lines, repeats, rows, maxLc, topLc, newerVersion, newerIds, held } = snapshot.header;
  const before = { rows, maxLc, topLc, newerVersion, newerIds, has: (hashes: Hashes) => snapshot.has(hashes) };
  const index = new EventIndex(fd, size - covered, true, before);
  // What a torn line is called depends on what lies in quarantine now.
  const problems = snapshot.header.problems.map((problem): Problem => {
    const { kind, offset, length } = problem;
    if (kind !== "closed-off" && kind !== "garbled") return problem;
    return { ...problem, kind: wasClosedOff(folder, readBytes(fd, offset, length)) ? "closed-off" : "garbled" };
  });
  const reading: Reading = { index, folder, problems, end: covered, lines, repeats, snapshot };
  try {
    for (const [offset, length, line] of held) {
      const text = readBytes(fd, offset, length).toString("utf8");
      index.add(JSON.parse(text) as AnyEvent, text, offset, length, line);
    }
    return readOn(reading, size) ? reading : undefined;
  } catch (error) {
    if (error instanceof DamagedFile) return undefined;
    throw error;
  }
}

/**
 * Reads what was appended since, up to `size`. Answers false when the reading must start over (an earlier line turned
 * out to be the loser of a contradiction, and is in `losers` then; or a line is about what a snapshot covers). `ahead`:
 * the bytes in question, where they are not in the file yet.
 */
export function readOn(reading: Reading, size: number, losers: Set<number> = new Set(), ahead?: Buffer): boolean {
  const { index } = reading;
  // A last line without a line feed is read again, whole, when more has come.
  const problems = reading.problems.filter((problem) => problem.offset < reading.end);
  reading.problems = problems;
  let valid = true;
  let at = reading.lines;
  const note = (kind: ProblemKind, offset: number, length: number, detail: string): void => {
    const garbled = kind === "garbled" || kind === "utf8";
    const known = garbled && wasClosedOff(reading.folder, readBytes(index.fd, offset, length));
    problems.push({ kind: known ? "closed-off" : kind, line: at, offset, length, detail });
  };
  const visit: LineVisitor = (text, offset, length, ended) => {
    at = reading.lines + 1;
    if (ended) reading.lines++;
    if (text === undefined) {
      if (!ended) note("torn", offset, length, "the last line is cut off");
      else if (length >= LINE_LIMIT) note("too-long", offset, length, `a line of ${length} bytes`);
      else note("utf8", offset, length, "not valid UTF-8");
      return;
    }
    let event: AnyEvent;
    try {
      event = JSON.parse(text) as AnyEvent;
    } catch {
      if (text.trim() === "") return;
      if (isConflictMarker(text)) note("marker", offset, length, "a conflict marker of git");
      else if (ended) note("garbled", offset, length, "not JSON");
      else note("torn", offset, length, "the last line is cut off");
      return;
    }
    const fault = envelopeFault(event);
    if (fault !== undefined) {
      note("garbled", offset, length, `no event: ${fault}`);
      return;
    }
    if (losers.has(offset)) {
      note("contradiction", offset, length, `${event.id} again with other bytes`);
      return;
    }
    const known = index.add(event, text, offset, length, at);
    if (known === NEW_EVENT) return;
    if (known === REPEATED_EVENT) {
      reading.repeats++;
      return;
    }
    if (known === COVERED_EVENT) {
      valid = false;
      return;
    }
    if (sha256(index.textOf(known)) < sha256(text)) {
      note("contradiction", offset, length, `${event.id} again with other bytes`);
    } else {
      losers.add(index.placeOf(known).offset);
      valid = false;
    }
  };
  if (ahead) {
    const base = reading.end;
    const moved: LineVisitor = (text, offset, length, ended) => visit(text, base + offset, length, ended);
    reading.end = base + scanLines(ahead, 0, ahead.length, moved);
    return valid;
  }
  reading.end = scanLines(index.fd, reading.end, size, visit);
  return valid;
}
