// Every event read, as one row of numbers: where its line lies, its order, the entity it belongs to. Entities are
// folded from their rows when somebody asks (src/store/fold.ts), so order of arrival never matters and an event that
// arrives late costs its entity alone. Bytes come from src/store/read.ts.
import { Batches, batchKey, type Touch } from "./batches.ts";
import { readBytes } from "./bytes.ts";
import { Bytes, Floats, Ints } from "./columns.ts";
import type { EventData, EventType, LedgerEvent } from "./event.ts";
import { definitionOf } from "./events/registry.ts";
import { type Hashes, hashInto } from "./hash.ts";
import { HashLog, IdTable } from "./id-table.ts";
import { type AnyEvent, EVENT_VERSION } from "./line.ts";
import { Lives } from "./lives.ts";
import type { ConflictStatus, IntentStatus, OrderKey } from "./model.ts";
import { MOVES, type Move, nextConflictStatus, nextIntentStatus } from "./transitions.ts";

/** Parsed events are kept while a ledger is this small; events of a larger one are read again when needed. */
const KEEP_BYTES = 4 * 1024 * 1024;

/** Neighbours are read together across gaps up to here, in pieces up to there. */
const GAP = 4096;
const PIECE = 256 * 1024;

/** Waits for the rest of its batch. */
const HELD = 1;
/** Not a payload that this version can use: unknown, newer or malformed. */
const UNUSABLE = 2;

/** Newest sessions that are told of an agent. */
export const SESSIONS = 16;

const hashes: Hashes = { place: 0, tag: 0 };

const MOVE_CODE = new Map<Move, number>(MOVES.map((move, i) => [move, i]));

/** What an agent was last seen doing, by event order. */
export interface AgentTrace {
  row: number;
  at: string;
  readonly sessions: Map<string, { row: number; at: string }>;
}

/** How one more line stands to what is known: a new event, a repeat, or (the row of) other bytes under the same id. */
export const NEW_EVENT = -1;
export const REPEATED_EVENT = -2;
/** The snapshot covers an event of this id, or a part of this batch: only the whole ledger can tell. */
export const COVERED_EVENT = -3;

/**
 * Each event adds one to the highest clock its writer has seen, so that no clock is higher than there are events, but for
 * those that were lost. One that is by so much is nobody's count: writers that went on from it would come to the end of
 * all numbers, and order with it.
 */
const LEAP = 2 ** 24;

/** What lies before the first row, when not everything is read. */
export interface Before {
  /** Number of events. */
  readonly rows: number;
  readonly maxLc: number;
  readonly topLc: number;
  readonly newerVersion: number;
  readonly newerIds: readonly string[];
  /** True when an event whose id has these hashes, or a batch whose key has, is covered. */
  has(hashes: Hashes): boolean;
}

export class EventIndex {
  readonly fd: number;
  readonly offsets = new Floats();
  readonly lengths = new Ints();
  readonly lineNumbers = new Ints();
  readonly clocks = new Floats();
  readonly counters = new Floats();
  readonly replicas = new Ints();
  readonly moves = new Bytes();
  readonly flags = new Bytes();
  /** Next older row of the same intent or conflict, -1 at the end. */
  readonly chain = new Ints();
  /** Hashes of ids: a log while everything is read for the first time, then a table. */
  log: HashLog | undefined;
  private ids = new IdTable();
  private readonly kept: AnyEvent[] | undefined;

  readonly replicaNames: string[] = [];
  private lastReplica = -1;
  readonly replicaNumbers = new Map<string, number>();
  /** Row with the highest counter of each replica. */
  readonly heads: number[] = [];

  readonly intents = new Map<string, number>();
  readonly conflicts = new Map<string, number>();
  readonly intentLives = new Lives<IntentStatus>(nextIntentStatus);
  readonly conflictLives = new Lives<ConflictStatus>(nextConflictStatus);
  private lastIntent = "";
  private lastSlot = -1;
  /** Conflicts of each intent, as linked pairs: first pair of an intent, next pair, conflict of a pair. */
  readonly intentPairs = new Ints();
  readonly pairNext = new Ints();
  readonly pairConflict = new Ints();
  readonly nodes = new Map<string, number[]>();
  readonly assessments: number[] = [];
  readonly agents = new Map<string, AgentTrace>();
  readonly batches: Batches;
  private readonly covered: Before | undefined;
  /** Told when an entity's rows changed. */
  onChange: (kind: "intent" | "conflict", slot: number, id: string) => void = () => {};

