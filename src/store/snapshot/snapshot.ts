// A snapshot as it lies in cache/, opened for one ledger file (spec 2.4). Every look-up reads a few blocks. Whatever is
// damaged, cut, foreign or of another build is no snapshot; damage met later throws DamagedFile.
import { fstatSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { readBytes } from "../bytes.ts";
import { checksum } from "../checksum.ts";
import { definitionOf } from "../events/registry.ts";
import { type Hashes, hashInto } from "../hash.ts";
import type { AnyEvent } from "../line.ts";
import {
  ENTITY_BYTES,
  entityKey,
  ID_BYTES,
  POSTING_BYTES,
  ROW_BYTES,
  SNAPSHOT_FILE,
  type SnapshotHeader,
  SUM_BYTES,
  TAIL_BYTES,
} from "./format.ts";
import { DamagedFile, PagedFile } from "./paged-file.ts";
import { isSealed, sealOf, writeSeal } from "./seal.ts";
import { asBytes, SortedTable } from "./sorted-table.ts";

const hashes: Hashes = { place: 0, tag: 0 };

/** The snapshot of a ledger, or undefined when there is none that holds for it. Never throws. */
export function openSnapshot(folder: string, ledger: number): Snapshot | undefined {
  let file: PagedFile<SnapshotHeader> | undefined;
  try {
    file = new PagedFile<SnapshotHeader>(join(folder, "cache", SNAPSHOT_FILE));
    const snapshot = new Snapshot(file, ledger);
    if (snapshot.holdsFor(folder)) return snapshot;
  } catch {
    // None, or damaged: the ledger says everything.
  }
  file?.close();
  return undefined;
}

/** A list of postings: its first number in the section `lists`, and how many there are. */
export interface PostingPlace {
  readonly start: number;
  readonly count: number;
}

export class Snapshot {
  readonly header: SnapshotHeader;
  readonly intents: SortedTable;
  readonly conflicts: SortedTable;
  /** Numbers of the live conflicts of an intent, by its id. */
  readonly sides: SortedTable;
  /** Numbers of the open intents of an agent, by its name. */
  readonly owners: SortedTable;
  /** Unreleased claims, in the order in which their leases end. */
  readonly claims: SortedTable;
  /** Numbers of the unreleased claims of an agent, by its name. */
  readonly holders: SortedTable;
  readonly agents: SortedTable;
  /** Rows of a plan node's history, by its id. */
  readonly plans: SortedTable;
  private readonly file: PagedFile<SnapshotHeader>;
  private readonly ledger: number;

  constructor(file: PagedFile<SnapshotHeader>, ledger: number) {
    this.file = file;
    this.ledger = ledger;
    this.header = file.header;
    this.intents = new SortedTable(file, "intents");
    this.conflicts = new SortedTable(file, "conflicts");
    this.sides = new SortedTable(file, "sides");
    this.owners = new SortedTable(file, "owners");
    this.claims = new SortedTable(file, "claims");
    this.holders = new SortedTable(file, "holders");
    this.agents = new SortedTable(file, "agents");
    this.plans = new SortedTable(file, "plans");
  }

  /**
   * True when the ledger still begins with the bytes that were covered. A file that only our own writers have touched
   * is known by its seal; any other is compared whole.
   */
  holdsFor(folder: string): boolean {
    const { build, covered, tailSum, id } = this.header;
    if (build !== FOREMERGE_BUILD || fstatSync(this.ledger).size < covered) return false;
    const tail = Math.min(TAIL_BYTES, covered);
    if (checksum(readBytes(this.ledger, covered - tail, tail)) !== tailSum) return false;
    const seal = sealOf(this.ledger, id);
    if (isSealed(folder, seal)) return true;
    if (!sameSums(ledgerSums(this.ledger, covered), this.ledgerSums())) return false;
    const still = sealOf(this.ledger, id);
    if (still.changed === seal.changed && still.size === seal.size) writeSeal(folder, seal);
    return true;
  }

  /** Checksums of the covered ledger bytes, by SUM_BYTES. */
  ledgerSums(): number[] {
    return this.numbers("sums");
  }

  /** Rows of assessments. */
  assessments(): number[] {
    return this.numbers("assessments");
  }

  private numbers(section: string): number[] {
    const bytes = this.section(section);
    return Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32LE(i * 4));
  }

  close(): void {
    this.file.close();
  }

  /** Any section, whole: for the next snapshot. */
  section(name: string): Buffer {
    return this.file.bytes(name, 0, this.file.length(name));
  }

  /** True when an id or a batch's key with these hashes is covered; wrong once in 2^64 times. */
  has({ place, tag }: Hashes): boolean {
    const slots = this.file.length("ids") / ID_BYTES;
    for (let i = place & (slots - 1), steps = 0; steps < slots; i = (i + 1) & (slots - 1), steps++) {
      const entry = this.file.bytes("ids", i * ID_BYTES, ID_BYTES);
      const [a, b] = [entry.readInt32LE(0), entry.readInt32LE(4)];
      if (a === 0 && b === 0) return false;
      if (a === place && b === tag) return true;
    }
    return false;
  }

  /** The same for the id of an event. */
  hasEvent(id: string): boolean {
    hashInto(id, hashes);
    return this.has(hashes);
  }

  /** Covered events of an intent or a conflict, in no order; empty when there are none. */
  eventsOf(kind: "intent" | "conflict", id: string): AnyEvent[] {
    const newest = this.newestRow(kind, id);
    return newest === -1 ? [] : this.rowsFrom(newest).map((row) => this.event(row));
  }

  /** The newest covered row of an intent or a conflict, -1 when there is none. */
  newestRow(kind: "intent" | "conflict", id: string): number {
    hashInto(entityKey(kind, id), hashes);
    const { place, tag } = hashes;
    const slots = this.file.length("entities") / ENTITY_BYTES;
    for (let i = place & (slots - 1), steps = 0; steps < slots; i = (i + 1) & (slots - 1), steps++) {
      const entry = this.file.bytes("entities", i * ENTITY_BYTES, ENTITY_BYTES);
      const row = entry.readUInt32LE(8) - 1;
      if (row === -1) return -1;
      if (entry.readInt32LE(0) === place && entry.readInt32LE(4) === tag && isAbout(this.event(row), kind, id))
        return row;
    }
    return -1;
  }

  private rowsFrom(newest: number): number[] {
    const rows: number[] = [];
    for (let row = newest; row !== -1; row = this.row(row).readUInt32LE(12) - 1) {
      rows.push(row);
      if (rows.length > this.header.rows) throw new DamagedFile("rows go in a circle");
    }
    return rows;
  }

  private row(row: number): Buffer {
    return this.file.bytes("rows", row * ROW_BYTES, ROW_BYTES);
  }

  /** The event of a row, from the ledger. */
  event(row: number): AnyEvent {
    const entry = this.row(row);
    const offset = entry.readUInt32LE(4) * 2 ** 32 + entry.readUInt32LE(0);
    return JSON.parse(readBytes(this.ledger, offset, entry.readUInt32LE(8)).toString("utf8")) as AnyEvent;
  }

  /** Numbers, ascending, of the open intents in a list. */
  posting({ start, count }: PostingPlace): Uint32Array {
    const list = new Uint32Array(count);
    asBytes(list).set(this.file.bytes("lists", start * 4, count * 4));
    return list;
  }

  /** Where the list of a posting key lies; undefined when nobody is filed under it. */
  findPosting(key: string): PostingPlace | undefined {
    hashInto(key, hashes);
    const { place, tag } = hashes;
    const slots = this.file.length("postings") / POSTING_BYTES;
    for (let i = place & (slots - 1), steps = 0; steps < slots; i = (i + 1) & (slots - 1), steps++) {
      const whole = this.file.wordsIfRead("postings");
      const words = whole ?? this.file.words("postings", i * POSTING_BYTES, POSTING_BYTES);
      const at = whole === undefined ? 0 : i * (POSTING_BYTES / 4);
      const count = (words[at + 3] as number) >>> 0;
      if (count === 0) return undefined;
      if (words[at] === place && words[at + 1] === tag) return { start: (words[at + 2] as number) >>> 0, count };
    }
    return undefined;
  }
}

function isAbout(event: AnyEvent, kind: "intent" | "conflict", id: string): boolean {
  const definition = definitionOf(event.type);
  return definition?.of === kind && definition.subject(event.data as never) === id;
}

/** Checksums of the first `size` bytes of an open file. */
export function ledgerSums(fd: number, size: number, known: readonly number[] = []): number[] {
  const sums = [...known];
  for (let from = sums.length * SUM_BYTES; from < size; from += SUM_BYTES) {
    // Megabytes: here Node's own, which has to be loaded, is worth it.
    sums.push(crc32(readBytes(fd, from, Math.min(SUM_BYTES, size - from))));
  }
  return sums;
}

function sameSums(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((sum, i) => sum === b[i]);
}
