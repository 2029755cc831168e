// What a remote's commit and this ledger have of each other (spec 2.6): takes in what is new here, records what meets
// for the first time, and knows what the remote is missing.
import { counted } from "../counted.ts";
import type { ObjectReader } from "../git/object-reader.ts";
import type { HeadedLines } from "../store/headed-lines.ts";
import type { AnyEvent } from "../store/line.ts";
import { fillLedger, type Stretch, uniteLedger } from "../store/maintenance.ts";
import type { OpenedLedger } from "../store/open-ledger.ts";
import { notePresence } from "../store/presence.ts";
import { renewReplica } from "../store/replica.ts";
import { segmentAt } from "../store/segments.ts";
import type { EventLine } from "../store/transfer.ts";
import { firstMeetings } from "./first-meetings.ts";
import { type LineOfId, localLines, missingThere } from "./local-lines.ts";
import { linesSince, unparsedLines } from "./remote-lines.ts";
import type { Session } from "./session.ts";
import type { SyncMemory } from "./sync-memory.ts";

export interface UnionOptions {
  /** Counts and writes nothing. */
  readonly dryRun: boolean;
  /** The ledger to work on, opened when it is first needed. */
  readonly ledger: () => OpenedLedger;
}

export class RemoteUnion {
  readonly warnings: string[] = [];
  /** Findings of pairs that met for the first time. */
  readonly detected: string[] = [];
  /** Ids under which both sides had different bytes. */
  readonly contradictions = new Set<string>();
  received = 0;
  /** Files on the remote that are too large to be read. */
  unread: readonly string[] = [];
  /** A commit whose events are all in the ledger, but for those of `unread`. */
  private seen: string | undefined;
  /** The ledger file up to here is all in `seen`. */
  private from = 0;
  /** Parts of the file behind `from` that came from the remote in this sync: they need not go back. */
  private taken: Stretch[] = [];
  /** What came in since `seen` was what the last sync left. */
  private came: Iterable<LineOfId>[] = [];
  private readonly session: Session;
  private readonly reader: ObjectReader;
  private readonly remote: string;
  private readonly options: UnionOptions;

  constructor(session: Session, reader: ObjectReader, remote: string, options: UnionOptions) {
    this.session = session;
    this.reader = reader;
    this.remote = remote;
    this.options = options;
  }

  /** Starts where the last sync ended: this commit held all of the ledger up to the offset. */
  goOn({ commit, offset, unread = [] }: Pick<SyncMemory, "commit" | "offset" | "unread">): void {
    this.seen = commit;
    this.from = offset;
    this.unread = unread;
  }

  /** True once it is known what the remote has, or had last time. */
  get knowsRemote(): boolean {
    return this.seen !== undefined;
  }

  /** Everything of the remote that is new here goes into the ledger. */
  async takeIn(tip: string | undefined): Promise<void> {
    if (tip === undefined) {
      this.startOver();
      return;
    }
    if (tip === this.seen || (await this.fill(tip))) return;
    const { lines, bad, unread, extends: goesOn } = await linesSince(this.reader, this.seen, tip);
    if (!goesOn) this.startOver();
    this.unread = [...this.unread, ...unread];
    for (const { path, count } of bad) {
      const what = count === 1 ? "1 line that is no event; it is" : `${count} lines that are no event; they are`;
      this.warnings.push(`${path} on ${this.remote} has ${what} left out`);
    }
    this.came.push(lines);
    if (this.options.dryRun) this.received += this.countNew(lines);
    else if (lines.length > 0) this.unite(lines);
    this.seen = tip;
  }

  /** Nothing that the remote had before counts any more: all of this ledger is compared with all of it. */
  private startOver(): void {
    this.seen = undefined;
    this.from = 0;
    this.taken = [];
    this.came = [];
    this.unread = [];
  }

  /** A new ledger takes in everything at once. False: it is none, or something has to be looked at. */
  private async fill(tip: string): Promise<boolean> {
    if (this.seen !== undefined || this.options.dryRun || !this.options.ledger().isUnused()) return false;
    const ledger = this.options.ledger();
    const own = ledger.replica();
    const lines = await unparsedLines(this.reader, tip);
    const stretch = lines && fillLedger(ledger, lines);
    if (!lines || !stretch) return false;
    this.startOver();
    this.seen = tip;
    this.came.push(withTexts(lines));
    this.taken.push(stretch);
    this.received += lines.length;
    this.notice(lines, own);
    return true;
  }

