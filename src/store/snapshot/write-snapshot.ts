// Makes a snapshot of what has been read (spec 2.4): from a whole reading, or from the snapshot before and what came
// since, without parsing again what that one covers. For after the answer; src/store/open-ledger.ts decides when.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "../../random-bytes.ts";
import { readBytes } from "../bytes.ts";
import { checksum } from "../checksum.ts";
import type { EventIndex } from "../event-index.ts";
import type { FoldedIntent } from "../fold.ts";
import { type Hashes, hashInto } from "../hash.ts";
import { HashTable } from "../hash-table.ts";
import type { Conflict } from "../model.ts";
import { type KeyHashes, keyHashesOf, postingTable } from "../postings/key-hashes.ts";
import type { Reading } from "../read.ts";
import { candidateOf } from "../state.ts";
import { mergeAgents, traceOf } from "./agent-records.ts";
import {
  type AgentRecord,
  claimKey,
  claimOfKey,
  entityKey,
  SNAPSHOT_FILE,
  type SnapshotHeader,
  TAIL_BYTES,
} from "./format.ts";
import { isLive } from "./live.ts";
import { ledgerSums, type Snapshot } from "./snapshot.ts";
import { asBytes, type SortedTable, tableSections } from "./sorted-table.ts";
import { writeSections } from "./write-sections.ts";

/** What a state must tell for a snapshot: the whole fold and the layered state both do. */
export interface Livings {
  /** Open intents that are to be written anew, with all their claims. */
  freshIntents(): Iterable<FoldedIntent>;
  /** Hashes of an intent's posting keys, when they were worked out already. */
  keyHashes(intentId: string): KeyHashes | undefined;
  /** Conflicts that are to be written anew, as far as somebody may still ask for them. */
  freshConflicts(): Iterable<Conflict>;
  /** True for an intent whose record in the snapshot before no longer holds. */
  isStale(intentId: string): boolean;
  /** True for a conflict whose record in the snapshot before no longer holds, or is no longer needed. */
  isStaleConflict(conflictId: string): boolean;
  /** How many sides are open intents, or intents that nobody has heard of yet; -1 when no side is an intent. */
  possibleSides(conflict: Conflict): number;
}

/** @returns the id of the snapshot that now lies in cache/. @throws whatever the file system throws */
export function writeSnapshot(reading: Reading, state: Livings): string {
  const { folder, index, snapshot: before } = reading;
  const id = randomBytes(8).toString("hex");
  const rows = new Rows(index, before);
  const intents = mergedIntents(before, state);
  const claims = mergedClaims(before, state);
  const conflicts = mergedConflicts(before, state);
  const agents = mergedAgents(before, index);
  const plans = mergedPlans(before, index, rows);
  const posted = postingTable(intents.hashes);
  const cache = join(folder, "cache");
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const covered = reading.end;
  const tail = Math.min(TAIL_BYTES, covered);
  const newAssessments = index.assessments.map((row) => rows.number(row));
  const fullSums = before ? before.ledgerSums().slice(0, -1) : [];
  const header: Omit<SnapshotHeader, "sections"> = {
    id,
    build: FOREMERGE_BUILD,
    covered,
    tailSum: checksum(readBytes(index.fd, covered - tail, tail)),
    lines: reading.lines,
    repeats: reading.repeats,
    problems: reading.problems.filter(({ offset }) => offset < covered),
    held: rows.held,
    rows: rows.count,
    maxLc: index.maxLc,
    topLc: index.topLc,
    newerVersion: index.newerVersion,
    newerIds: [...index.newerIds],
    heads: mergedHeads(before, index),
    updatedUntil: intents.updatedUntil,
    unscoped: intents.unscoped,
  };
  writeSections(
    join(cache, SNAPSHOT_FILE),
    {
      sums: [asBytes(Uint32Array.from(ledgerSums(index.fd, covered, fullSums)))],
      rows: rows.section(),
      ids: [mergedIds(before, index).bytes()],
      entities: [rows.entities().bytes()],
      ...tableSections("intents", intents.keys, intents.records()),
      keyEnds: [asBytes(intents.keyEnds)],
      keys: intents.hashes.map((pairs) => new Uint8Array(pairs.buffer, pairs.byteOffset, pairs.byteLength)),
      postings: [posted.table.bytes()],
      lists: [asBytes(posted.lists)],
      ...tableSections("conflicts", conflicts.keys, conflicts.records()),
      ...tableSections("sides", [...conflicts.sides.keys()], encoded(conflicts.sides.values())),
      ...tableSections("owners", [...intents.owners.keys()], encoded(intents.owners.values())),
      ...tableSections("claims", claims.keys, claims.records()),
      ...tableSections("holders", [...claims.holders.keys()], encoded(claims.holders.values())),
      ...tableSections("agents", [...agents.keys()], encoded(agents.values())),
      ...tableSections("plans", [...plans.keys()], encoded(plans.values())),
      assessments: [asBytes(Uint32Array.from([...(before?.assessments() ?? []), ...newAssessments]))],
    },
    header,
  );
  return id;
}

