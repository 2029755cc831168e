// Many lines as they lie in some bytes, with what stands at their heads as this program writes them (spec 2.2): read from
// the bytes without parsing a line, and kept in columns, since there may be a million. No proof that a line is an
// event: that is for whoever takes it in.
import { Floats, Ints } from "./columns.ts";

const LF = 10;
const CR = 13;
const QUOTE = 34;
const BACKSLASH = 92;
const [ZERO, NINE] = [48, 57];

const wanted = (text: string): Uint8Array => Buffer.from(text, "latin1");
const ID = wanted('{"v":1,"id":"');
const REPLICA = wanted('","replica":"');
const COUNTER = wanted('","n":');
const CLOCK = wanted(',"lc":');
const AT = wanted(',"at":"');
const ACTOR = wanted('","actor":"');
const TYPE = wanted('","');
/** Length of a time as this program writes it: 2026-12-01T12:00:00.000Z. */
const TIME = 24;
const UTC = 90;
/** More digits than a counter has. */
const MOST_DIGITS = 15;

/** Line i of all that were added. */
export class HeadedLines {
  private readonly bodies: Buffer[] = [];
  private readonly body = new Ints();
  private readonly from = new Ints();
  private readonly to = new Ints();
  private readonly clocks = new Floats();
  private readonly counters = new Floats();
  private readonly replicaOf = new Ints();
  private readonly replicaNumbers = new Map<string, number>();
  private readonly actorNames = new Set<string>();
  /** Where a reader of heads stands. */
  private at = 0;
  /** Where the latest time stands. */
  private newest: { readonly bytes: Buffer; readonly at: number } | undefined;

  get length(): number {
    return this.body.length;
  }

  get replicas(): readonly string[] {
    return [...this.replicaNumbers.keys()];
  }

  get actors(): readonly string[] {
    return Array.from(this.actorNames, utf8);
  }

  /** Adds the lines of some bytes. False when one of them is written in any other way: then these lines are of no use. */
  add(bytes: Buffer): boolean {
    const body = this.bodies.push(bytes) - 1;
    for (let from = 0; from < bytes.length; ) {
      const feed = bytes.indexOf(LF, from);
      const to = feed === -1 ? bytes.length : feed;
      if (!this.addHead(bytes, from, to) || bytes[to - 1] === CR) return false;
      this.body.push(body);
      this.from.push(from);
      this.to.push(to);
      from = to + 1;
    }
    return true;
  }

  private addHead(bytes: Buffer, from: number, to: number): boolean {
    this.at = from;
    if (!this.passed(bytes, ID) || this.text(bytes, to) === 0 || !this.passed(bytes, REPLICA)) return false;
    const replica = this.at;
    if (this.text(bytes, to) === 0) return false;
    const name = bytes.toString("latin1", replica, this.at);
    const n = this.passed(bytes, COUNTER) ? this.number(bytes) : -1;
    const lc = this.passed(bytes, CLOCK) ? this.number(bytes) : -1;
    if (n < 0 || lc < 0 || !this.passed(bytes, AT)) return false;
    const when = this.at;
    if (this.text(bytes, to) !== TIME || bytes[when + TIME - 1] !== UTC || !this.passed(bytes, ACTOR)) return false;
    if (this.isNewer(bytes, when)) this.newest = { bytes, at: when };
    const actor = this.at;
    if (this.text(bytes, to) === 0) return false;
    this.actorNames.add(bytes.toString("latin1", actor, this.at));
    if (!this.passed(bytes, TYPE)) return false;
    let number = this.replicaNumbers.get(name);
    if (number === undefined) {
      number = this.replicaNumbers.size;
      this.replicaNumbers.set(name, number);
    }
    this.replicaOf.push(number);
    this.counters.push(n);
    this.clocks.push(lc);
    return true;
  }

  /** Goes on behind these characters, if they are next. */
  private passed(bytes: Buffer, characters: Uint8Array): boolean {
    for (let i = 0; i < characters.length; i++) if (bytes[this.at + i] !== characters[i]) return false;
    this.at += characters.length;
    return true;
  }

