// The Ledger of a place: reads on where it stopped, and appends what was decided, under the lock (spec 2.3).

import { closeSync, constants, fstatSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { ForemergeError, invalidInput } from "../errors.ts";
import { monotonicMs } from "../monotonic.ts";
import { sha256 } from "../sha256.ts";
import { appendBytes, makeDurable, writeFailed } from "./append.ts";
import { readBytes } from "./bytes.ts";
import type { LedgerEvent, NewEvent } from "./event.ts";
import { FoldedState } from "./folded-state.ts";
import { newId } from "./id.ts";
import type { Decided, Ledger, LedgerPlace, Step, StepResult } from "./ledger.ts";
import { EVENT_VERSION, LINE_LIMIT, lineOf, MAX_CLOCK, NO_PREVIOUS } from "./line.ts";
import { type LockOptions, lockIsHeld, withLock } from "./lock.ts";
import { mentionsOf } from "./mentions.ts";
import { type QuarantineKind, quarantine } from "./quarantine.ts";
import { type Reading, readAhead, readLedger, readOn, readSince } from "./read.ts";
import { knownReplica, takeReplica } from "./replica.ts";
import { asksForWhole, FallbackState } from "./snapshot/fallback-state.ts";
import { LayeredState } from "./snapshot/layered-state.ts";
import { DamagedFile } from "./snapshot/paged-file.ts";
import { isSealed, type Seal, sealOf, writeSeal } from "./snapshot/seal.ts";
import { openSnapshot } from "./snapshot/snapshot.ts";
import { type Livings, writeSnapshot } from "./snapshot/write-snapshot.ts";
import type { State } from "./state.ts";
import { warningsOf } from "./warnings.ts";

export interface LedgerOptions {
  /** Told every line of reading trouble; the same text may come again. */
  readonly onWarning?: (text: string) => void;
  /** How long a live holder of the lock is waited for; 10 s unless said otherwise. */
  readonly patienceMs?: number;
}

/** Who writes, and when. */
export interface By {
  readonly actor: string;
  readonly at: Date;
}

/**
 * Opens the ledger at a place.
 * @throws ForemergeError NO_LEDGER when there is none, LEDGER_FAILED when it cannot be read.
 */
export function openLedger(place: Pick<LedgerPlace, "path" | "folder">, options: LedgerOptions = {}): OpenedLedger {
  return new OpenedLedger(place, options);
}

/**
 * Makes the ledger of a place, with folder and first event; does nothing when there is one.
 * @returns whether it was made.
 */
export function createLedger(place: LedgerPlace, by: By): boolean {
  createEmptyLedger(place);
  const { result } = openLedger(place).transact(by, (state) => ({
    events: state.asOf === 0 ? [{ type: "ledger.created", data: { place: place.kind } }] : [],
    result: state.asOf === 0,
  }));
  return result;
}

/** Makes the file and its folder, without an event (for an import into nothing). Folders 0700, file 0600. */
export function createEmptyLedger(place: Pick<LedgerPlace, "path" | "folder">): void {
  try {
    mkdirSync(dirname(place.path), { recursive: true, mode: 0o700 });
    mkdirSync(place.folder, { recursive: true, mode: 0o700 });
    closeSync(openSync(place.path, "a", 0o600));
  } catch (error) {
    throw writeFailed(error, "the ledger");
  }
}

/** What the holder of the writer's lock may do beside a transaction: repair and import (src/store/maintenance.ts). */
export interface WriterTools {
  /** What is in the file, all of it. */
  readonly contents: () => Reading;
  /** The same as far as no snapshot stands for it. */
  readonly recent: () => Reading;
  readonly append: (by: By, events: readonly NewEvent[]) => readonly LedgerEvent[];
  /** Puts whole lines behind the last one. */
  readonly write: (lines: readonly string[], what: string) => void;
  /**
   * The same for very many lines behind a few, each parsed once and before it is written. False, and nothing is written,
   * when one of them is no event or comes twice.
   */
  readonly fill: (lines: Buffer, what: string) => boolean;
}

const LOCK = "writer";
/**
 * A snapshot is written when so many bytes were read that none covers: few where writing one is quick, more where it has
 * to say much. Smaller ledgers need none.
 */
const snapshotAfter = (covered: number): number => Math.min(Math.max(covered / 1024, 48 * 1024), 256 * 1024);
/** A reader that meets half a line waits so long for the writer who is at it. */
const HALF_WRITTEN_MS = 300;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** What was read, and who answers from it. */
interface View {
  readonly reading: Reading;
  readonly state: State;
  /** What a snapshot of the reading is made from. */
  readonly livings: Livings;
}

export class OpenedLedger implements Ledger {
  readonly path: string;
  readonly folder: string;
  private readonly warn: (text: string) => void;
  private readonly lockOptions: LockOptions;
  private fd: number;
  private view: View;
  /** Size of the file when it was last looked at. */
  private size = 0;
  /** What the system said of the file when all that was read of it was known to be what the writers wrote. */
  private certain: Seal | undefined;

  constructor(place: Pick<LedgerPlace, "path" | "folder">, options: LedgerOptions) {
    this.path = place.path;
    this.folder = place.folder;
    this.warn = options.onWarning ?? (() => {});
    this.lockOptions = options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs };
    this.fd = this.open();
    this.view = this.viewOf(this.readFile());
  }

  private get reading(): Reading {
    return this.view.reading;
  }

  private get state(): State {
    return this.view.state;
  }

  read(): State {
    this.refresh();
    const start = this.endsTorn() ? monotonicMs() : 0;
    while (this.endsTorn() && monotonicMs() - start < HALF_WRITTEN_MS && lockIsHeld(this.locks, LOCK)) {
      Atomics.wait(pause, 0, 0, 5);
      this.refresh();
    }
    for (const text of this.state.warnings) this.warn(text);
    return this.state;
  }

  transact<T>(
    by: By,
    decide: (state: State) => Decided<T>,
  ): { result: T; events: readonly LedgerEvent[]; state: State } {
    return this.locked(() => {
      this.refresh();
      const { events: wanted, result } = decide(this.state);
      if (wanted.length === 0) {
        for (const text of this.state.warnings) this.warn(text);
        return { result, events: [], state: this.state };
      }
      this.refuseNewer(wanted);
      const events = this.append(by, wanted);
      for (const text of this.state.warnings) this.warn(text);
      return { result, events, state: this.state };
    });
  }

  /** What is in the file by now, all of it, for those who look at lines rather than entities. */
  get contents(): Reading {
    this.refresh();
    if (this.reading.snapshot) this.readWhole();
    return this.reading;
  }

  /** `after`: bytes behind the last snapshot from which on a new one is worth it. */
  keepSnapshot(after?: number): void {
    const { reading } = this;
    const last = reading.index.rows - 1;
    const covered = reading.snapshot?.header.covered ?? 0;
    if (reading.end - covered < (after ?? snapshotAfter(covered))) return;
    // A last line without a line feed is in the index and not covered: the next reader meets it again.
    if (last >= 0 && reading.index.placeOf(last).offset >= reading.end) return;
    try {
      withLock(
        this.locks,
        "snapshot",
        () => {
          const id = this.writeSnapshot();
          const now = sealOf(this.fd, id);
          if (this.certain?.changed === now.changed && this.certain.size === now.size) writeSeal(this.folder, now);
        },
        { patienceMs: 0 },
      );
    } catch {
      // Read-only media, no space, or somebody else is at it.
    }
  }

  private writeSnapshot(): string {
    try {
      return writeSnapshot(this.view.reading, this.view.livings);
    } catch (error) {
      if (!asksForWhole(error)) throw error;
    }
    this.readWhole();
    return writeSnapshot(this.view.reading, this.view.livings);
  }

  /** Runs `work` under the writer's lock, with what only its holder may do. */
  exclusively<T>(work: (tools: WriterTools) => T): T {
    return this.locked(() =>
      work({
        contents: () => this.contents,
        recent: () => {
          this.refresh();
          return this.reading;
        },
        append: (by, events) => this.append(by, events),
        write: (lines, what) => this.write(lines, what),
        fill: (bytes, what) => this.fill(bytes, what),
      }),
    );
  }

  transactAll<T>(steps: readonly Step<T>[]): readonly StepResult<T>[] {
    return this.locked(() => {
      this.refresh();
      const start = fstatSync(this.fd).size;
      const what = `a group of ${steps.length} requests`;
      const answers = steps.map((step): StepResult<T> => {
        try {
          const { events, result } = step.decide(this.state);
          if (events.length > 0) {
            this.refuseNewer(events);
            this.append(step.by, events, false);
          }
          return { result };
        } catch (error) {
          return { error };
        }
      });
      const fd = this.openForWriting(what);
      try {
        makeDurable(fd, start, what);
      } catch (error) {
        this.restart();
        return answers.map(() => ({ error }));
      } finally {
        closeSync(fd);
      }
      for (const text of this.state.warnings) this.warn(text);
      return answers;
    });
  }

  /** True for a ledger that knows no intent and has no damage. */
  isUnused(): boolean {
    this.refresh();
    const { index, snapshot, problems } = this.reading;
    return snapshot === undefined && index.intents.size === 0 && index.held === 0 && problems.length === 0;
  }

  /** Under which replica id this place writes; undefined before its first write. */
  replica(): string | undefined {
    return knownReplica(this.folder, this.path, this.fd);
  }

  /** Lets the file go. The ledger must not be used afterwards. */
  close(): void {
    this.reading.snapshot?.close();
    closeSync(this.fd);
  }

  private locked<T>(work: () => T): T {
    return withLock(this.locks, LOCK, work, this.lockOptions);
  }

  private get locks(): string {
    return join(this.folder, "locks");
  }

  private open(): number {
    try {
      return openSync(this.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") {
        throw new ForemergeError("NO_LEDGER", `there is no ledger at ${this.path}`, { hint: "run foremerge init" });
      }
      throw new ForemergeError("LEDGER_FAILED", `the ledger cannot be read: ${message}`, { cause: error });
    }
  }

  /** Reads the file: what the snapshot leaves, when there is one that holds for it. */
  private readFile(): Reading {
    const before = sealOf(this.fd, "");
    this.size = Number(before.size);
    const snapshot = openSnapshot(this.folder, this.fd);
    const since = snapshot && readSince(this.fd, this.size, this.folder, snapshot);
    const reading = since ?? readLedger(this.fd, this.size, this.folder);
    this.certain = before;
    return reading;
  }

  /** Reads all of the file, as far as it was looked at, and answers from that from now on. */
  private readWhole(): State {
    this.view = this.viewOf(readLedger(this.fd, this.size, this.folder));
    return this.view.state;
  }

  private viewOf(reading: Reading): View {
    const { index, snapshot } = reading;
    const warnings = (): readonly string[] => warningsOf(reading);
    if (!snapshot) {
      const folded = new FoldedState(index, warnings);
      return { reading, state: folded, livings: folded };
    }
    const livings = new LayeredState(snapshot, index, warnings);
    return { reading, state: new FallbackState(livings, () => this.readWhole()), livings };
  }

  private endsTorn(): boolean {
    return this.reading.problems.at(-1)?.kind === "torn";
  }

  /** Takes in what was appended since; everything again when the file was replaced or cut. */
  private refresh(): void {
    const now = fstatSync(this.fd);
    let there: { ino: number; dev: number } | undefined;
    try {
      there = statSync(this.path);
    } catch {
      // Deleted under our feet: open() below says so.
    }
    if (there?.ino !== now.ino || there.dev !== now.dev) {
      // The old descriptor stays open: states handed out before still read through it.
      this.fd = this.open();
      this.restart();
    } else if (now.size < this.reading.end) {
      this.restart();
    } else if (now.size > this.size) {
      this.size = now.size;
      if (!this.readSome()) this.restart();
    }
  }

  /** Takes in the file as far as it was looked at; false when everything has to be read again. */
  private readSome(): boolean {
    try {
      return readOn(this.reading, this.size);
    } catch (error) {
      if (error instanceof DamagedFile) return false;
      throw error;
    }
  }

  private restart(): void {
    this.view = this.viewOf(this.readFile());
  }

  private refuseNewer(wanted: readonly NewEvent[]): void {
    const { newerIds, newerVersion } = this.reading.index;
    if (newerIds.size === 0) return;
    for (const id of mentionsOf(wanted)) {
      if (!newerIds.has(id)) continue;
      throw new ForemergeError(
        "NEWER_LEDGER",
        `${id} was changed by a newer version of foremerge (event version ${newerVersion}); nothing was written`,
        {
          hint: `install a foremerge that writes event version ${newerVersion}`,
          details: { id, version: newerVersion },
        },
      );
    }
  }

  private append(by: By, wanted: readonly NewEvent[], durable = true): LedgerEvent[] {
    const what = wanted.length === 1 ? `the event ${wanted[0]?.type}` : `a batch of ${wanted.length} events`;
    let composed: { readonly events: LedgerEvent[]; readonly lines: string[] };
    try {
      composed = this.compose(by, wanted);
    } catch (error) {
      throw error instanceof ForemergeError ? error : writeFailed(error, what);
    }
    this.write(composed.lines, what, durable);
    return composed.events;
  }

  /** Puts lines behind the last one, damaged bytes set aside first. */
  private write(lines: readonly string[], what: string, durable = true): void {
    const fd = this.openForWriting(what);
    try {
      const size = fstatSync(fd).size;
      this.setAside();
      const last = size > 0 ? readBytes(fd, size - 1, 1)[0] : 10;
      const sealed = this.isCertain();
      appendBytes(fd, size, Buffer.from(`${last === 10 ? "" : "\n"}${lines.join("\n")}\n`, "utf8"), what, durable);
      this.keepCertain(sealed);
      this.size = fstatSync(fd).size;
      if (!this.readSome()) this.restart();
    } catch (error) {
      throw error instanceof ForemergeError ? error : writeFailed(error, what);
    } finally {
      closeSync(fd);
    }
  }

  /** What `write` does, with the reading made from the bytes in hand. */
  private fill(bytes: Buffer, what: string): boolean {
    const fd = this.openForWriting(what);
    try {
      const { size } = fstatSync(fd);
      const reading = readAhead(this.fd, size, bytes, this.folder);
      if (reading === undefined) return false;
      const sealed = this.isCertain();
      appendBytes(fd, size, bytes, what);
      this.keepCertain(sealed);
      this.size = fstatSync(fd).size;
      this.view = this.viewOf(reading);
      return true;
    } catch (error) {
      throw error instanceof ForemergeError ? error : writeFailed(error, what);
    } finally {
      closeSync(fd);
    }
  }

  /** True when nobody but writers of this program has touched the file since it was read. Under the lock. */
  private isCertain(): boolean {
    const now = sealOf(this.fd, this.reading.snapshot?.header.id ?? "");
    if (this.certain?.changed === now.changed && this.certain.size === now.size) return true;
    return this.reading.snapshot !== undefined && isSealed(this.folder, now);
  }

  private keepCertain(was: boolean): void {
    const id = this.reading.snapshot?.header.id;
    this.certain = was ? sealOf(this.fd, id ?? "") : undefined;
    if (this.certain && id !== undefined) writeSeal(this.folder, this.certain);
  }

  private openForWriting(what: string): number {
    try {
      return openSync(this.path, constants.O_RDWR | constants.O_APPEND);
    } catch (error) {
      throw writeFailed(error, what);
    }
  }

  private compose(by: By, wanted: readonly NewEvent[]): { events: LedgerEvent[]; lines: string[] } {
    const { index } = this.reading;
    let replica = knownReplica(this.folder, this.path, this.fd);
    let head = replica === undefined ? undefined : this.headOf(replica);
    if (replica === undefined || (head && head.n + wanted.length > MAX_CLOCK)) {
      replica = takeReplica(this.folder, this.path, this.fd);
      head = undefined;
    }
    let prev = head ? sha256(readBytes(this.fd, head.offset, head.length)) : NO_PREVIOUS;
    let n = head?.n ?? 0;
    let lc = index.maxLc;
    const at = by.at.toISOString();
    const ids = wanted.map(() => newId("evt", by.at));
    const events: LedgerEvent[] = [];
    const lines: string[] = [];
    for (const [i, { type, data }] of wanted.entries()) {
      n++;
      lc = Math.min(lc + 1, MAX_CLOCK);
      const event: LedgerEvent = {
        v: EVENT_VERSION,
        id: ids[i] as string,
        replica,
        n,
        lc,
        at,
        actor: by.actor,
        type,
        data,
        prev,
        ...(wanted.length > 1 ? { batch: { id: ids[0] as string, k: i + 1, of: wanted.length } } : {}),
      };
      const line = lineOf(event);
      const bytes = Buffer.byteLength(line) + 1;
      if (bytes > LINE_LIMIT) {
        throw invalidInput(
          `the event ${type} would be a line of ${bytes} bytes; at most ${LINE_LIMIT} are stored`,
          "write shorter texts or fewer scopes",
        );
      }
      prev = sha256(line);
      events.push(event);
      lines.push(line);
    }
    return { events, lines };
  }

  /** The newest line of a replica. */
  private headOf(
    replica: string,
  ): { readonly n: number; readonly offset: number; readonly length: number } | undefined {
    const { index, snapshot } = this.reading;
    const covered = snapshot?.header.heads.find((head) => head.replica === replica);
    const head = index.headOf(replica);
    if (!head || (covered && covered.n > head.n)) return covered;
    return { n: head.n, ...index.placeOf(head.row) };
  }

  /** Copies damaged bytes to quarantine before anything is written behind them. */
  private setAside(): void {
    for (const { kind, offset, length, line } of this.reading.problems) {
      if (kind !== "torn" && kind !== "utf8" && kind !== "contradiction") continue;
      const as: QuarantineKind = kind;
      const kept = quarantine(this.folder, as, readBytes(this.fd, offset, length));
      if (kind === "torn")
        this.warn(`a torn line at the end of the ledger (line ${line}, ${length} bytes) was set aside as ${kept}`);
    }
  }
}