const encode = (value: unknown): Buffer => Buffer.from(JSON.stringify(value), "utf8");

function* encoded(values: Iterable<unknown>): Iterable<Buffer> {
  for (const value of values) yield encode(value);
}

/** Rows of the snapshot before, then those of the index that count, numbered on. */
class Rows {
  private readonly index: EventIndex;
  private readonly before: Snapshot | undefined;
  private readonly base: number;
  private readonly numbers: Int32Array;
  readonly held: [number, number, number][] = [];
  readonly count: number;
  /** Row + 1 that an index row hangs on in the snapshot before. */
  private readonly anchors = new Map<number, number>();

  constructor(index: EventIndex, before: Snapshot | undefined) {
    this.index = index;
    this.before = before;
    this.base = before?.header.rows ?? 0;
    this.numbers = new Int32Array(index.rows);
    let next = this.base;
    for (let row = 0; row < index.rows; row++) {
      if (index.isHeld(row)) {
        const { offset, length } = index.placeOf(row);
        this.held.push([offset, length, index.lineNumber(row) ?? 0]);
        this.numbers[row] = -1;
      } else this.numbers[row] = next++;
    }
    this.count = next;
  }

  number(row: number): number {
    return this.numbers[row] as number;
  }

  /** Newest row of every entity. Call before `section`: links to the rows before are made here. */
  entities(): HashTable {
    const { index, before } = this;
    const table = before
      ? HashTable.from(3, before.section("entities"))
      : new HashTable(3, index.intents.size + index.conflicts.size);
    for (const kind of ["intent", "conflict"] as const) {
      for (const [id, slot] of kind === "intent" ? index.intents : index.conflicts) {
        const newest = index.newestRow(kind, slot);
        if (newest === -1) continue;
        const at = table.entry(entityKey(kind, id));
        const older = table.get(at + 2);
        if (older !== 0) {
          let oldest = newest;
          for (let row = newest; row !== -1; row = index.olderRow(row)) oldest = row;
          this.anchors.set(oldest, older);
        }
        table.set(at + 2, this.number(newest) + 1);
      }
    }
    return table;
  }

  *section(): Iterable<Uint8Array> {
    if (this.before) yield this.before.section("rows");
    const { index } = this;
    const part = 1 << 16;
    for (let from = 0; from < index.rows; from += part) {
      const words = new Uint32Array(Math.min(part, index.rows - from) * 4);
      let at = 0;
      for (let row = from; row < Math.min(from + part, index.rows); row++) {
        if (this.number(row) === -1) continue;
        const { offset, length } = index.placeOf(row);
        const older = index.olderRow(row);
        words[at++] = offset % 2 ** 32;
        words[at++] = Math.floor(offset / 2 ** 32);
        words[at++] = length;
        words[at++] = older === -1 ? (this.anchors.get(row) ?? 0) : this.number(older) + 1;
      }
      yield asBytes(words.subarray(0, at));
    }
  }
}

