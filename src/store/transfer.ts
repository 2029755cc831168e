// Carries events between ledgers (spec 2.5): all lines in canonical order out, the union by id in. Bytes of a line are
// never changed on the way.
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { ForemergeError, invalidInput } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import { writeFailed } from "./append.ts";
import type { EventIndex } from "./event-index.ts";
import { type AnyEvent, envelopeFault, isConflictMarker } from "./line.ts";
import { compareEvents } from "./order.ts";
import { type LineVisitor, scanLines } from "./scan.ts";

/** Every event line of an index in canonical order, without line ends: newer and incomplete ones too. */
export function* exportLines(index: EventIndex): Iterable<string> {
  for (const row of index.sortedRows(true)) yield index.textOf(row);
}

/**
 * Writes the export to a file, whole or not at all. An existing file is replaced; the ledger itself never is.
 * @throws ForemergeError INVALID_INPUT for the ledger's own path, LEDGER_FAILED when the file cannot be written
 */
export function exportTo(path: string, index: EventIndex, ledgerPath: string): { lines: number; bytes: number } {
  if (existsSync(path) && realpathSync(path) === ledgerPath) {
    throw invalidInput(`${JSON.stringify(path)} is the ledger itself`, "name another file");
  }
  const spare = `${path}.${process.pid}.tmp`;
  let lines = 0;
  let bytes = 0;
  try {
    const fd = openSync(spare, "wx", 0o600);
    try {
      let piece: string[] = [];
      let size = 0;
      const flush = (): void => {
        const buffer = Buffer.from(piece.join(""), "utf8");
        for (let done = 0; done < buffer.length; ) done += writeSync(fd, buffer, done);
        bytes += buffer.length;
        piece = [];
        size = 0;
      };
      for (const line of exportLines(index)) {
        piece.push(`${line}\n`);
        lines++;
        size += line.length;
        if (size > 1 << 20) flush();
      }
      flush();
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(spare, path);
  } catch (error) {
    rmSync(spare, { force: true });
    throw writeFailed(error, `the export ${JSON.stringify(path)}`);
  }
  return { lines, bytes };
}

/** A line with the event that it holds, parsed once. */
export interface EventLine {
  readonly text: string;
  readonly event: AnyEvent;
}

/** What came in from elsewhere, one entry per line that is an event. */
export interface Incoming {
  readonly lines: readonly EventLine[];
  /** Pieces that are no event, with their line number. */
  readonly bad: readonly { readonly line: number; readonly detail: string }[];
}

/** Lines of a file that are events. Other pieces are named, never taken. */
export function readIncoming(path: string): Incoming {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch (error) {
    throw new ForemergeError("INVALID_INPUT", `${JSON.stringify(path)} cannot be read: ${(error as Error).message}`, {
      hint: "name a file that foremerge ledger export has written, or - for standard input",
      cause: error,
    });
  }
  try {
    if (!fstatSync(fd).isFile()) {
      throw new ForemergeError("INVALID_INPUT", `${JSON.stringify(path)} is no regular file`, {
        hint: "name a file that foremerge ledger export has written, or - for standard input",
      });
    }
    return collect((visit) => scanLines(fd, 0, fstatSync(fd).size, visit));
  } finally {
    closeSync(fd);
  }
}

/** The same for bytes in hand. */
export function parseIncoming(bytes: Buffer): Incoming {
  return collect((visit) => scanLines(bytes, 0, bytes.length, visit));
}

function collect(scan: (visit: LineVisitor) => void): Incoming {
  const lines: EventLine[] = [];
  const bad: { line: number; detail: string }[] = [];
  let at = 0;
  scan((text) => {
    at++;
    if (text === undefined) {
      bad.push({ line: at, detail: "not valid UTF-8, or too long" });
      return;
    }
    if (text.trim() === "") return;
    const read = eventOf(text);
    if (typeof read === "string") bad.push({ line: at, detail: read });
    else lines.push({ text, event: read });
  });
  return { lines, bad };
}

/** The event of a line, or why it is none. */
function eventOf(text: string): AnyEvent | string {
  if (isConflictMarker(text)) return "a conflict marker of git";
  try {
    const value: unknown = JSON.parse(text);
    const fault = envelopeFault(value);
    return fault === undefined ? (value as AnyEvent) : `no event: ${fault}`;
  } catch {
    return "not JSON";
  }
}

/** Which incoming lines a ledger must append, in canonical order, and which contradict what it has. */
export interface Union {
  readonly append: readonly string[];
  /** The same with their events. */
  readonly fresh: readonly EventLine[];
  /** Incoming lines that lose against other bytes under the same id. */
  readonly lost: readonly string[];
  /** Ids that both sides know with different bytes. */
  readonly contradictions: readonly string[];
}

/** Set union by id: new events, and lines that win a contradiction (the smaller SHA-256, the same everywhere). */
export function unionOf(index: EventIndex, incoming: readonly EventLine[]): Union {
  const fresh: EventLine[] = [];
  const places = new Map<string, number>();
  const lost: string[] = [];
  const contradictions: string[] = [];
  for (const { text, event } of incoming) {
    const known = index.lineOfId(event.id);
    if (known !== undefined) {
      if (known === text) continue;
      contradictions.push(event.id);
      if (sha256(known) < sha256(text)) {
        lost.push(text);
        continue;
      }
    }
    const place = places.get(event.id);
    const other = place === undefined ? undefined : fresh[place];
    if (place === undefined || !other) {
      places.set(event.id, fresh.length);
      fresh.push({ text, event });
    } else if (other.text !== text) {
      contradictions.push(event.id);
      const better = sha256(text) < sha256(other.text);
      lost.push(better ? other.text : text);
      if (better) fresh[place] = { text, event };
    }
  }
  fresh.sort((a, b) => compareEvents(a.event, b.event));
  return { append: fresh.map(({ text }) => text), fresh, lost, contradictions: [...new Set(contradictions)].sort() };
}
