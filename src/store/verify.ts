// Checks a whole ledger (spec 2.5): bad lines, the chain of every replica, ids, references. Reads only.

import { sha256 } from "../sha256.ts";
import { readBytes } from "./bytes.ts";
import type { LedgerEvent } from "./event.ts";
import { isRecord } from "./events/check.ts";
import { definitionOf } from "./events/registry.ts";
import { type AnyEvent, EVENT_VERSION, NO_PREVIOUS } from "./line.ts";
import type { Reading } from "./read.ts";

/** Something that is not as it should be. */
export interface Fault {
  readonly kind:
    | "garbled"
    | "marker"
    | "utf8"
    | "too-long"
    | "contradiction"
    | "torn"
    | "gap"
    | "chain"
    | "twins"
    | "reference"
    | "closed-off"
    | "incomplete-batch"
    | "malformed-payload"
    | "malformed-id"
    | "newer"
    | "future"
    | "clock-leap";
  /** Line of the file, counted from 1; null when no one line is meant. */
  readonly line: number | null;
  readonly message: string;
  readonly replica?: string;
  readonly n?: number;
  readonly id?: string;
}

export interface ReplicaReport {
  readonly replica: string;
  readonly events: number;
  readonly first_n: number;
  readonly last_n: number;
}

export interface Verification {
  /** Distinct events. */
  readonly events: number;
  readonly lines: number;
  readonly repeats: number;
  readonly replicas: readonly ReplicaReport[];
  /** Damage: the ledger is not valid while there is any. */
  readonly problems: readonly Fault[];
  /** Worth knowing, no damage. */
  readonly notes: readonly Fault[];
  /** Counters missing from a chain and not noted by ledger.repaired, with the hash that the next line names. */
  readonly gaps: readonly { readonly replica: string; readonly n: number; readonly sha256: string | undefined }[];
  /** Lines that share replica and counter with another one, not noted yet. */
  readonly twins: readonly { readonly replica: string; readonly n: number; readonly sha256: string }[];
}

const FUTURE_MS = 10 * 60 * 1000;
/** At most so many faults of one kind are told one by one. */
const TOLD = 200;

/** Verifies what was read. `now` is for timestamps that lie ahead. */
export function verify(reading: Reading, now: Date): Verification {
  const problems: Fault[] = [];
  const notes: Fault[] = [];
  for (const { kind, line, detail } of reading.problems) {
    (kind === "closed-off" ? notes : problems).push({
      kind,
      line,
      message: kind === "closed-off" ? "a torn line that was set aside and closed off" : detail,
    });
  }
  const walk = new Walk(reading);
  const { repaired, known } = walk.collect();
  const chains = walk.chains(repaired);
  for (const problem of chains.problems) problems.push(problem);
  walk.references(known, repaired.size > 0, problems, notes);
  walk.oddities(now, notes);
  return {
    events: reading.index.rows - reading.index.held,
    lines: reading.lines,
    repeats: reading.repeats,
    replicas: chains.replicas,
    problems: bounded(problems),
    notes: bounded(notes),
    gaps: chains.gaps,
    twins: chains.twins,
  };
}

function bounded(faults: readonly Fault[]): Fault[] {
  const told = new Map<string, number>();
  const kept: Fault[] = [];
  for (const fault of faults) {
    const count = (told.get(fault.kind) ?? 0) + 1;
    told.set(fault.kind, count);
    if (count <= TOLD) kept.push(fault);
  }
  for (const [kind, count] of told) {
    if (count > TOLD)
      kept.push({ kind: kind as Fault["kind"], line: null, message: `${count - TOLD} more of this kind` });
  }
  return kept;
}

interface Known {
  readonly intents: Set<string>;
  readonly conflicts: Set<string>;
  readonly claims: Set<string>;
}

class Walk {
  private readonly reading: Reading;
  private readonly rows: Int32Array;

  constructor(reading: Reading) {
    this.reading = reading;
    this.rows = reading.index.sortedRows(true);
  }