function mergedIds(before: Snapshot | undefined, index: EventIndex): HashTable {
  const held = new Set<string>();
  const out: Hashes = { place: 0, tag: 0 };
  for (let row = 0; row < index.rows && index.held > held.size; row++) {
    if (!index.isHeld(row)) continue;
    hashInto(index.event(row).id, out);
    held.add(`${out.place} ${out.tag}`);
  }
  // Without a snapshot before and without open batches the ids lie as they must already.
  const alone = before === undefined && held.size === 0;
  const table = before
    ? HashTable.from(2, before.section("ids"))
    : alone
      ? HashTable.from(2, index.idPairs())
      : new HashTable(2, index.rows * 1.5);
  for (const pairs of alone ? [index.batchPairs()] : [index.idPairs(), index.batchPairs()]) {
    for (let i = 0; i < pairs.length; i += 2) {
      const [place, tag] = [pairs[i] as number, pairs[i + 1] as number];
      if ((place !== 0 || tag !== 0) && !(held.size > 0 && held.has(`${place} ${tag}`))) table.entryOf(place, tag);
    }
  }
  return table;
}

function mergedHeads(before: Snapshot | undefined, index: EventIndex): SnapshotHeader["heads"] {
  const heads = new Map(before?.header.heads.map((head) => [head.replica, head]));
  for (const replica of index.replicaNames) {
    const head = index.headOf(replica);
    const known = heads.get(replica);
    if (!head || (known && known.n > head.n)) continue;
    heads.set(replica, { replica, n: head.n, ...index.placeOf(head.row) });
  }
  return [...heads.values()];
}

interface MergedIntents {
  readonly keys: readonly string[];
  readonly hashes: readonly Int32Array[];
  readonly keyEnds: Uint32Array;
  readonly unscoped: readonly string[];
  readonly updatedUntil: string;
  /** Numbers of the intents of every agent, agents sorted. */
  readonly owners: ReadonlyMap<string, readonly number[]>;
  records(): Iterable<Uint8Array>;
}

function mergedIntents(before: Snapshot | undefined, state: Livings): MergedIntents {
  const entries: { id: string; agent: string; hashes: Int32Array; record: Uint8Array | number }[] = [];
  const unscoped: string[] = [];
  let updatedUntil = before?.header.updatedUntil ?? "";
  if (before) {
    const agents = grouped(before.owners);
    const ends = before.section("keyEnds");
    const keys = before.section("keys");
    const open = new Set(before.header.unscoped);
    for (let number = 0, from = 0; number < before.intents.size; number++) {
      const end = ends.readUInt32LE(number * 4);
      const id = before.intents.key(number);
      if (!state.isStale(id)) {
        const pairs = new Int32Array((end - from) * 2);
        for (let i = 0; i < pairs.length; i++) pairs[i] = keys.readInt32LE((from * 2 + i) * 4);
        entries.push({ id, agent: agents.get(number)?.[0] ?? "", hashes: pairs, record: number });
        if (open.has(id)) unscoped.push(id);
      }
      from = end;
    }
  }
  for (const { intent, claims } of state.freshIntents()) {
    entries.push({
      id: intent.id,
      agent: intent.agent,
      hashes: state.keyHashes(intent.id) ?? keyHashesOf(candidateOf(intent)),
      record: encode({ intent, claims }),
    });
    if (intent.scopes.length === 0 && intent.uses.length === 0) unscoped.push(intent.id);
    if (intent.updated_at > updatedUntil) updatedUntil = intent.updated_at;
  }
  entries.sort((a, b) => (a.id < b.id ? -1 : 1));
  const keyEnds = new Uint32Array(entries.length);
  let end = 0;
  entries.forEach(({ hashes }, i) => {
    end += hashes.length / 2;
    keyEnds[i] = end;
  });
  return {
    keys: entries.map(({ id }) => id),
    hashes: entries.map(({ hashes }) => hashes),
    keyEnds,
    unscoped,
    updatedUntil,
    owners: byKey(entries.map(({ agent }) => [agent])),
    *records() {
      for (const { record } of entries)
        yield typeof record === "number" ? (before as Snapshot).intents.bytes(record) : record;
    },
  };
}

