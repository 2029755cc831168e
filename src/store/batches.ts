// Batches whose parts have not all been met (spec 2.2): the events of one command count all or not at all.
import { IdTable } from "./columns.ts";
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

const NOTHING: readonly Touch[] = [];

export class Batches {
  /** Batches that were begun, but for the one being written to. */
  private readonly open = new Map<string, OpenBatch>();
  private current: OpenBatch | undefined;
  readonly complete = new IdTable();
  private readonly isCovered: (key: string) => boolean;

  /** `isCovered`: whether a snapshot says that the batch of a key was complete. */
  constructor(isCovered: (key: string) => boolean) {
    this.isCovered = isCovered;
  }

  /** True when a snapshot covers the whole batch. */
  wasCovered(replica: string, batch: { readonly id: string; readonly of: number }): boolean {
    const { current } = this;
    if (current?.id === batch.id && current.of === batch.of && current.replica === replica) return false;
    return this.isCovered(keyOf(replica, batch));
  }

  /** Takes one part in. Answers what counts from now on: nothing, or the whole batch, or a late further part. */
  take(row: number, event: AnyEvent, batch: NonNullable<AnyEvent["batch"]>): readonly Touch[] {
    const { replica } = event;
    let open = this.current;
    if (open === undefined || open.id !== batch.id || open.of !== batch.of || open.replica !== replica) {
      if (open) this.open.set(keyOf(open.replica, open), open);
      const key = keyOf(replica, batch);
      open = this.open.get(key);
      if (open) this.open.delete(key);
      // Two events that claim one place in a batch count both, whichever came first.
      else if (this.complete.has(key)) {
        this.current = undefined;
        return [{ row, event }];
      } else open = { replica, id: batch.id, of: batch.of, parts: new Set(), touches: [] };
      this.current = open;
    }
    open.parts.add(batch.k);
    open.touches.push({ row, event });
    if (open.parts.size < batch.of) return NOTHING;
    this.complete.add(keyOf(replica, batch));
    this.current = undefined;
    return open.touches;
  }
}

const keyOf = (replica: string, { id, of }: { readonly id: string; readonly of: number }): string =>
  `${replica} ${of} ${id}`;