  rows = 0;
  held = 0;
  /** Highest clock seen, however its writer came by it. */
  topLc: number;
  /** Highest version met above ours, and the ids that such lines mention. */
  newerVersion = 0;
  readonly newerIds: Set<string>;

  /**
   * `size`: bytes that will be read; decides what is kept in memory. `exact`: look for repeats with every line, rather
   * than once for all lines in the end, which is faster and good until there is one (`close`). `before`: what a snapshot
   * covers, when only the events since are read.
   */
  constructor(fd: number, size: number, exact: boolean, before?: Before) {
    this.fd = fd;
    this.kept = size <= KEEP_BYTES ? [] : undefined;
    this.covered = before;
    this.topLc = before?.topLc ?? 0;
    this.newerVersion = before?.newerVersion ?? 0;
    this.newerIds = new Set(before?.newerIds);
    this.batches = new Batches(exact);
    this.log = exact ? undefined : new HashLog();
  }

  /** Highest clock that can have been counted to: writers go on from it. */
  get maxLc(): number {
    const most = this.mostLc;
    if (this.topLc <= most) return this.topLc;
    let highest = this.covered?.maxLc ?? 0;
    for (let row = 0; row < this.rows; row++) {
      const lc = this.clocks.get(row);
      if (lc > highest && lc <= most) highest = lc;
    }
    return highest;
  }

  /** No clock above this was counted to. */
  get mostLc(): number {
    return (this.covered?.rows ?? 0) + this.rows + LEAP;
  }

  /**
   * Takes one line in. `text` is the line, `offset` and `length` its place in the file.
   * @returns NEW_EVENT, REPEATED_EVENT, COVERED_EVENT, or the row of an event with the same id and other bytes: then
   * nothing is filed.
   */
  add(event: AnyEvent, text: string, offset: number, length: number, line: number): number {
    hashInto(event.id, hashes);
    if (this.log) this.log.push(hashes);
    else {
      const known = this.known(event, text);
      if (known !== NEW_EVENT) return known;
      hashInto(event.id, hashes);
      this.ids.add(hashes);
    }
    const row = this.rows++;
    this.offsets.push(offset);
    this.lengths.push(length);
    this.lineNumbers.push(line);
    this.clocks.push(event.lc);
    this.counters.push(event.n);
    const replica = this.replicaNumber(event.replica);
    this.replicas.push(replica);
    this.chain.push(-1);
    this.moves.push(0);
    this.flags.push(0);
    if (event.lc > this.topLc) this.topLc = event.lc;
    const head = this.heads[replica] as number;
    if (head === -1 || this.counters.get(head) <= event.n) this.heads[replica] = row;
    if (this.kept) this.kept[row] = event;
    this.file(row, event, text);
    return NEW_EVENT;
  }

  /** How an event stands to what is known. Its hashes are in `hashes`. */
  private known(event: AnyEvent, text: string): number {
    if (this.covered?.has(hashes)) return COVERED_EVENT;
    for (const row of this.ids.candidates(hashes)) {
      const known = this.textOf(row);
      if (known === text) return REPEATED_EVENT;
      if ((JSON.parse(known) as AnyEvent).id === event.id) return row;
    }
    const { batch, replica } = event;
    if (this.covered && batch && batch.of > 1 && !this.batches.isCurrent(replica, batch)) {
      batchKey(replica, batch, hashes);
      if (this.covered.has(hashes)) return COVERED_EVENT;
    }
    return NEW_EVENT;
  }

  /** Ends the first reading. Answers false when there was a repeat among the lines: then read again, exactly. */
  close(): boolean {
    if (!this.log) return true;
    const table = IdTable.from(this.log);
    if (table) this.ids = table;
    this.log = undefined;
    return this.batches.close() && table !== undefined;
  }

