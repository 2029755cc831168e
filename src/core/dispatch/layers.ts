// The clock of a dispatch check: work time by layer, and the caps at which a layer stops (spec 3.5, "Time").

export type LayerName = "load" | "L1" | "L2" | "L3" | "L4";

/** Milliseconds after which a layer stops, and what it has not looked at counts as a conflict. */
export interface Caps {
  readonly L1: number;
  readonly L2: number;
  readonly L3: number;
  readonly L4: number;
}

export const DEFAULT_CAPS: Caps = { L1: 500, L2: 1000, L3: 10_000, L4: 20_000 };

export class LayerClock {
  readonly #caps: Caps;
  readonly #now: () => number;
  readonly #start: number;
  readonly #spent = new Map<LayerName, number>();
  readonly #expired = new Set<LayerName>();

  constructor(caps: Caps, now: () => number) {
    this.#caps = caps;
    this.#now = now;
    this.#start = now();
  }

  /** Runs a step of a layer and counts its time. */
  async time<T>(layer: LayerName, step: () => T | Promise<T>): Promise<T> {
    const from = this.#now();
    try {
      return await step();
    } finally {
      this.#spent.set(layer, (this.#spent.get(layer) ?? 0) + this.#now() - from);
    }
  }

  /** True when the layer has used up its time; remembered. `running`: since when its present step runs. */
  expired(layer: Exclude<LayerName, "load">, running?: number): boolean {
    const spent = (this.#spent.get(layer) ?? 0) + (running === undefined ? 0 : this.#now() - running);
    if (spent > this.#caps[layer]) this.#expired.add(layer);
    return this.#expired.has(layer);
  }

  /** A layer was cut by something else than this clock (a judge at its cap). */
  cut(layer: Exclude<LayerName, "load">): void {
    this.#expired.add(layer);
  }

  /** When a layer that has not begun must end, on this clock. */
  deadline(layer: Exclude<LayerName, "load">): number {
    return this.#now() + this.#caps[layer] - (this.#spent.get(layer) ?? 0);
  }

  get now(): number {
    return this.#now();
  }

  get timedOut(): readonly string[] {
    return [...this.#expired].sort();
  }

  /** Work time so far, in milliseconds with three decimals. */
  timings(): Record<string, number> {
    const times: Record<string, number> = {};
    for (const layer of ["load", "L1", "L2", "L3", "L4"] as const) times[layer] = rounded(this.#spent.get(layer) ?? 0);
    times.total = rounded(this.#now() - this.#start);
    return times;
  }
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;
