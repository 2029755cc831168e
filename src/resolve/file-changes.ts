// Rewrites several files so that all change or none, also under `kill -9`, and keeps what is needed to take it back
// (spec 4.5). The ledger is the commit record: a pending journal whose id an event names is finished, any other is
// rolled back. Callers hold the ledger's lock. Knows bytes, not what they mean.
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ForemergeError } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import { type Ground, readTarget, type TargetFile } from "./target-file.ts";

/** A file as it was read, and the bytes it shall have. */
export interface FileChange {
  readonly file: TargetFile;
  readonly after: Buffer;
}

/** What an `undo/` entry says. Bytes of before lie beside it, in the folder of the same name, by index. */
export interface Journal {
  readonly v: 1;
  readonly id: string;
  readonly state: "pending" | "applied" | "rolled_back";
  /** Worktree root that the paths belong to. */
  readonly root: string;
  readonly at: string;
  /** What the change belongs to: `conflict`, `node`. Where a later run looks for the event that names this id. */
  readonly about: Readonly<Record<string, string>>;
  readonly files: readonly JournalFile[];
}

interface JournalFile {
  readonly path: string;
  readonly mode: number;
  readonly before: string;
  readonly after: string;
  /** Name of the temporary file beside the target. */
  readonly temp: string;
}

/** Result of taking files back: those restored, and those that somebody edited since and that were left alone. */
export interface TakenBack {
  readonly restored: readonly string[];
  readonly edited: readonly string[];
}

const ID = /^[A-Za-z0-9_.-]{1,100}$/;

/**
 * Writes all files or none. The journal and the before-images are durable before the first file changes; each file is
 * replaced by rename and keeps its mode. On return the journal is pending: call `closeJournal` when the ledger has the
 * event that names `id`.
 * @throws ForemergeError INVALID_STATE when a file changed since it was read, LEDGER_FAILED when the file system
 * refuses; nothing is changed then.
 */
export function writeAll(
  undo: string,
  set: {
    readonly id: string;
    readonly ground: Ground;
    readonly at: Date;
    readonly about: Journal["about"];
    readonly changes: readonly FileChange[];
  },
): Journal {
  const journal: Journal = {
    v: 1,
    id: set.id,
    state: "pending",
    root: set.ground.root,
    at: set.at.toISOString(),
    about: set.about,
    files: set.changes.map(({ file, after }, i) => ({
      path: file.path,
      mode: file.mode,
      before: sha256(file.bytes),
      after: sha256(after),
      temp: `.foremerge-${set.id}-${i}.tmp`,
    })),
  };
  try {
    mkdirSync(join(undo, set.id), { recursive: true, mode: 0o700 });
    for (const [i, { file }] of set.changes.entries()) writeDurably(join(undo, set.id, String(i)), file.bytes, 0o600);
    writeDurably(pendingPath(undo, set.id), Buffer.from(`${JSON.stringify(journal)}\n`), 0o600);
    syncFolder(join(undo, set.id));
    syncFolder(undo);
  } catch (error) {
    forget(undo, set.id);
    throw fileSystemFailed("nothing was written", error);
  }
  try {
    for (const [i, { file, after }] of set.changes.entries()) {
      writeDurably(tempOf(set.ground.root, journal.files[i] as JournalFile), after, file.mode);
    }
    for (const [i, { file }] of set.changes.entries()) {
      unchangedSince(set.ground, file);
      renameSync(tempOf(set.ground.root, journal.files[i] as JournalFile), file.absolute);
    }
    for (const folder of new Set(set.changes.map(({ file }) => dirname(file.absolute)))) syncFolder(folder);
  } catch (error) {
    takeBack(undo, journal);
    forget(undo, set.id);
    throw error instanceof ForemergeError ? error : fileSystemFailed("no file was changed", error);
  }
  return journal;
}

const pendingPath = (undo: string, id: string): string => join(undo, `${id}.pending.json`);

const tempOf = (root: string, file: JournalFile): string => join(root, dirname(file.path), file.temp);

const fileSystemFailed = (what: string, cause: unknown): ForemergeError =>
  new ForemergeError("LEDGER_FAILED", `the file system refused, ${what}: ${(cause as Error).message}`, { cause });

function unchangedSince(ground: Ground, file: TargetFile): void {
  const now = readTarget(ground, file.path);
  if (now.state === "found" && now.file.bytes.equals(file.bytes)) return;
  throw new ForemergeError("INVALID_STATE", `${file.path} changed while it was being edited; no file was changed`, {
    hint: "run the command again",
  });
}