interface MergedClaims {
  readonly keys: readonly string[];
  records(): Iterable<Uint8Array>;
  /** Numbers of the claims of every agent, agents sorted. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
}

function mergedClaims(before: Snapshot | undefined, state: Livings): MergedClaims {
  const entries: { key: string; agent: string; record: Uint8Array | number }[] = [];
  if (before) {
    const agents = grouped(before.holders);
    for (let number = 0; number < before.claims.size; number++) {
      const key = before.claims.key(number);
      if (!state.isStale(claimOfKey(key)[2]))
        entries.push({ key, agent: agents.get(number)?.[0] ?? "", record: number });
    }
  }
  for (const { claims } of state.freshIntents()) {
    for (const claim of claims) {
      if (!claim.released) entries.push({ key: claimKey(claim), agent: claim.agent, record: encode(claim) });
    }
  }
  entries.sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    keys: entries.map(({ key }) => key),
    *records() {
      for (const { record } of entries)
        yield typeof record === "number" ? (before as Snapshot).claims.bytes(record) : record;
    },
    holders: byKey(entries.map(({ agent }) => [agent])),
  };
}

/** Numbers listed under texts, the other way round. */
function grouped(table: SortedTable): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  let i = 0;
  for (const numbers of table.all<readonly number[]>()) {
    const text = table.key(i++);
    for (const number of numbers) {
      const known = texts.get(number);
      if (known) known.push(text);
      else texts.set(number, [text]);
    }
  }
  return texts;
}

/** Positions of the lists that hold a text, by text, sorted. */
function byKey(lists: readonly (readonly string[])[]): Map<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  lists.forEach((texts, number) => {
    for (const text of texts) {
      const known = numbers.get(text);
      if (known) known.push(number);
      else numbers.set(text, [number]);
    }
  });
  return new Map([...numbers].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface MergedConflicts {
  readonly keys: readonly string[];
  records(): Iterable<Uint8Array>;
  /** Numbers of the conflicts of every intent, intents sorted. */
  readonly sides: ReadonlyMap<string, readonly number[]>;
}

function mergedConflicts(before: Snapshot | undefined, state: Livings): MergedConflicts {
  const entries: { id: string; sides: string[]; record: Uint8Array | number }[] = [];
  if (before) {
    const sides = grouped(before.sides);
    for (let number = 0; number < before.conflicts.size; number++) {
      const id = before.conflicts.key(number);
      if (state.isStaleConflict(id)) continue;
      entries.push({ id, sides: sides.get(number) ?? [], record: number });
    }
  }
  for (const conflict of state.freshConflicts()) {
    if (!isLive(conflict, state.possibleSides(conflict))) continue;
    const sides = [...new Set([conflict.source_intent_id, conflict.target_intent_id])];
    entries.push({ id: conflict.id, sides, record: encode(conflict) });
  }
  entries.sort((a, b) => (a.id < b.id ? -1 : 1));
  const sides = byKey(entries.map((entry) => entry.sides));
  return {
    keys: entries.map(({ id }) => id),
    *records() {
      for (const { record } of entries) {
        yield typeof record === "number" ? (before as Snapshot).conflicts.bytes(record) : record;
      }
    },
    sides,
  };
}

function mergedAgents(before: Snapshot | undefined, index: EventIndex): Map<string, AgentRecord> {
  const agents = new Map<string, AgentRecord>();
  let number = 0;
  for (const record of before?.agents.all<AgentRecord>() ?? [])
    agents.set((before as Snapshot).agents.key(number++), record);
  for (const name of index.agents.keys()) {
    const merged = mergeAgents(agents.get(name), traceOf(index, name));
    if (merged) agents.set(name, merged);
  }
  return new Map([...agents].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mergedPlans(before: Snapshot | undefined, index: EventIndex, rows: Rows): Map<string, readonly number[]> {
  const plans = new Map<string, readonly number[]>();
  let number = 0;
  for (const known of before?.plans.all<readonly number[]>() ?? [])
    plans.set((before as Snapshot).plans.key(number++), known);
  for (const [node, own] of index.nodes)
    plans.set(node, [...(plans.get(node) ?? []), ...own.map((row) => rows.number(row))]);
  return new Map([...plans].sort(([a], [b]) => (a < b ? -1 : 1)));
}
