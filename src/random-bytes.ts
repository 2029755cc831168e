// Random bytes for ids and names. Loading Node's crypto takes as long as a check may cost beyond Node's start; the
// system's own source (random(4)) is one read away.
import { randomBytes as fromNode } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

/** `count` bytes that nobody can foretell. @throws Error when the system has no source of them */
export function randomBytes(count: number): Buffer {
  return fromDevice(count) ?? fromNode(count);
}

/** From /dev/urandom; undefined where there is none, as on Windows. */
function fromDevice(count: number): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync("/dev/urandom", "r");
  } catch {
    return undefined;
  }
  try {
    const bytes = Buffer.alloc(count);
    return readSync(fd, bytes, 0, count, null) === count ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}
