// Replaces a small file whole: a reader sees the old bytes or the new ones. Temporary names are unique, and none is
// left behind.
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";

const RETRIES = 5;
const pause = new Int32Array(new SharedArrayBuffer(4));
let made = 0;

/** Writes `content` to a temporary file beside `path` and renames it over. Mode 0600 unless said otherwise. */
export function writeAtomically(
  path: string,
  content: string | Uint8Array,
  { durable = false, mode }: { readonly durable?: boolean; readonly mode?: number } = {},
): void {
  const spare = `${path}.${process.pid}-${Date.now().toString(36)}-${made++}.tmp`;
  try {
    const fd = openSync(spare, "wx", 0o600);
    try {
      const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      // Said again, because opening leaves out what the umask forbids.
      if (mode !== undefined) fchmodSync(fd, mode);
      if (durable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    rename(spare, path);
  } catch (error) {
    try {
      unlinkSync(spare);
    } catch {
      // It was renamed, or never made.
    }
    throw error;
  }
}

/** Some systems refuse a rename while somebody reads the old file: a few tries, then the error. */
function rename(from: string, to: string): void {
  for (let round = 1; ; round++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (round === RETRIES || (code !== "EPERM" && code !== "EBUSY" && code !== "EACCES")) throw error;
      Atomics.wait(pause, 0, 0, 10 * round);
    }
  }
}