  private unite(lines: readonly EventLine[]): void {
    const ledger = this.options.ledger();
    const own = ledger.replica();
    const { append, fresh, contradictions, stretch } = uniteLedger(ledger, lines);
    this.received += append.length;
    if (stretch) this.taken.push(stretch);
    for (const id of contradictions) this.contradictions.add(id);
    const events = fresh.map(({ event }) => event);
    this.notice(heardOf(events), own);
    const touched = events.flatMap(({ type, data }) => intentOf(type, data));
    if (touched.length === 0) return;
    const met = ledger.transact({ actor: this.session.who.agent, at: this.session.now }, (state) => ({
      events: firstMeetings(this.session, state, touched),
      result: undefined,
    }));
    for (const event of met.events) {
      this.detected.push((event.data as unknown as { finding: { id: string } }).finding.id);
    }
  }

  /** Who was heard of, and whether something came under our own replica id that this ledger did not know. */
  private notice(heard: Heard, own: string | undefined): void {
    for (const agent of heard.actors) notePresence(this.session.place.folder, { agent, at: this.session.now });
    if (own !== undefined && heard.replicas.includes(own)) {
      const next = renewReplica(this.session.place.folder, this.session.place.path);
      this.warnings.push(
        `events under this ledger's own replica id ${own} came from elsewhere (a copy of it writes too, or a backup of it was put back); it goes on as ${next}, nothing is lost`,
      );
    }
    const ahead = heard.datedAfter(new Date(this.session.now.getTime() + 10 * 60_000));
    if (ahead.size > 0) {
      const count = [...ahead.values()].reduce((sum, each) => sum + each, 0);
      const who = [...ahead.keys()].join(", ");
      this.warnings.push(
        `${counted(count, "event")} of ${who} ${count === 1 ? "is" : "are"} dated more than 10 minutes ahead: look at that machine's clock`,
      );
    }
  }

  /** There is no ledger here, and none is made to find out what would come. */
  private isAbsent(): boolean {
    return this.options.dryRun && !this.session.place.exists;
  }

  private countNew(incoming: readonly EventLine[]): number {
    const ids = new Set(incoming.map(({ event }) => event.id));
    if (this.isAbsent()) return ids.size;
    const { index } = this.options.ledger().contents;
    return [...ids].filter((id) => index.lineOfId(id) === undefined).length;
  }

  /** Lines of this ledger that the remote's commit does not have, and how far into the file they reach. */
  missing(): { readonly lines: readonly EventLine[]; readonly end: number } {
    if (this.isAbsent()) return { lines: [], end: 0 };
    const { lines: local, end } = localLines(this.session.place.path, this.from, this.taken);
    const mine = new Map(local);
    if (this.contradictions.size > 0) {
      const { index } = this.options.ledger().contents;
      for (const id of this.contradictions) {
        const text = index.lineOfId(id);
        if (text !== undefined) mine.set(id, { text, event: JSON.parse(text) as AnyEvent });
      }
    }
    const lines = missingThere(mine, this.came);
    const fit = lines.filter(({ event }) => segmentAt(`events/${event.replica}/${event.n}.jsonl`, 0) !== undefined);
    const unfit = lines.length - fit.length;
    if (unfit > 0) {
      const stay = unfit === 1 ? "stays here: it fits" : "stay here: they fit";
      this.warnings.push(`${counted(unfit, "event")} whose replica id is none ${stay} no segment`);
    }
    return { lines: fit, end };
  }
}

/** Who speaks in some events, and from where. */
interface Heard {
  readonly actors: readonly string[];
  readonly replicas: readonly string[];
  /** How many events of each replica are dated behind this moment. */
  datedAfter(moment: Date): ReadonlyMap<string, number>;
}

function heardOf(events: readonly AnyEvent[]): Heard {
  return {
    actors: [...new Set(events.map(({ actor }) => actor))],
    replicas: [...new Set(events.map(({ replica }) => replica))],
    datedAfter(moment) {
      const found = new Map<string, number>();
      for (const { at, replica } of events) {
        if (Date.parse(at) > moment.getTime()) found.set(replica, (found.get(replica) ?? 0) + 1);
      }
      return found;
    },
  };
}

/** Lines whose text is made when it is looked at, which it seldom is. */
const withTexts = (lines: HeadedLines): Iterable<LineOfId> => ({
  *[Symbol.iterator]() {
    for (let line = 0; line < lines.length; line++) {
      yield {
        event: { id: lines.idOf(line) },
        get text() {
          return lines.textOf(line);
        },
      };
    }
  },
});

/** Ids of intents that an event may bring to a first meeting. */
function intentOf(type: string, data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  const { intent, intent_id } = data as { intent?: { id?: unknown }; intent_id?: unknown };
  const id = type === "intent.published" ? intent?.id : type === "intent.rescoped" ? intent_id : undefined;
  return typeof id === "string" ? [id] : [];
}
