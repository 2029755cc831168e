// Follows a ledger file while others write it: every whole event once, in the order of arrival. No daemon: it sleeps
// until the system says that the file changed, and looks now and then where the system cannot say so.
import { closeSync, constants, type FSWatcher, fstatSync, openSync, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { type AnyEvent, envelopeFault } from "../store/line.ts";
import { scanLines } from "../store/scan.ts";

/** How often to look where the system reports no changes (network folders), and where it reports them. */
const BLIND_MS = 500;
const SURE_MS = 5_000;
/** Changes that come in a burst are read together. */
const SETTLE_MS = 25;

export class Follower {
  private readonly path: string;
  private readonly seen = new Set<string>();
  private readonly batches = new Map<string, { of: number; got: Map<number, AnyEvent> }>();
  private fd: number | undefined;
  private offset = 0;
  private watcher: FSWatcher | undefined;
  private changed = false;
  private wake: (() => void) | undefined;

  constructor(path: string) {
    this.path = path;
    try {
      // The folder, not the file: a file that is replaced takes its watch away with it.
      this.watcher = watch(dirname(path), { persistent: false }, (_kind, name) => {
        if (name === null || name === basename(path)) this.stir();
      });
      this.watcher.on("error", () => this.blind());
    } catch {
      this.watcher = undefined;
    }
  }

  /** Number of distinct events seen so far. */
  get count(): number {
    return this.seen.size;
  }

  /** Events that have become whole since the last call; an incomplete batch waits for its rest. */
  next(): readonly AnyEvent[] {
    this.changed = false;
    const fd = this.current();
    if (fd === undefined) return [];
    const { size } = fstatSync(fd);
    if (size < this.offset) this.offset = 0;
    if (size === this.offset) return [];
    const fresh: AnyEvent[] = [];
    this.offset = scanLines(fd, this.offset, size, (text) => this.take(text, fresh));
    return fresh;
  }

  /** Sleeps until the file may have changed, at most so long; true when it may have. */
  async wait(most: number = Number.POSITIVE_INFINITY): Promise<boolean> {
    const pause = Math.min(most, this.watcher ? SURE_MS : BLIND_MS);
    if (!this.changed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wake = undefined;
    }
    if (this.changed) await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    return this.changed;
  }

  /** Ends a sleep at once. */
  stir(): void {
    this.changed = true;
    this.wake?.();
  }

  close(): void {
    this.watcher?.close();
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  private blind(): void {
    this.watcher?.close();
    this.watcher = undefined;
    this.stir();
  }

  /** The file as it is now; another file under the same name is read from its start, known events left out. */
  private current(): number | undefined {
    try {
      const there = statSync(this.path);
      if (this.fd !== undefined) {
        const held = fstatSync(this.fd);
        if (held.ino === there.ino && held.dev === there.dev) return this.fd;
        closeSync(this.fd);
        this.fd = undefined;
      }
      this.fd = openSync(this.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      this.offset = 0;
    } catch {
      // Gone for the moment: a replacement may be on its way.
    }
    return this.fd;
  }

  private take(text: string | undefined, fresh: AnyEvent[]): void {
    if (text === undefined || !text.startsWith("{")) return;
    let event: AnyEvent;
    try {
      event = JSON.parse(text) as AnyEvent;
    } catch {
      return;
    }
    if (envelopeFault(event) !== undefined || this.seen.has(event.id)) return;
    this.seen.add(event.id);
    if (event.batch === undefined) {
      fresh.push(event);
      return;
    }
    const { id, k, of } = event.batch;
    const batch = this.batches.get(id) ?? { of, got: new Map<number, AnyEvent>() };
    batch.got.set(k, event);
    this.batches.set(id, batch);
    if (batch.got.size < batch.of) return;
    this.batches.delete(id);
    fresh.push(...[...batch.got].sort((a, b) => a[0] - b[0]).map(([, each]) => each));
  }
}
