// Batches whose parts have not all been met (spec 2.2): the events of one command count all or not at all.
import { type Hashes, hashInto } from "./hash.ts";
import { HashLog, IdTable } from "./id-table.ts";
import type { AnyEvent } from "./line.ts";

/** An event and its row. */
export interface Touch {
  readonly row: number;
  readonly event: AnyEvent;
}

interface OpenBatch {
  readonly replica: string;
  readonly id: string;
  readonly of: number;
  readonly parts: Set<number>;
  readonly touches: Touch[];
}

type Batch = NonNullable<AnyEvent["batch"]>;

const NOTHING: readonly Touch[] = [];
const key: Hashes = { place: 0, tag: 0 };

export class Batches {
  /** Batches that were begun, but for the one being written to. */
  private readonly open = new Map<string, OpenBatch>();
  private current: OpenBatch | undefined;
  /** Keys of complete batches: a log while everything is read for the first time, then a table. */
  log: HashLog | undefined;
  private table = new IdTable();

  /** `exact`: look at every key at once, rather than at all of them in the end. */
  constructor(exact: boolean) {
    this.log = exact ? undefined : new HashLog();
  }

  /** Ends the first reading. Answers false when a batch got parts after it was complete: read again, exactly. */
  close(): boolean {
    if (!this.log) return true;
    const table = IdTable.from(this.log);
    this.log = undefined;
    if (!table) return false;
    this.table = table;
    for (const open of [...this.open.values(), ...(this.current ? [this.current] : [])]) {
      batchKey(open.replica, open, key);
      if (table.has(key)) return false;
    }
    return true;
  }

  /** Hashes of the keys of complete batches, as a table of pairs. */
  pairs(): Int32Array {
    return this.table.pairs();
  }

  /** True while this batch is being read. */
  isCurrent(replica: string, batch: Batch): boolean {
    const { current } = this;
    return current !== undefined && current.id === batch.id && current.of === batch.of && current.replica === replica;
  }

  /** Takes one part in. Answers what counts from now on: nothing, or the whole batch, or a late further part. */
  take(row: number, event: AnyEvent, batch: Batch): readonly Touch[] {
    let open = this.current;
    if (open === undefined || !this.isCurrent(event.replica, batch)) {
      if (open) this.open.set(nameOf(open), open);
      open = this.resume(event.replica, batch);
      this.current = open;
      // Two events that claim one place in a batch count both, whichever came first.
      if (!open) return [{ row, event }];
    }
    open.parts.add(batch.k);
    open.touches.push({ row, event });
    if (open.parts.size < batch.of) return NOTHING;
    this.current = undefined;
    batchKey(open.replica, open, key);
    if (this.log) this.log.push(key);
    else this.table.add(key);
    return open.touches;
  }

  /** The batch that this part belongs to; undefined when it was complete before. */
  private resume(replica: string, { id, of }: Batch): OpenBatch | undefined {
    const fresh: OpenBatch = { replica, id, of, parts: new Set(), touches: [] };
    const known = this.open.size > 0 ? this.open.get(nameOf(fresh)) : undefined;
    if (known) {
      this.open.delete(nameOf(fresh));
      return known;
    }
    if (this.log) return fresh;
    batchKey(replica, fresh, key);
    return this.table.has(key) ? undefined : fresh;
  }
}

const nameOf = ({ replica, id, of }: OpenBatch): string => `${replica} ${of} ${id}`;

let lastReplica = "";
const replicaHashes: Hashes = { place: 0, tag: 0 };

/** Hashes of a batch's key: its replica, its id and how many parts it has. Stored in snapshots. */
export function batchKey(
  replica: string,
  { id, of }: { readonly id: string; readonly of: number },
  into: Hashes,
): void {
  if (replica !== lastReplica) {
    hashInto(replica, replicaHashes);
    lastReplica = replica;
  }
  hashInto(id, into);
  into.place = Math.imul(into.place ^ replicaHashes.place, 0x01000193) ^ of;
  into.tag = (Math.imul(into.tag ^ of, 0x5bd1e995) + replicaHashes.tag) | 0;
}
