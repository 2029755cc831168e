// Which replica writes here (spec 2.2): replica.json beside the ledger knows the places of this ledger. A copy made
// with `cp -r` is a place that it does not know, so that the copy takes a new id before it writes.
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "./atomic.ts";
import { isRecord } from "./events/check.ts";
import { newReplicaId } from "./id.ts";

interface Place {
  /** Real path of the ledger as this machine, or this container, sees it. */
  readonly path: string;
  /** Inode, so that a copy put at the old path is a new place all the same. */
  readonly inode: string;
  readonly replica: string;
}

const FILE = "replica.json";

function readPlaces(folder: string): Place[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(folder, FILE), "utf8"));
    if (!isRecord(stored) || !Array.isArray(stored.places)) return [];
    return stored.places.filter(
      (place: unknown): place is Place =>
        isRecord(place) &&
        typeof place.path === "string" &&
        typeof place.inode === "string" &&
        typeof place.replica === "string" &&
        /^r_[0-9a-hjkmnp-tv-z]{10}$/.test(place.replica),
    );
  } catch {
    return [];
  }
}

/** The replica id that writes to this open ledger, if its place is known. */
export function knownReplica(folder: string, path: string, fd: number): string | undefined {
  const inode = String(fstatSync(fd).ino);
  return readPlaces(folder).find((place) => place.path === path && place.inode === inode)?.replica;
}

/** Makes a new replica id for this place and remembers it. Call with the writer's lock held. */
export function takeReplica(folder: string, path: string, fd: number): string {
  const replica = newReplicaId();
  rememberReplica(folder, path, fd, replica);
  return replica;
}

/** Remembers a place under a replica id that it keeps (a repaired ledger is a new file at its old place). */
export function rememberReplica(folder: string, path: string, fd: number, replica: string): void {
  const inode = String(fstatSync(fd).ino);
  const others = readPlaces(folder).filter((place) => place.path !== path || place.inode !== inode);
  const places: Place[] = [...others, { path, inode, replica }];
  writeAtomically(join(folder, FILE), `${JSON.stringify({ v: 1, places }, null, 2)}\n`, { durable: true });
}

/** A new replica id for a place whose old one is used by a copy too. @returns the new id */
export function renewReplica(folder: string, path: string): string {
  const fd = openSync(path, "r");
  try {
    return takeReplica(folder, path, fd);
  } finally {
    closeSync(fd);
  }
}
