// Reads a stretch of an open file.
import { readSync } from "node:fs";

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