  private lineOf(row: number): number | null {
    return this.reading.index.lineNumber(row);
  }

  /** Ids that exist, and the gaps that a repair has noted (`replica n`, or a hash). */
  collect(): { repaired: Set<string>; known: Known } {
    const repaired = new Set<string>();
    const known: Known = { intents: new Set(), conflicts: new Set(), claims: new Set() };
    for (const row of this.rows) {
      if (!this.reading.index.counts(row)) continue;
      const event = this.reading.index.knownEvent(row);
      if (event.type === "intent.published")
        known.intents.add((event as LedgerEvent<"intent.published">).data.intent.id);
      else if (event.type === "conflict.detected") {
        known.conflicts.add((event as LedgerEvent<"conflict.detected">).data.finding.id);
      } else if (event.type === "claim.taken") known.claims.add((event as LedgerEvent<"claim.taken">).data.claim.id);
      else if (event.type === "ledger.repaired") {
        const { replica, n, sha256: hash } = (event as LedgerEvent<"ledger.repaired">).data;
        repaired.add(replica === null || n === null ? hash : `${replica} ${n}`);
      }
    }
    return { repaired, known };
  }

  chains(repaired: ReadonlySet<string>): Pick<Verification, "gaps" | "twins" | "replicas"> & { problems: Fault[] } {
    const { index } = this.reading;
    const byReplica = new Map<string, number[]>();
    for (const row of this.rows) {
      const name = index.replicaOf(row);
      const list = byReplica.get(name);
      if (list) list.push(row);
      else byReplica.set(name, [row]);
    }
    const losers = this.losers();
    const problems: Fault[] = [];
    const gaps: { replica: string; n: number; sha256: string | undefined }[] = [];
    const twins: { replica: string; n: number; sha256: string }[] = [];
    const replicas: ReplicaReport[] = [];
    for (const [replica, rows] of [...byReplica].sort(([a], [b]) => (a < b ? -1 : 1))) {
      rows.sort((a, b) => index.counterOf(a) - index.counterOf(b) || index.compare(a, b));
      let n = 0;
      /** Hashes of the lines that bear the counter before. */
      let hashes = new Set<unknown>([NO_PREVIOUS]);
      for (const row of rows) {
        const counter = index.counterOf(row);
        const text = index.textOf(row);
        const hash = sha256(text);
        const { prev, v } = JSON.parse(text) as AnyEvent;
        // A newer version may chain in another way.
        const chained = v === EVENT_VERSION || typeof prev === "string";
        if (counter === n) {
          if (!repaired.has(`${replica} ${n}`)) {
            twins.push({ replica, n, sha256: hash });
            problems.push({
              kind: "twins",
              line: this.lineOf(row),
              replica,
              n,
              message: `two events are number ${n} of ${replica}: the ledger was copied and both copies went on`,
            });
          }
          hashes.add(hash);
          continue;
        }
        if (counter > n + 1) {
          this.missing(replica, n + 1, counter, prev, repaired, gaps, problems);
        } else if (chained && !hashes.has(prev) && !losers.has(prev) && !repaired.has(`${replica} ${n}`)) {
          problems.push({
            kind: "chain",
            line: this.lineOf(row),
            replica,
            n: counter,
            message: `event ${counter} of ${replica} does not follow from the one before it`,
          });
          gaps.push({ replica, n, sha256: prev });
        }
        n = counter;
        hashes = new Set([hash]);
      }
      const first = rows[0] as number;
      replicas.push({ replica, events: rows.length, first_n: index.counterOf(first), last_n: n });
    }
    return { problems, gaps, twins, replicas };
  }

  /** Hashes of lines that lost a contradiction: an honest successor may name them. */
  private losers(): Set<unknown> {
    const { index, problems } = this.reading;
    const lost = problems.filter(({ kind }) => kind === "contradiction");
    return new Set(lost.map(({ offset, length }) => sha256(readBytes(index.fd, offset, length))));
  }

