// Puts lines at the end of the ledger: one write, one fsync, or the file as it was (spec 2.3). The lock is the caller's.
import { fstatSync, fsyncSync, ftruncateSync, writeSync } from "node:fs";
import { ForemergeError } from "../errors.ts";

/**
 * Appends to a file of `size` bytes that is open for appending. `durable: false` leaves the fsync to the caller.
 * @throws ForemergeError LEDGER_FAILED; the file is then as long as it was before.
 */
export function appendBytes(fd: number, size: number, bytes: Uint8Array, what: string, durable = true): void {
  try {
    for (let done = 0; done < bytes.length; ) {
      const wrote = writeSync(fd, bytes, done);
      if (wrote === 0) throw new Error("the system wrote nothing");
      done += wrote;
    }
    if (durable) fsyncSync(fd);
  } catch (error) {
    takeBack(fd, size);
    throw writeFailed(error, what);
  }
}

/**
 * Makes durable what was appended since the file had `size` bytes.
 * @throws ForemergeError LEDGER_FAILED; the file is then as long as it was before.
 */
export function makeDurable(fd: number, size: number, what: string): void {
  try {
    fsyncSync(fd);
  } catch (error) {
    takeBack(fd, size);
    throw writeFailed(error, what);
  }
}

/** A failed write may have left its first part. */
function takeBack(fd: number, size: number): void {
  try {
    if (fstatSync(fd).size > size) ftruncateSync(fd, size);
  } catch {
    // Then the part stays as a torn tail, which every reader leaves out and the next writer sets aside.
  }
}

/** The error of a write that did not happen. */
export function writeFailed(error: unknown, what: string): ForemergeError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    code === "ENOSPC" || code === "EDQUOT"
      ? "no space is left"
      : code === "EFBIG"
        ? "the file would be larger than the system allows"
        : code === "EROFS"
          ? "the file system is read-only"
          : code === "EACCES" || code === "EPERM"
            ? "the ledger may not be written"
            : message;
  return new ForemergeError("LEDGER_FAILED", `${what} was not written: ${why}`, {
    hint: "the ledger is as it was before",
    cause: error,
  });
}
