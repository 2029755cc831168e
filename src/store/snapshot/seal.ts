// Says that the ledger file has not been touched by anybody but writers of this program since a snapshot of it was
// checked (spec 2.4): what the system tells of the file, and which snapshot. Derived; without it a snapshot is compared
// with the whole file again.
import { fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "../atomic.ts";

export interface Seal {
  readonly inode: string;
  readonly size: string;
  /** Time of the last change of anything, in nanoseconds: no program can set it. */
  readonly changed: string;
  /** Id of the snapshot. */
  readonly snapshot: string;
}

const pathOf = (folder: string): string => join(folder, "cache", "seal.json");

/** What the system says now of an open file. */
export function sealOf(fd: number, snapshot: string): Seal {
  const { ino, size, ctimeNs } = fstatSync(fd, { bigint: true });
  return { inode: String(ino), size: String(size), changed: String(ctimeNs), snapshot };
}

/** True when the seal on disk says exactly this. */
export function isSealed(folder: string, seal: Seal): boolean {
  try {
    return readFileSync(pathOf(folder), "utf8") === textOf(seal);
  } catch {
    return false;
  }
}

/** Never throws: without a seal the next reader only works more. */
export function writeSeal(folder: string, seal: Seal): void {
  try {
    writeAtomically(pathOf(folder), textOf(seal));
  } catch {
    // Read-only media, or no space.
  }
}

const textOf = ({ inode, size, changed, snapshot }: Seal): string =>
  `${JSON.stringify({ inode, size, changed, snapshot })}\n`;
