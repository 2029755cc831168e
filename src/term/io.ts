// The only place that knows a terminal: streams, sizes, colour support, standard input. Tests hand in their own Io.
import { closeSync, constants, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { ForemergeError } from "../errors.ts";
import { openProgress } from "./progress.ts";

/** Everything a command may know of the world around the process. */
export interface Io {
  /** Writes the answer. Throws EpipeSignal when the reader has gone (`| head`). */
  readonly out: (text: string) => void;
  /** Writes warnings, progress and errors. */
  readonly err: (text: string) => void;
  /** Says how far a long run is (src/term/progress.ts); `expected` when what comes now will surely last. */
  readonly progress?: (text: string, expected?: boolean) => void;
  /** All of standard input as bytes, read once. */
  readonly stdin: () => Buffer;
  /** The same without waiting longer than `ms`; undefined when its end did not come in that time. */
  readonly stdinWithin: (ms: number) => Promise<Buffer | undefined>;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Thrown by `out` when standard output was closed by its reader: ends the run quietly. */
export class EpipeSignal extends Error {}

/** Ctrl-C at a prompt: ends the run with 130; what was confirmed before stands. */
export class InterruptSignal extends Error {}

function writeAll(fd: 1 | 2, text: string): void {
  let bytes = Buffer.from(text, "utf8");
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(fd, bytes));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EAGAIN") {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
        continue;
      }
      if (code === "EPIPE") throw new EpipeSignal();
      throw new ForemergeError("LEDGER_FAILED", `the answer could not be written: ${code ?? String(error)}`, {
        hint: "make room where it goes; what was recorded stays recorded",
        cause: error,
      });
    }
  }
}

function readAll(): Buffer {
  const chunks: Buffer[] = [];
  const buffer = Buffer.allocUnsafe(65_536);
  for (;;) {
    try {
      const size = readSync(0, buffer, 0, buffer.length, null);
      if (size === 0) break;
      chunks.push(Buffer.from(buffer.subarray(0, size)));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === "EAGAIN") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      else if (code === "EOF") break;
      else throw error;
    }
  }
  return Buffer.concat(chunks);
}

/**
 * Reads to the end of standard input, or gives up. A blocking read that nobody ends would keep the process from
 * exiting, so only what has an end of its own (a file, /dev/null) is read that way.
 */
async function readWithin(ms: number): Promise<Buffer | undefined> {
  const info = fstatSync(0);
  if (!info.isFIFO() && !info.isSocket() && !isTerminal(0)) return readAll();
  const piped = info.isFIFO() ? readPipe(ms) : "not here";
  if (piped !== "not here") return piped;
  const stream = info.isFIFO() || info.isSocket() ? await pipeStream() : process.stdin;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => end(undefined), Math.max(0, ms));
    const end = (bytes: Buffer | undefined): void => {
      clearTimeout(timer);
      stream.destroy();
      resolve(bytes);
    };
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => end(Buffer.concat(chunks)));
    stream.on("error", () => end(Buffer.concat(chunks)));
  });
}

/** A pipe opened once more, so that reading it need not block; on Linux only, where that costs next to nothing. */
function readPipe(ms: number): Buffer | undefined | "not here" {
  let fd: number;
  try {
    fd = openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return "not here";
  }
  const end = performance.now() + ms;
  const chunks: Buffer[] = [];
  const buffer = Buffer.allocUnsafe(65_536);
  try {
    while (performance.now() < end) {
      try {
        const size = readSync(fd, buffer, 0, buffer.length, null);
        if (size === 0) return Buffer.concat(chunks);
        chunks.push(Buffer.from(buffer.subarray(0, size)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
      }
    }
    return undefined;
  } finally {
    closeSync(fd);
  }
}

/** /dev/null and its kin (major 1 on Linux) are devices, and no terminal. */
const MEMORY_DEVICES = 1;

/** Whether a stream is a terminal; Node's tty module, which costs start-up time, is asked only about devices. */
function isTerminal(fd: 0 | 1 | 2): boolean {
  try {
    const info = fstatSync(fd);
    if (!info.isCharacterDevice()) return false;
    if (process.platform === "linux" && info.rdev >> 8 === MEMORY_DEVICES) return false;
    return isatty(fd);
  } catch {
    return false;
  }
}

/** Standard input as a stream that waits without a thread; lighter than `process.stdin`. */
async function pipeStream(): Promise<NodeJS.ReadableStream & { destroy(): unknown }> {
  const { Socket } = await import("node:net");
  return new Socket({ fd: 0, readable: true, writable: false });
}

function windowSize(): { columns: number; rows: number } {
  // process.stdout is created only for a terminal: making the stream costs start-up time that pipes need not pay.
  if (!isTerminal(1)) return { columns: 80, rows: 24 };
  return { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 };
}

/** The real terminal. */
export function processIo(): Io {
  let input: Buffer | undefined;
  const { columns, rows } = windowSize();
  const progress = openProgress(isTerminal(2) ? (text) => writeAll(2, text) : undefined, columns);
  return {
    out: (text) => {
      progress.clear();
      writeAll(1, text);
    },
    progress: progress.say,
    err: (text) => {
      progress.clear();
      try {
        writeAll(2, text);
      } catch {
        // There is nowhere left to say so.
      }
    },
    stdin: () => {
      input ??= readAll();
      return input;
    },
    stdinWithin: async (ms) => {
      input ??= await readWithin(ms);
      return input;
    },
    stdinIsTerminal: isTerminal(0),
    stdoutIsTerminal: isTerminal(1),
    stderrIsTerminal: isTerminal(2),
    columns,
    rows,
    env: process.env,
  };
}
