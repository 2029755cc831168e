// The writer's lock (spec 2.3): one process at a time, whichever worktree it comes from. A lock is a numbered file; the
// highest number holds it. It is never deleted while it is the highest, so taking over a dead owner is the creation of
// the next number, which only one of many can do, and nobody can remove a lock that has changed hands meanwhile.

import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { ForemergeError } from "../errors.ts";
import { monotonicMs } from "../monotonic.ts";
import { isAlive, type Owner, ownerText, parseOwner, thisOwner } from "./owner.ts";

/** Give up on a live holder after this. */
const PATIENCE_MS = 10_000;
/** Old numbers that are kept, so that a slow reader of the folder always meets a newer one than it remembers. */
const KEPT = 16;
const FREE = "free";

const pause = new Int32Array(new SharedArrayBuffer(4));

export interface LockOptions {
  readonly patienceMs?: number;
}

/**
 * Runs `work` while holding the lock `name` in `folder`.
 * @throws ForemergeError LEDGER_FAILED when a live holder does not let go in time, or the folder cannot be written.
 */
export function withLock<T>(folder: string, name: string, work: () => T, options: LockOptions = {}): T {
  const number = acquire(folder, name, options.patienceMs ?? PATIENCE_MS);
  try {
    return work();
  } finally {
    release(folder, name, number);
  }
}

/** The same for work that waits for others: the process goes on meanwhile, the lock stays held. */
export async function withLockAsync<T>(
  folder: string,
  name: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const number = acquire(folder, name, options.patienceMs ?? PATIENCE_MS);
  try {
    return await work();
  } finally {
    release(folder, name, number);
  }
}

/** True while a process that may still run holds the lock. */
export function lockIsHeld(folder: string, name: string): boolean {
  try {
    const top = highest(folder, name);
    const holder = top === 0 ? undefined : holderOf(join(folder, `${name}.${top}`));
    return holder !== undefined && isAlive(holder);
  } catch {
    return false;
  }
}

function acquire(folder: string, name: string, patience: number): number {
  const nonce = `${process.hrtime.bigint()}`;
  const me = ownerText(thisOwner(nonce));
  const start = monotonicMs();
  for (let round = 0; ; round++) {
    try {
      const top = highest(folder, name);
      const holder = top === 0 ? undefined : holderOf(join(folder, `${name}.${top}`));
      if (holder === undefined || !isAlive(holder)) {
        if (create(join(folder, `${name}.${top + 1}`), me) && highest(folder, name) === top + 1) {
          sweep(folder, name, top + 1);
          return top + 1;
        }
        continue;
      }
      if (monotonicMs() - start > patience) throw heldTooLong(join(folder, `${name}.${top}`), holder, patience);
    } catch (error) {
      if (error instanceof ForemergeError) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") {
        makeFolder(folder);
        continue;
      }
      throw new ForemergeError("LEDGER_FAILED", `the ledger cannot be locked, nothing was written: ${message}`, {
        hint: `make ${folder} writable`,
        cause: error,
      });
    }
    Atomics.wait(pause, 0, 0, Math.min(25, 1 + round) * (0.5 + Math.random()));
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ForemergeError(
      "LEDGER_FAILED",
      `the ledger cannot be locked, nothing was written: ${(error as Error).message}`,
      { hint: `make ${folder} writable`, cause: error },
    );
  }
}

/** The highest number in the folder, 0 when there is none. */
function highest(folder: string, name: string): number {
  let top = 0;
  for (const number of numbers(folder, name)) if (number > top) top = number;
  return top;
}

function* numbers(folder: string, name: string): Iterable<number> {
  for (const file of readdirSync(folder)) {
    if (!file.startsWith(`${name}.`)) continue;
    const number = Number(file.slice(name.length + 1));
    if (Number.isSafeInteger(number) && number > 0) yield number;
  }
}

/** Who holds a lock file; undefined when it was let go. */
function holderOf(path: string): Owner | undefined {
  let text: string;
  try {
    text = readlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    text = readFileSync(path, "utf8");
    // Between creation and writing a plain file is empty for a moment.
    if (text === "" && Date.now() - statSync(path).mtimeMs < 2000) return { ...thisOwner(""), start: "" };
  }
  return text === FREE ? undefined : parseOwner(text);
}

/** Creates a lock file with its content in one step; false when somebody else was faster. */
function create(path: string, text: string): boolean {
  try {
    symlinkSync(text, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code !== "EPERM" && code !== "ENOSYS" && code !== "ENOTSUP" && code !== "EINVAL") throw error;
  }
  // No symbolic links here (Windows, some mounted folders): a plain file.
  try {
    const fd = openSync(path, "wx", 0o600);
    writeSync(fd, text);
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function release(folder: string, name: string, number: number): void {
  const path = join(folder, `${name}.${number}`);
  const spare = join(folder, `${name}.${number}.free`);
  try {
    create(spare, FREE);
    renameSync(spare, path);
  } catch {
    // The process is about to end or to say why it failed; a dead owner is taken over at once anyway.
  }
}

/** Deletes numbers that nobody can need any more. */
function sweep(folder: string, name: string, top: number): void {
  for (const number of numbers(folder, name)) {
    if (number > top - KEPT) continue;
    try {
      unlinkSync(join(folder, `${name}.${number}`));
    } catch {
      // Somebody else swept it.
    }
  }
}

function heldTooLong(path: string, holder: Owner, patience: number): ForemergeError {
  const foreign = holder.space !== thisOwner("").space;
  return new ForemergeError(
    "LEDGER_FAILED",
    `the ledger is locked by process ${holder.pid}${foreign ? " of another container" : ""} for ${patience / 1000} s, nothing was written`,
    {
      hint: foreign ? `if that container is gone, delete ${path}` : "try again when that process is done",
      details: { holders: [{ pid: holder.pid }] },
    },
  );
}
