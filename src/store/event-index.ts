// Every event read, as one row of numbers: where its line lies, its order, the entity it belongs to. Entities are
// folded from their rows when somebody asks (src/store/fold.ts), so order of arrival never matters and an event that
// arrives late costs its entity alone. Bytes come from src/store/read.ts.
import { readSync } from "node:fs";
import { Floats, IdTable, Ints } from "./columns.ts";
import type { EventData, EventType, LedgerEvent } from "./event.ts";
import { definitionOf } from "./events/registry.ts";
import { type AnyEvent, EVENT_VERSION } from "./line.ts";
import { MOVES, type Move } from "./transitions.ts";

/** Parsed events are kept for so many bytes of lines; what lies behind is read again when it is needed. */
const KEEP_BYTES = 8 * 1024 * 1024;

/** Waits for the rest of its batch. */
const HELD = 1;
/** Not a payload that this version can use: unknown, newer or malformed. */
const UNUSABLE = 2;

const MOVE_CODE = new Map<Move, number>(MOVES.map((move, i) => [move, i]));

interface Touch {
  readonly row: number;
  readonly event: AnyEvent;
}

/** What an agent was last seen doing, by event order. */
export interface AgentTrace {
  row: number;
  at: string;
  readonly sessions: Map<string, { row: number; at: string }>;
}

interface OpenBatch {
  readonly parts: Set<number>;
  readonly touches: Touch[];
}

/** How one more line stands to what is known: a new event, a repeat, or another event under a known id. */
export type Added = { readonly kind: "new" | "repeat" } | { readonly kind: "contradiction"; readonly row: number };

const NEW: Added = { kind: "new" };
const REPEAT: Added = { kind: "repeat" };

export class EventIndex {
  readonly fd: number;
  private readonly offsets = new Floats();
  private readonly lengths = new Ints();
  private readonly lineNumbers = new Ints();
  private readonly clocks = new Floats();
  private readonly counters = new Floats();
  private readonly replicas = new Ints();
  private readonly moves = new Ints();
  private readonly flags = new Ints();
  /** Next older row of the same intent or conflict, -1 at the end. */
  private readonly chain = new Ints();
  private readonly ids = new IdTable();
  private readonly kept: AnyEvent[] = [];
  private keptBytes = 0;

  readonly replicaNames: string[] = [];
  private readonly replicaNumbers = new Map<string, number>();
  /** Row with the highest counter of each replica. */
  private readonly heads: number[] = [];

  readonly intents = new Map<string, number>();
  readonly conflicts = new Map<string, number>();
  private readonly intentChains = new Ints();
  private readonly conflictChains = new Ints();
  /** Conflicts of each intent, as linked pairs: first pair of an intent, next pair, conflict of a pair. */
  private readonly intentPairs = new Ints();
  private readonly pairNext = new Ints();
  private readonly pairConflict = new Ints();
  readonly nodes = new Map<string, number[]>();
  readonly assessments: number[] = [];
  readonly agents = new Map<string, AgentTrace>();
  private readonly batches = new Map<string, OpenBatch>();
  /** Told when an entity's rows changed. */
  onChange: (kind: "intent" | "conflict", slot: number) => void = () => {};

  rows = 0;
  held = 0;
  maxLc = 0;
  /** Highest version met above ours, and the ids that such lines mention. */
  newerVersion = 0;
  readonly newerIds = new Set<string>();

  constructor(fd: number) {
    this.fd = fd;
  }

