// What the last sync with a remote left (spec 2.6): which commit holds which part of this ledger, and when. Derived:
// without it the next sync only reads more.
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../sha256.ts";
import { writeAtomically } from "../store/atomic.ts";
import type { Session } from "./session.ts";

export interface SyncMemory {
  readonly remote: string;
  /** Ref on the remote. */
  readonly ref: string;
  /** Commit that held everything of this ledger up to `offset`. */
  readonly commit: string;
  readonly offset: number;
  /** SHA-256 of the bytes before `offset`: another file at the same place does not match. */
  readonly tail: string;
  readonly synced_at: string;
  /** Files of the commit that could not be read. */
  readonly unread?: readonly string[];
}

/** Enough for the last line's `prev`, which stands for all lines of its replica. */
const TAIL = 512;

const fileOf = (session: Session): string => join(session.place.folder, "cache", "sync.json");

function readAll(session: Session): readonly SyncMemory[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(fileOf(session), "utf8"));
    return Array.isArray(stored) ? stored.filter(isMemory) : [];
  } catch {
    return [];
  }
}

function isMemory(value: unknown): value is SyncMemory {
  if (typeof value !== "object" || value === null) return false;
  const { remote, ref, commit, offset, tail, synced_at, unread } = value as Record<string, unknown>;
  return (
    (unread === undefined || (Array.isArray(unread) && unread.every((path) => typeof path === "string"))) &&
    [remote, ref, tail, synced_at].every((each) => typeof each === "string") &&
    typeof commit === "string" &&
    /^[0-9a-f]{40,64}$/.test(commit) &&
    Number.isSafeInteger(offset)
  );
}

/** Bytes of the ledger file from `from` to its end without some stretches, and where the last whole line ends. */
export function ledgerPieces(
  path: string,
  from: number,
  without: readonly { readonly from: number; readonly to: number }[],
): { readonly pieces: readonly Buffer[]; readonly end: number } {
  const fd = openSync(path, "r");
  try {
    const pieces: Buffer[] = [];
    let at = from;
    for (const stretch of without) {
      if (stretch.from > at) pieces.push(readAt(fd, at, stretch.from - at));
      at = Math.max(at, stretch.to);
    }
    const last = readAt(fd, at, Math.max(0, fstatSync(fd).size - at));
    const whole = last.lastIndexOf(10) + 1;
    return { pieces: [...pieces, last.subarray(0, whole)], end: at + whole };
  } finally {
    closeSync(fd);
  }
}

function readAt(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const got = readSync(fd, bytes, done, length - done, from + done);
    if (got === 0) break;
    done += got;
  }
  return bytes.subarray(0, done);
}

function tailHash(path: string, offset: number): string | undefined {
  const fd = openSync(path, "r");
  try {
    if (fstatSync(fd).size < offset) return undefined;
    const from = Math.max(0, offset - TAIL);
    return sha256(readAt(fd, from, offset - from).toString("latin1"));
  } finally {
    closeSync(fd);
  }
}

/** What the last sync with this remote's ref left, if this is still the same ledger file. */
export function recallSync(session: Session, remote: string, ref: string): SyncMemory | undefined {
  const memory = readAll(session).find((each) => each.remote === remote && each.ref === ref);
  if (memory === undefined) return undefined;
  try {
    return tailHash(session.place.path, memory.offset) === memory.tail ? memory : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it; a failure only makes the next sync slower. */
export function rememberSync(session: Session, memory: Omit<SyncMemory, "tail" | "synced_at">): void {
  try {
    const tail = tailHash(session.place.path, memory.offset);
    if (tail === undefined) return;
    const others = readAll(session).filter(({ remote, ref }) => remote !== memory.remote || ref !== memory.ref);
    const all: SyncMemory[] = [...others, { ...memory, tail, synced_at: session.now.toISOString() }];
    mkdirSync(join(session.place.folder, "cache"), { recursive: true, mode: 0o700 });
    writeAtomically(fileOf(session), `${JSON.stringify(all)}\n`);
  } catch {
    // Derived.
  }
}

/** When this copy last met a remote; null when it never did. */
export function lastSync(session: Session): { readonly remote: string; readonly synced_at: string } | null {
  let newest: SyncMemory | null = null;
  for (const memory of readAll(session)) if (newest === null || memory.synced_at > newest.synced_at) newest = memory;
  return newest === null ? null : { remote: newest.remote, synced_at: newest.synced_at };
}