  private file(row: number, event: AnyEvent, text: string): void {
    if (event.v !== EVENT_VERSION) {
      this.flags.set(row, UNUSABLE);
      this.newerVersion = Math.max(this.newerVersion, event.v);
      for (const [id] of text.matchAll(/\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b/g))
        if (id !== event.id) this.newerIds.add(id);
      return;
    }
    const { batch } = event;
    if (batch === undefined || batch.of === 1) {
      this.settle({ row, event });
      return;
    }
    this.flags.set(row, HELD);
    this.held++;
    for (const touch of this.batches.take(row, event, batch)) {
      this.flags.set(touch.row, 0);
      this.held--;
      this.settle(touch);
    }
  }

  /** Files a row that counts under its entity and its agent. */
  private settle({ row, event }: Touch): void {
    const definition = definitionOf(event.type);
    const data = event.data as EventData[EventType];
    const usable = definition !== undefined && definition.check(data) === undefined;
    if (!usable && definition !== undefined) this.flags.set(row, UNUSABLE);
    this.trace(event.actor, usable ? definition.session?.(data as never) : undefined, row, event.at);
    if (!usable) return;
    if (definition.of === "intent") {
      const id = definition.subject(data as never);
      const slot = this.intentSlot(id);
      this.live(this.intentLives, slot, row, definition.move(data as never));
      this.onChange("intent", slot, id);
    } else if (definition.of === "conflict") {
      const id = definition.subject(data as never);
      if (id !== null) this.fileConflict(row, id, definition.move(data as never), definition.sides?.(data as never));
      for (const node of definition.nodes?.(data as never) ?? []) this.fileNode(node, row);
    } else if (definition.of === "plan") {
      for (const node of definition.nodes(data as never)) this.fileNode(node, row);
    } else if (definition.of === "assessment") {
      this.assessments.push(row);
    }
  }

  conflictSlot(id: string): number {
    let slot = this.conflicts.get(id);
    if (slot === undefined) {
      slot = this.conflicts.size;
      this.conflicts.set(id, slot);
      this.conflictLives.begin();
    }
    return slot;
  }

  private fileConflict(row: number, id: string, move: Move, sides: readonly [string, string] | undefined): void {
    const isNew = !this.conflicts.has(id);
    const slot = this.conflictSlot(id);
    this.live(this.conflictLives, slot, row, move);
    for (const side of new Set(sides ?? [])) {
      if (!side.startsWith("int_")) continue;
      const intent = this.intentSlot(side);
      if (isNew || !this.conflictSlotsOf(intent).includes(slot)) this.pair(intent, slot);
    }
    this.onChange("conflict", slot, id);
  }

  pair(intent: number, conflict: number): void {
    this.pairNext.push(this.intentPairs.get(intent));
    this.pairConflict.push(conflict);
    this.intentPairs.set(intent, this.pairConflict.length - 1);
  }

  /** Links a row to the older rows of its entity and follows its state; a row that comes late leaves that for later. */
  private live<S>(lives: Lives<S>, slot: number, row: number, move: Move): void {
    this.moves.set(row, MOVE_CODE.get(move) as number);
    this.chain.set(row, lives.newest.get(slot));
    lives.newest.set(slot, row);
    const last = lives.last.get(slot);
    if (last !== -1 && !this.before(last, row)) lives.forget(slot);
    else lives.step(slot, row, move);
  }

  private stateOf<S>(kind: "intent" | "conflict", lives: Lives<S>, slot: number): S | undefined {
    if (!lives.isKnown(slot)) {
      lives.restart(slot);
      for (const row of this.rowsOf(kind, slot)) lives.step(slot, row, this.moveOf(row));
    }
    return lives.state(slot);
  }

  /** The state of an intent from its moves alone, without its payloads; undefined when it was never published. */
  intentState(slot: number): IntentStatus | undefined {
    return this.stateOf("intent", this.intentLives, slot);
  }

  conflictState(slot: number): ConflictStatus | undefined {
    return this.stateOf("conflict", this.conflictLives, slot);
  }

  fileNode(node: string, row: number): void {
    const rows = this.nodes.get(node);
    if (rows) rows.push(row);
    else this.nodes.set(node, [row]);
  }

  /** Notes what an agent was seen doing. */
  trace(agent: string, session: string | undefined, row: number, at: string): void {
    const seen = this.traceOf(agent, row, at);
    if (session !== undefined) this.traceSession(seen, session, row, at);
  }

