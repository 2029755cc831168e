// Damaged bytes that were set aside (spec 2.1): one file per piece, named by what it is and its SHA-256, so that a piece
// is kept once and found again.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../sha256.ts";
import { writeAtomically } from "./atomic.ts";

export type QuarantineKind = "torn" | "contradiction" | "utf8" | "damaged" | "marker";

const folderOf = (ledgerFolder: string): string => join(ledgerFolder, "quarantine");

/** Keeps the bytes, unless they are kept already. Returns the file's path. */
export function quarantine(ledgerFolder: string, kind: QuarantineKind, bytes: Uint8Array): string {
  const folder = folderOf(ledgerFolder);
  const path = join(folder, `${kind}-${sha256(bytes)}`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeAtomically(path, bytes, { durable: true });
  return path;
}

/** True when these bytes were a torn tail that a writer set aside and closed off. */
export function wasClosedOff(ledgerFolder: string, bytes: Uint8Array): boolean {
  return existsSync(join(folderOf(ledgerFolder), `torn-${sha256(bytes)}`));
}

/** Number of pieces set aside. */
export function quarantined(ledgerFolder: string): number {
  try {
    return readdirSync(folderOf(ledgerFolder)).length;
  } catch {
    return 0;
  }
}