  /** Goes to the end of a text without escapes; answers its length, 0 when it is none. */
  private text(bytes: Buffer, to: number): number {
    const from = this.at;
    for (let at = from; at < to; at++) {
      if (bytes[at] === BACKSLASH) return 0;
      if (bytes[at] !== QUOTE) continue;
      this.at = at;
      return at - from;
    }
    return 0;
  }

  /** Whether the time that stands there is later than all before. */
  private isNewer(bytes: Buffer, at: number): boolean {
    const { newest } = this;
    if (newest === undefined) return true;
    for (let i = 0; i < TIME; i++) {
      const later = (bytes[at + i] as number) - (newest.bytes[newest.at + i] as number);
      if (later !== 0) return later > 0;
    }
    return false;
  }

  /** -1 when there is none. */
  private number(bytes: Buffer): number {
    const from = this.at;
    let value = 0;
    for (let digit = bytes[this.at] as number; digit >= ZERO && digit <= NINE; digit = bytes[++this.at] as number) {
      value = value * 10 + digit - ZERO;
    }
    const digits = this.at - from;
    return digits > 0 && digits <= MOST_DIGITS ? value : -1;
  }

  idOf(line: number): string {
    const bytes = this.bodies[this.body.get(line)] as Buffer;
    const from = this.from.get(line) + ID.length;
    return utf8(bytes.toString("latin1", from, bytes.indexOf(QUOTE, from)));
  }

  textOf(line: number): string {
    return (this.bodies[this.body.get(line)] as Buffer).toString("utf8", this.from.get(line), this.to.get(line));
  }

  /** How many lines of each replica are dated behind this moment. */
  datedAfter(moment: Date): ReadonlyMap<string, number> {
    const limit = moment.toISOString();
    const found = new Map<string, number>();
    const { replicas, newest } = this;
    if (newest === undefined || timeAt(newest.bytes, newest.at) <= limit) return found;
    for (let line = 0; line < this.length; line++) {
      const bytes = this.bodies[this.body.get(line)] as Buffer;
      const head = bytes.indexOf(AT, this.from.get(line)) + AT.length;
      if (timeAt(bytes, head) <= limit) continue;
      const replica = replicas[this.replicaOf.get(line)] as string;
      found.set(replica, (found.get(replica) ?? 0) + 1);
    }
    return found;
  }

  /** All lines behind one another in canonical order (spec 2.2), each with its line end. */
  joined(): Buffer {
    let size = 0;
    for (let line = 0; line < this.length; line++) size += this.to.get(line) - this.from.get(line) + 1;
    const joined = Buffer.allocUnsafe(size);
    let at = 0;
    for (const line of this.order()) {
      const bytes = this.bodies[this.body.get(line)] as Buffer;
      at += bytes.copy(joined, at, this.from.get(line), this.to.get(line));
      joined[at++] = LF;
    }
    return joined;
  }

  private order(): readonly number[] {
    const { clocks, counters, replicaOf } = this;
    const ranks = ranksOf(this.replicas);
    const lines = Array.from({ length: this.length }, (_, line) => line);
    return lines.sort(
      (a, b) =>
        clocks.get(a) - clocks.get(b) ||
        (ranks[replicaOf.get(a)] as number) - (ranks[replicaOf.get(b)] as number) ||
        counters.get(a) - counters.get(b) ||
        (this.idOf(a) < this.idOf(b) ? -1 : 1),
    );
  }
}

const timeAt = (bytes: Buffer, at: number): string => bytes.toString("latin1", at, at + TIME);

/** The place of each name among all of them. */
function ranksOf(names: readonly string[]): readonly number[] {
  const sorted = new Map(names.toSorted((a, b) => (a < b ? -1 : 1)).map((name, rank) => [name, rank]));
  return names.map((name) => sorted.get(name) as number);
}

/** Text that was read byte by byte. */
const utf8 = (text: string): string => (/[\x80-\xff]/.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text);