  traceOf(agent: string, row: number, at: string): AgentTrace {
    let seen = this.agents.get(agent);
    if (!seen) {
      seen = { row, at, sessions: new Map() };
      this.agents.set(agent, seen);
    } else if (this.before(seen.row, row)) {
      seen.row = row;
      seen.at = at;
    }
    return seen;
  }

  traceSession(seen: AgentTrace, session: string, row: number, at: string): void {
    const last = seen.sessions.get(session);
    if (last && this.before(row, last.row)) return;
    seen.sessions.set(session, { row, at });
    if (seen.sessions.size <= SESSIONS * 8) return;
    const newest = this.newestSessions(seen);
    seen.sessions.clear();
    for (const [id, moment] of newest) seen.sessions.set(id, moment);
  }

  /** The newest sessions of an agent, oldest of them first. */
  newestSessions(seen: AgentTrace): [string, { readonly row: number; readonly at: string }][] {
    return [...seen.sessions].sort(([, a], [, b]) => this.compare(a.row, b.row)).slice(-SESSIONS);
  }

  intentSlot(id: string): number {
    if (id === this.lastIntent) return this.lastSlot;
    let slot = this.intents.get(id);
    if (slot === undefined) {
      slot = this.intents.size;
      this.intents.set(id, slot);
      this.intentLives.begin();
      this.intentPairs.push(-1);
    }
    this.lastIntent = id;
    this.lastSlot = slot;
    return slot;
  }

  replicaNumber(name: string): number {
    if (name === this.replicaNames[this.lastReplica]) return this.lastReplica;
    let number = this.replicaNumbers.get(name);
    if (number === undefined) {
      number = this.replicaNames.length;
      this.replicaNumbers.set(name, number);
      this.replicaNames.push(name);
      this.heads.push(-1);
    }
    this.lastReplica = number;
    return number;
  }

  /** Canonical order (spec 2.2): clock, replica, counter; twins of a copied replica by their id. */
  compare(a: number, b: number): number {
    const clock = this.clocks.get(a) - this.clocks.get(b);
    if (clock !== 0) return clock;
    const replicaA = this.replicas.get(a);
    const replicaB = this.replicas.get(b);
    if (replicaA !== replicaB) {
      return (this.replicaNames[replicaA] as string) < (this.replicaNames[replicaB] as string) ? -1 : 1;
    }
    const counter = this.counters.get(a) - this.counters.get(b);
    if (counter !== 0 || a === b) return counter;
    return this.event(a).id < this.event(b).id ? -1 : 1;
  }

  before(a: number, b: number): boolean {
    return this.compare(a, b) < 0;
  }

  /** Rows of an intent or a conflict in event order. */
  rowsOf(kind: "intent" | "conflict", slot: number): number[] {
    const rows: number[] = [];
    const { newest } = kind === "intent" ? this.intentLives : this.conflictLives;
    for (let row = newest.get(slot); row !== -1; row = this.chain.get(row)) rows.push(row);
    return rows.reverse().sort((a, b) => this.compare(a, b));
  }

  /** True when events are about this intent or conflict, rather than only naming it. */
  isTouched(kind: "intent" | "conflict", id: string): boolean {
    const slot = (kind === "intent" ? this.intents : this.conflicts).get(id);
    const { newest } = kind === "intent" ? this.intentLives : this.conflictLives;
    return slot !== undefined && newest.get(slot) !== -1;
  }

  /** Ids that events are about. */
  *touched(kind: "intent" | "conflict"): Iterable<string> {
    const { newest } = kind === "intent" ? this.intentLives : this.conflictLives;
    for (const [id, slot] of kind === "intent" ? this.intents : this.conflicts) if (newest.get(slot) !== -1) yield id;
  }

  /** Events about an intent or a conflict, in event order. */
  eventsOf(kind: "intent" | "conflict", id: string): AnyEvent[] {
    const slot = (kind === "intent" ? this.intents : this.conflicts).get(id);
    return slot === undefined ? [] : this.rowsOf(kind, slot).map((row) => this.event(row));
  }

  orderOf(row: number): OrderKey {
    return { lc: this.clocks.get(row), replica: this.replicaOf(row), n: this.counters.get(row) };
  }

  moveOf(row: number): Move {
    return MOVES[this.moves.get(row)] as Move;
  }