  /** Takes one line in. `text` is the line, `offset` and `length` its place in the file. */
  add(event: AnyEvent, text: string, offset: number, length: number, line: number): Added {
    if (this.ids.first(event.id) !== -1) {
      for (const row of this.ids.candidates(event.id)) {
        const known = this.textOf(row);
        if (known === text) return REPEAT;
        if ((JSON.parse(known) as AnyEvent).id === event.id) return { kind: "contradiction", row };
      }
    }
    const row = this.rows++;
    this.ids.add(event.id);
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
    if (event.lc > this.maxLc) this.maxLc = event.lc;
    const head = this.heads[replica] as number;
    if (head === -1 || this.counters.get(head) <= event.n) this.heads[replica] = row;
    if (this.keptBytes < KEEP_BYTES) {
      this.kept[row] = event;
      this.keptBytes += length;
    }
    this.file(row, event, text);
    return NEW;
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
    const key = `${event.replica} ${batch.of} ${batch.id}`;
    let open = this.batches.get(key);
    if (!open) {
      open = { parts: new Set(), touches: [] };
      this.batches.set(key, open);
    }
    open.parts.add(batch.k);
    open.touches.push({ row, event });
    this.flags.set(row, HELD);
    this.held++;
    if (open.parts.size < batch.of) return;
    this.batches.delete(key);
    for (const touch of open.touches) {
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
      const slot = this.intentSlot(definition.subject(data as never));
      this.moves.set(row, MOVE_CODE.get(definition.move(data as never)) as number);
      this.chain.set(row, this.intentChains.get(slot));
      this.intentChains.set(slot, row);
      this.onChange("intent", slot);
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

  private fileConflict(row: number, id: string, move: Move, sides: readonly [string, string] | undefined): void {
    let slot = this.conflicts.get(id);
    const isNew = slot === undefined;
    if (slot === undefined) {
      slot = this.conflicts.size;
      this.conflicts.set(id, slot);
      this.conflictChains.push(-1);
    }
    this.moves.set(row, MOVE_CODE.get(move) as number);
    this.chain.set(row, this.conflictChains.get(slot));
    this.conflictChains.set(slot, row);
    for (const side of new Set(sides ?? [])) {
      if (!side.startsWith("int_")) continue;
      const intent = this.intentSlot(side);
      if (!isNew && this.conflictSlotsOf(intent).includes(slot)) continue;
      this.pairNext.push(this.intentPairs.get(intent));
      this.pairConflict.push(slot);
      this.intentPairs.set(intent, this.pairConflict.length - 1);
    }
    this.onChange("conflict", slot);
  }

  private fileNode(node: string, row: number): void {
    const rows = this.nodes.get(node);
    if (rows) rows.push(row);
    else this.nodes.set(node, [row]);
  }

  private trace(agent: string, session: string | undefined, row: number, at: string): void {
    let seen = this.agents.get(agent);
    if (!seen) {
      seen = { row, at, sessions: new Map() };
      this.agents.set(agent, seen);
    } else if (this.before(seen.row, row)) {
      seen.row = row;
      seen.at = at;
    }
    if (session === undefined) return;
    const last = seen.sessions.get(session);
    if (!last || this.before(last.row, row)) seen.sessions.set(session, { row, at });
  }

  private intentSlot(id: string): number {
    let slot = this.intents.get(id);
    if (slot === undefined) {
      slot = this.intents.size;
      this.intents.set(id, slot);
      this.intentChains.push(-1);
      this.intentPairs.push(-1);
    }
    return slot;
  }

  private replicaNumber(name: string): number {
    let number = this.replicaNumbers.get(name);
    if (number === undefined) {
      number = this.replicaNames.length;
      this.replicaNumbers.set(name, number);
      this.replicaNames.push(name);
      this.heads.push(-1);
    }
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

  private before(a: number, b: number): boolean {
    return this.compare(a, b) < 0;
  }

  /** Rows of an intent or a conflict in event order. */
  rowsOf(kind: "intent" | "conflict", slot: number): number[] {
    const rows: number[] = [];
    const chains = kind === "intent" ? this.intentChains : this.conflictChains;
    for (let row = chains.get(slot); row !== -1; row = this.chain.get(row)) rows.push(row);
    return rows.reverse().sort((a, b) => this.compare(a, b));
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
    return this.kept[row] ?? (JSON.parse(this.textOf(row)) as AnyEvent);
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

  /** The line of the event with this id, as it stands in the file. */
  lineOfId(id: string): string | undefined {
    for (const row of this.ids.candidates(id)) {
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
    const bytes = Buffer.allocUnsafe(this.lengths.get(row));
    let size = 0;
    while (size < bytes.length) {
      const got = readSync(this.fd, bytes, size, bytes.length - size, this.offsets.get(row) + size);
      if (got === 0) break;
      size += got;
    }
    return bytes.toString("utf8", 0, size);
  }

  /** The newest row of a replica, or undefined when it wrote none. */
  headOf(replica: string): { readonly row: number; readonly n: number } | undefined {
    const number = this.replicaNumbers.get(replica);
    if (number === undefined) return undefined;
    const row = this.heads[number] as number;
    return row === -1 ? undefined : { row, n: this.counters.get(row) };
  }
}
