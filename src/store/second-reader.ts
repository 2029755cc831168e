// Reads the second half of a large ledger in a thread of its own while this one reads the first. What it found comes back
// as numbers (index-part.ts); whatever goes wrong there, this thread reads on by itself and nothing is different.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { monotonicMs } from "../monotonic.ts";
import { readBytes } from "./bytes.ts";
import { type AnyEvent, LINE_LIMIT } from "./line.ts";
import type { Stretch } from "./read.ts";

/** Below so many bytes starting a thread is not worth it. */
const LARGE = 48 * 1024 * 1024;
/** An answer is waited for so many times as long as the first half took, and this many milliseconds more. */
const PATIENCE = 5;
const PATIENCE_MS = 10_000;

interface Place {
  readonly fd: number;
  readonly size: number;
  readonly folder: string;
}

/** What the thread (read-second.ts) is told. `done` holds 1 once the answer is in the port, or none will come. */
export interface Task {
  readonly fd: number;
  readonly from: number;
  readonly to: number;
  readonly folder: string;
  readonly done: Int32Array;
  readonly port: import("node:worker_threads").MessagePort;
}

export interface SecondReader {
  /** Where its stretch begins: what lies before is ours to read. */
  readonly from: number;
  /** Waits for what it read; undefined when it could not, or may not judge alone. */
  stretch(): Stretch | undefined;
}

/** Starts the thread; undefined when the ledger is small, there is one processor, or the program is not built. */
export function beginSecondReader({ fd, size, folder }: Place): SecondReader | undefined {
  const file = size < LARGE ? undefined : workerFile();
  if (file === undefined || process.getBuiltinModule("node:os").availableParallelism() < 2) return undefined;
  const from = cutNear(fd, Math.floor(size / 2), size);
  const to = from === undefined ? undefined : lastLineEnd(fd, size);
  if (from === undefined || to === undefined || to <= from) return undefined;
  const began = monotonicMs();
  const thread = startThread(file, { fd, from, to, folder });
  if (!thread) return undefined;
  return {
    from,
    stretch: () => thread.answer(PATIENCE * (monotonicMs() - began) + PATIENCE_MS),
  };
}

/** Undefined when the system gives no thread. */
function startThread(
  file: string,
  stretch: Omit<Task, "done" | "port">,
): { answer(patienceMs: number): Stretch | undefined } | undefined {
  const { Worker, MessageChannel, receiveMessageOnPort } = process.getBuiltinModule("node:worker_threads");
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const workerData: Task = { ...stretch, done, port: port2 };
  let worker: InstanceType<typeof Worker>;
  try {
    worker = new Worker(file, {
      workerData,
      transferList: [port2],
      env: {},
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 12 },
    });
  } catch {
    port1.close();
    return undefined;
  }
  worker.on("error", () => {}); // then nothing comes, and we read on
  worker.unref();
  return {
    answer(patienceMs) {
      const waited = Atomics.wait(done, 0, 0, patienceMs);
      const found = waited === "timed-out" ? undefined : receiveMessageOnPort(port1);
      port1.close();
      void worker.terminate();
      return found?.message as Stretch | undefined;
    },
  };
}

/** The start of a line at or behind this byte at which no batch is under way; undefined when there is none nearby. */
function cutNear(fd: number, at: number, size: number): number | undefined {
  const bytes = readBytes(fd, at, Math.min(4 * LINE_LIMIT, size - at));
  for (let start = bytes.indexOf(10) + 1; start > 0; ) {
    const feed = bytes.indexOf(10, start);
    if (feed === -1) return undefined;
    if (beginsAnew(bytes.toString("utf8", start, feed))) return at + start;
    start = feed + 1;
  }
  return undefined;
}

/** True for an event of no batch, or the first one of its batch. */
function beginsAnew(text: string): boolean {
  try {
    const { batch } = JSON.parse(text) as AnyEvent;
    return batch === undefined || batch.of === 1 || batch.k === 1;
  } catch {
    return false;
  }
}

/** Behind the last line feed of the file. */
function lastLineEnd(fd: number, size: number): number | undefined {
  const length = Math.min(LINE_LIMIT, size);
  const feed = readBytes(fd, size - length, length).lastIndexOf(10);
  return feed === -1 ? undefined : size - length + feed + 1;
}

/** The thread's script, which lies beside the built program. */
function workerFile(): string | undefined {
  if (import.meta.url.endsWith(".ts")) return undefined;
  const file = fileURLToPath(new URL("./second-reader.cjs", import.meta.url));
  return existsSync(file) ? file : undefined;
}
