// Moves damage out of a ledger (spec 2.5): what is no event goes to quarantine, gaps are noted in ledger.repaired, and
// no valid record is touched. A backup is kept first. Call through OpenedLedger.repair, which holds the lock.
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { sha256 } from "../sha256.ts";
import { writeFailed } from "./append.ts";
import { readBytes } from "./bytes.ts";
import type { NewEvent } from "./event.ts";
import { type QuarantineKind, quarantine } from "./quarantine.ts";
import type { Problem, Reading } from "./read.ts";
import type { Verification } from "./verify.ts";

/** What a repair would do, or did. */
export interface RepairPlan {
  /** Pieces that go to quarantine. */
  readonly moved: readonly {
    readonly kind: Problem["kind"];
    readonly line: number;
    readonly bytes: number;
    readonly detail: string;
  }[];
  /** Events that note what was lost. */
  readonly events: readonly NewEvent[];
}

/** Plans a repair of what was read. Nothing to do: both lists are empty. */
export function planRepair(reading: Reading, verification: Verification): RepairPlan {
  const events = new Map<string, NewEvent>();
  const note = (replica: string | null, n: number | null, hash: string): void => {
    events.set(`${replica} ${n} ${replica === null ? hash : ""}`, {
      type: "ledger.repaired",
      data: { replica, n, sha256: hash },
    });
  };
  for (const { replica, n, sha256: hash } of verification.gaps) note(replica, n, hash ?? "0".repeat(64));
  for (const { replica, n, sha256: hash } of verification.twins) note(replica, n, hash);
  for (const { kind, offset, length } of reading.problems) {
    if (kind === "marker") continue;
    const bytes = readBytes(reading.index.fd, offset, length);
    const { replica, n } = kind === "contradiction" ? authorOf(bytes) : { replica: null, n: null };
    note(replica, n, sha256(bytes));
  }
  return {
    moved: reading.problems.map(({ kind, line, length, detail }) => ({ kind, line, bytes: length, detail })),
    events: [...events.values()],
  };
}

function authorOf(bytes: Buffer): { replica: string | null; n: number | null } {
  try {
    const { replica, n } = JSON.parse(bytes.toString("utf8")) as { replica: string; n: number };
    return { replica, n };
  } catch {
    return { replica: null, n: null };
  }
}

const AS: Record<Problem["kind"], QuarantineKind> = {
  garbled: "damaged",
  marker: "marker",
  utf8: "utf8",
  "too-long": "damaged",
  contradiction: "contradiction",
  torn: "torn",
  "closed-off": "torn",
};

/**
 * Writes the file anew without the damaged pieces, after a backup, and renames it into place.
 * @returns the backup's path.
 */
export function rewrite(path: string, folder: string, reading: Reading, size: number, now: Date): string {
  const store = join(folder, "quarantine");
  const backup = join(store, `backup-${now.toISOString().replace(/[:.]/g, "-")}.jsonl`);
  const spare = `${path}.${process.pid}.tmp`;
  const { fd } = reading.index;
  try {
    mkdirSync(store, { recursive: true, mode: 0o700 });
    copyFileSync(path, backup, constants.COPYFILE_EXCL);
    for (const { kind, offset, length } of reading.problems)
      quarantine(folder, AS[kind], readBytes(fd, offset, length));
    const out = openSync(spare, "wx", 0o600);
    try {
      let from = 0;
      for (const { offset, length } of [...reading.problems].sort((a, b) => a.offset - b.offset)) {
        const end = lineEnd(fd, offset + length, size);
        copyRange(fd, out, from, lineStart(fd, offset));
        from = end;
      }
      copyRange(fd, out, from, size);
      fsyncSync(out);
    } finally {
      closeSync(out);
    }
    renameSync(spare, path);
  } catch (error) {
    try {
      unlinkSync(spare);
    } catch {
      // It was renamed, or never made.
    }
    throw writeFailed(error, "the repaired ledger");
  }
  return backup;
}

/** A byte order mark in front of a piece belongs to its line. */
function lineStart(fd: number, offset: number): number {
  const before = offset >= 3 ? readBytes(fd, offset - 3, 3) : undefined;
  return before?.equals(Buffer.from([0xef, 0xbb, 0xbf])) ? offset - 3 : offset;
}

/** Behind the line end that follows a piece, if there is one. */
function lineEnd(fd: number, offset: number, size: number): number {
  const [first, second] = readBytes(fd, offset, 2);
  if (first === 13 && second === 10) return offset + 2;
  return first === 10 ? offset + 1 : Math.min(offset, size);
}

function copyRange(from: number, to: number, start: number, end: number): void {
  const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(1024 * 1024, end - start)));
  for (let at = start; at < end; ) {
    const got = readSync(from, buffer, 0, Math.min(buffer.length, end - at), at);
    if (got === 0) break;
    for (let done = 0; done < got; ) done += writeSync(to, buffer, done, got - done);
    at += got;
  }
}
