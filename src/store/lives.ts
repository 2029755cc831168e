// The states of many entities as columns: followed while events come in order, worked out again when one came late.
import { Ints } from "./columns.ts";
import type { Move } from "./transitions.ts";

/** The next state after a move, or undefined when the move is not allowed. */
type Step<S> = (now: S | undefined, move: Move) => S | undefined;

/** The lives of some entities, numbered from 0, as another thread hands them over. */
export interface LivesPart<S> {
  readonly newest: Int32Array;
  readonly last: Int32Array;
  readonly names: readonly S[];
  readonly states: Uint8Array;
  /** Those whose state has to be worked out. */
  readonly unknown: ReadonlySet<number>;
}

export class Lives<S> {
  private readonly next: Step<S>;
  /** Newest row of each entity by arrival, -1 when it has none; older ones are linked from there. */
  readonly newest = new Ints();
  /** Last row of each entity by event order, as far as its state was followed; -1 at the start. */
  readonly last = new Ints();
  private readonly states: (S | undefined)[] = [];
  private readonly unknown = new Set<number>();

  constructor(next: Step<S>) {
    this.next = next;
  }

  /** Makes room for the next entity. */
  begin(): void {
    this.newest.push(-1);
    this.last.push(-1);
    this.states.push(undefined);
  }

  step(slot: number, row: number, move: Move): void {
    this.last.set(slot, row);
    const next = this.next(this.states[slot], move);
    if (next !== undefined) this.states[slot] = next;
  }

  forget(slot: number): void {
    this.unknown.add(slot);
  }

  /** The entities so far, as numbers: states as codes, 0 for none. */
  part(): LivesPart<S> {
    const names: S[] = [];
    const states = Uint8Array.from(this.states, (state) => {
      if (state === undefined) return 0;
      const code = names.indexOf(state);
      return code === -1 ? names.push(state) : code + 1;
    });
    const newest = this.newest.values();
    return { newest, last: this.last.values(), names, states, unknown: this.unknown };
  }

  /** Takes over entity `from` of a part for one that has no rows yet; rows of the part count from `base`. */
  adopt(slot: number, part: LivesPart<S>, from: number, base: number): void {
    this.newest.set(slot, (part.newest[from] as number) + base);
    this.last.set(slot, (part.last[from] as number) + base);
    this.states[slot] = part.names[(part.states[from] as number) - 1];
    if (part.unknown.has(from)) this.unknown.add(slot);
  }

  isKnown(slot: number): boolean {
    return this.unknown.size === 0 || !this.unknown.has(slot);
  }

  /** Back to the start: the rows will come again, in order. */
  restart(slot: number): void {
    this.unknown.delete(slot);
    this.last.set(slot, -1);
    this.states[slot] = undefined;
  }

  state(slot: number): S | undefined {
    return this.states[slot];
  }
}