  private missing(
    replica: string,
    from: number,
    to: number,
    prev: unknown,
    repaired: ReadonlySet<string>,
    gaps: { replica: string; n: number; sha256: string | undefined }[],
    problems: Fault[],
  ): void {
    // A forged counter may claim billions: one gap is told by its ends, and noted by them.
    const lost: number[] = [];
    for (let n = from; n < to && lost.length < 1000; n++) if (!repaired.has(`${replica} ${n}`)) lost.push(n);
    if (lost.length === 0 || (lost.length === 1000 && repaired.has(`${replica} ${to - 1}`))) return;
    const last = to - 1;
    problems.push({
      kind: "gap",
      line: null,
      replica,
      n: lost[0] as number,
      message:
        lost.length === 1
          ? `event ${lost[0]} of ${replica} is missing`
          : `events ${lost[0]} to ${last} of ${replica} are missing`,
    });
    if (!lost.includes(last)) lost.push(last);
    for (const n of lost) {
      gaps.push({ replica, n, sha256: n === last && typeof prev === "string" ? prev : undefined });
    }
  }

  /** Events that name what is not there. After a repair, what they name may lie in quarantine: then it is a note. */
  references(known: Known, lost: boolean, problems: Fault[], notes: Fault[]): void {
    const { index } = this.reading;
    const newer = index.newerIds;
    for (const row of this.rows) {
      if (!index.counts(row)) continue;
      const event = index.knownEvent(row);
      for (const [kind, id] of referencesOf(event.type, event.data)) {
        if (known[kind].has(id) || newer.has(id)) continue;
        (lost ? notes : problems).push({
          kind: "reference",
          line: this.lineOf(row),
          id: event.id,
          message: `${event.type} names ${id}, which is not in this ledger`,
        });
      }
    }
  }

  oddities(now: Date, notes: Fault[]): void {
    const { index } = this.reading;
    const limit = now.getTime() + FUTURE_MS;
    for (const row of this.rows) {
      const event = index.event(row);
      const note = (kind: Fault["kind"], message: string): void => {
        notes.push({ kind, line: this.lineOf(row), id: event.id, message });
      };
      if (event.v !== EVENT_VERSION) {
        note("newer", `event version ${event.v}: kept, not understood`);
        continue;
      }
      if (!/^evt_[0-9a-hjkmnp-tv-z]{26}$/.test(event.id))
        note("malformed-id", `${event.id} has not the form of an event's id`);
      if (index.isHeld(row))
        note("incomplete-batch", `part ${event.batch?.k} of ${event.batch?.of} of a batch that is not complete`);
      if (Date.parse(event.at) > limit)
        note("future", `dated ${event.at}, more than 10 minutes ahead of this machine's clock`);
      if (event.lc > index.mostLc)
        note(
          "clock-leap",
          `has the clock ${event.lc}, to which nobody can have counted; new events do not go on from it`,
        );
      const wrong = definitionOf(event.type)?.check(event.data);
      if (wrong !== undefined) note("malformed-payload", `the payload of ${event.type} is wrong at ${wrong || "/"}`);
    }
  }
}

function* referencesOf(type: string, data: unknown): Iterable<["intents" | "conflicts" | "claims", string]> {
  if (!isRecord(data)) return;
  const { intent_id: intent, conflict_id: conflict, claim_id: claim } = data;
  if (typeof intent === "string") yield ["intents", intent];
  if (typeof conflict === "string" && !type.startsWith("plan.")) yield ["conflicts", conflict];
  if (typeof claim === "string") yield ["claims", claim];
  if (type === "claim.taken" && isRecord(data.claim)) yield ["intents", String(data.claim.intent_id)];
  if (type === "conflict.detected" && isRecord(data.finding)) {
    for (const side of [data.finding.source_intent_id, data.finding.target_intent_id]) {
      if (typeof side === "string" && side.startsWith("int_")) yield ["intents", side];
    }
  }
  if (type === "assessment.recorded" && isRecord(data.assessment)) {
    yield ["intents", String(data.assessment.intent_id)];
    yield ["intents", String(data.assessment.other_id)];
  }
}