  /** Conflicts that name this intent on either side. */
  conflictSlotsOf(intent: number): number[] {
    const slots: number[] = [];
    for (let pair = this.intentPairs.get(intent); pair !== -1; pair = this.pairNext.get(pair)) {
      slots.push(this.pairConflict.get(pair));
    }
    return slots;
  }

  /** Rows that count, in canonical order; with `all`, newer, malformed and held ones too. */
  sortedRows(all = false): Int32Array {
    const rows = new Int32Array(this.rows);
    let size = 0;
    for (let row = 0; row < this.rows; row++) if (all || this.flags.get(row) === 0) rows[size++] = row;
    return rows.subarray(0, size).sort((a, b) => this.compare(a, b));
  }

  event(row: number): AnyEvent {
    return this.kept?.[row] ?? (JSON.parse(this.textOf(row)) as AnyEvent);
  }

  /** Parses many events, reading neighbours in one piece. For rows that `event` would read one by one. */
  events(rows: readonly number[]): Map<number, AnyEvent> {
    const found = new Map<number, AnyEvent>();
    const sorted = this.kept ? [] : [...rows].sort((a, b) => this.offsets.get(a) - this.offsets.get(b));
    for (let from = 0; from < sorted.length; ) {
      const start = this.offsets.get(sorted[from] as number);
      let to = from;
      let end = start;
      for (; to < sorted.length; to++) {
        const row = sorted[to] as number;
        const next = this.offsets.get(row);
        if (to > from && (next - end > GAP || next + this.lengths.get(row) - start > PIECE)) break;
        end = next + this.lengths.get(row);
      }
      const piece = readBytes(this.fd, start, end - start);
      for (; from < to; from++) {
        const row = sorted[from] as number;
        const at = this.offsets.get(row) - start;
        found.set(row, JSON.parse(piece.toString("utf8", at, at + this.lengths.get(row))) as AnyEvent);
      }
    }
    return found;
  }

  knownEvent<T extends EventType>(row: number): LedgerEvent<T> {
    return this.event(row) as unknown as LedgerEvent<T>;
  }

  counterOf(row: number): number {
    return this.counters.get(row);
  }

  replicaOf(row: number): string {
    return this.replicaNames[this.replicas.get(row)] as string;
  }

  /** True for an event that this version understands and that belongs to no unfinished batch. */
  counts(row: number): boolean {
    return this.flags.get(row) === 0;
  }

  isHeld(row: number): boolean {
    return (this.flags.get(row) & HELD) !== 0;
  }

  /** Line of the file, counted from 1. */
  lineNumber(row: number): number {
    return this.lineNumbers.get(row);
  }

  /** Hashes of every id, as a table of pairs. */
  idPairs(): Int32Array {
    return this.ids.pairs();
  }

  /** Hashes of every key of a complete batch, as a table of pairs. */
  batchPairs(): Int32Array {
    return this.batches.pairs();
  }

  /** Row that was filed before this one under the same entity, -1 when there is none. */
  olderRow(row: number): number {
    return this.chain.get(row);
  }

  newestRow(kind: "intent" | "conflict", slot: number): number {
    return (kind === "intent" ? this.intentLives : this.conflictLives).newest.get(slot);
  }

  /** The line of the event with this id, as it stands in the file. */
  lineOfId(id: string): string | undefined {
    hashInto(id, hashes);
    for (const row of this.ids.candidates(hashes)) {
      const text = this.textOf(row);
      if ((JSON.parse(text) as AnyEvent).id === id) return text;
    }
    return undefined;
  }

  placeOf(row: number): { readonly offset: number; readonly length: number } {
    return { offset: this.offsets.get(row), length: this.lengths.get(row) };
  }

  /** The line of a row, as it stands in the file. */
  textOf(row: number): string {
    return readBytes(this.fd, this.offsets.get(row), this.lengths.get(row)).toString("utf8");
  }

  /** The newest row of a replica, or undefined when it wrote none. */
  headOf(replica: string): { readonly row: number; readonly n: number } | undefined {
    const number = this.replicaNumbers.get(replica);
    if (number === undefined) return undefined;
    const row = this.heads[number] as number;
    return row === -1 ? undefined : { row, n: this.counters.get(row) };
  }
}