function writeDurably(path: string, bytes: Buffer, mode: number): void {
  rmSync(path, { force: true });
  const handle = openSync(path, "wx", mode);
  try {
    let rest = bytes;
    while (rest.length > 0) rest = rest.subarray(writeSync(handle, rest));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  chmodSync(path, mode);
}

function syncFolder(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Drops a journal that came to nothing. */
function forget(undo: string, id: string): void {
  rmSync(pendingPath(undo, id), { force: true });
  rmSync(join(undo, id), { force: true, recursive: true });
}

/** Marks a journal as done: applied and kept for a roll-back, or rolled back. */
export function closeJournal(undo: string, journal: Journal, state: "applied" | "rolled_back"): void {
  const closed: Journal = { ...journal, state };
  const temp = join(undo, `${journal.id}.json.tmp`);
  writeDurably(temp, Buffer.from(`${JSON.stringify(closed)}\n`), 0o600);
  renameSync(temp, join(undo, `${journal.id}.json`));
  rmSync(pendingPath(undo, journal.id), { force: true });
  syncFolder(undo);
}

/** Writes the before-images back wherever the file still has the bytes that this journal gave it. */
export function takeBack(undo: string, journal: Journal): TakenBack {
  const restored: string[] = [];
  const edited: string[] = [];
  for (const [i, file] of journal.files.entries()) {
    rmSync(tempOf(journal.root, file), { force: true });
    const now = readTarget({ root: journal.root, guarded: [] }, file.path);
    const hash = now.state === "found" ? sha256(now.file.bytes) : undefined;
    if (hash === file.before) continue;
    if (hash !== file.after || now.state !== "found") {
      edited.push(file.path);
      continue;
    }
    const temp = tempOf(journal.root, file);
    writeDurably(temp, readFileSync(join(undo, journal.id, String(i))), file.mode);
    renameSync(temp, now.file.absolute);
    syncFolder(dirname(now.file.absolute));
    restored.push(file.path);
  }
  return { restored, edited };
}

/** Takes back what `writeAll` did in this process, when the event could not be appended. */
export function abandon(undo: string, journal: Journal): TakenBack {
  const taken = takeBack(undo, journal);
  forget(undo, journal.id);
  return taken;
}

/** The before-image of a file of a journal; undefined when it is gone. */
export function beforeImage(undo: string, journal: Journal, path: string): Buffer | undefined {
  const i = journal.files.findIndex((file) => file.path === path);
  if (i < 0) return undefined;
  try {
    return readFileSync(join(undo, journal.id, String(i)));
  } catch {
    return undefined;
  }
}

/** Reads a journal by id; undefined for an id that is none, is unknown, or whose file does not parse. */
export function readJournal(undo: string, id: string): Journal | undefined {
  if (!ID.test(id) || id.endsWith(".pending")) return undefined;
  return parseJournal(join(undo, `${id}.json`));
}

/** Journals of one run: `ID` itself and `ID.1`, `ID.2` …, in the order they were written. */
export function journalsOf(undo: string, run: string): Journal[] {
  if (!ID.test(run)) return [];
  const journals = names(undo)
    .filter(
      (name) => name === `${run}.json` || (name.startsWith(`${run}.`) && /^\.\d+\.json$/.test(name.slice(run.length))),
    )
    .flatMap((name) => parseJournal(join(undo, name)) ?? []);
  const number = (journal: Journal): number => Number(journal.id.slice(run.length + 1) || 0);
  return journals.sort((a, b) => number(a) - number(b));
}

/** Journals that an earlier run left open. Cheap when there are none. */
export function pendingJournals(undo: string): Journal[] {
  return names(undo)
    .filter(isPending)
    .flatMap((name) => parseJournal(join(undo, name)) ?? []);
}

const isPending = (name: string): boolean => name.endsWith(".pending.json");

function names(undo: string): string[] {
  try {
    return readdirSync(undo).sort();
  } catch {
    return [];
  }
}

function parseJournal(path: string): Journal | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isJournal(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isJournal(value: unknown): value is Journal {
  const journal = value as Partial<Journal> | null;
  return (
    typeof journal === "object" &&
    journal !== null &&
    journal.v === 1 &&
    typeof journal.id === "string" &&
    ID.test(journal.id) &&
    typeof journal.root === "string" &&
    typeof journal.about === "object" &&
    journal.about !== null &&
    Array.isArray(journal.files) &&
    journal.files.every(
      (file: Partial<JournalFile> | null) =>
        typeof file?.path === "string" &&
        typeof file.mode === "number" &&
        typeof file.before === "string" &&
        typeof file.after === "string" &&
        typeof file.temp === "string" &&
        /^\.foremerge-[A-Za-z0-9_.-]+\.tmp$/.test(file.temp),
    )
  );
}

/** How a later run ended an interrupted one. */
export interface Recovered extends TakenBack {
  readonly id: string;
  readonly how: "finished" | "rolled back";
}

/**
 * Ends what an interrupted run left: finishes journals that the ledger knows, rolls the others back.
 * `committed` says whether an event names this journal.
 */
export function recover(undo: string, committed: (journal: Journal) => boolean): Recovered[] {
  // A pending journal that was cut short never allowed a file to change.
  for (const name of names(undo).filter(isPending)) {
    if (!parseJournal(join(undo, name))) rmSync(join(undo, name), { force: true });
  }
  return pendingJournals(undo).map((journal): Recovered => {
    if (committed(journal)) {
      for (const file of journal.files) rmSync(tempOf(journal.root, file), { force: true });
      closeJournal(undo, journal, "applied");
      return { id: journal.id, how: "finished", restored: [], edited: [] };
    }
    const taken = takeBack(undo, journal);
    closeJournal(undo, journal, "rolled_back");
    return { id: journal.id, how: "rolled back", ...taken };
  });
}
