// ledger sync (spec 2.6): fetch, union by id, record what meets for the first time, commit what is new here, push
// without force; on rejection once more, with jitter, at most eight times. The ledger file is the truth throughout: the
// refs only carry it, so that an interruption anywhere costs nothing but another sync.
import { ForemergeError, invalidInput } from "../errors.ts";
import {
  fetchLedgerRef,
  filesOf,
  LEDGER_REF,
  moveRef,
  pushCommit,
  type RefFile,
  readRef,
  remoteRef,
  writeBlobs,
  writeCommit,
} from "../git/ledger-ref.ts";
import { readBlobs } from "../git/objects.ts";
import { remoteNames } from "../git/remote-ref.ts";
import type { AnyEvent } from "../store/line.ts";
import { withLock } from "../store/lock.ts";
import { uniteLedger } from "../store/maintenance.ts";
import { createEmptyLedger, openLedger } from "../store/open-ledger.ts";
import { notePresence } from "../store/presence.ts";
import { renewReplica } from "../store/replica.ts";
import { placeLines, segmentAt } from "../store/segments.ts";
import { sha256 } from "../store/sha256.ts";
import { type EventLine, parseIncoming } from "../store/transfer.ts";
import { firstMeetings } from "./first-meetings.ts";
import type { Session } from "./session.ts";
import { ledgerTail, recallSync, rememberSync, type SyncMemory } from "./sync-memory.ts";

const ATTEMPTS = 8;

export interface SyncOptions {
  readonly remote: string | undefined;
  /** Reads only: nothing is published. */
  readonly pull: boolean;
  /** A branch instead of the hidden ref, for hosts that refuse it. */
  readonly branch: string | undefined;
  readonly dryRun: boolean;
}

export interface SyncReport {
  readonly remote: string;
  readonly ref: string;
  /** Events that came in, events that went out (or would, in a dry run). */
  readonly received: number;
  readonly published: number;
  /** Findings of pairs that met for the first time. */
  readonly detected: readonly string[];
  /** Ids under which both sides had different bytes. */
  readonly contradictions: readonly string[];
  readonly commit: string | null;
  readonly attempts: number;
  readonly dry_run: boolean;
  readonly warnings: readonly string[];
  /** Distinct events of the ledger afterwards, where the sync had to read it; else undefined. */
  readonly asOf: number | undefined;
}

/**
 * The remote that is meant: as named, as set, the only one, or origin. Never a URL: a tracked file must not choose where
 * events go.
 */
export function chooseRemote(session: Session, named: string | undefined): string {
  const { repository } = session;
  if (!repository)
    throw invalidInput(
      "there is no git repository here",
      "ledger sync carries the ledger through git: run it in a repository",
    );
  const names = remoteNames(repository.bare ? repository.gitDir : repository.root);
  const wanted = named ?? session.settings.sync.remote ?? (names.includes("origin") ? "origin" : names[0]);
  if (wanted === undefined)
    throw invalidInput("no remote is configured", "git remote add origin URL, then foremerge ledger sync");
  if (names.includes(wanted)) return wanted;
  throw invalidInput(
    `${JSON.stringify(wanted)} is no configured remote`,
    names.length === 0 ? "git remote add NAME URL first" : `write one of ${names.join(", ")}`,
  );
}

const BRANCH = /^[A-Za-z0-9][\w.-]*(\/[\w.-]+)*$/;

/** Carries events both ways. @throws GIT_FAILED, LEDGER_FAILED (exit 3) with the count of events not published */
export function sync(session: Session, options: SyncOptions): SyncReport {
  const remote = chooseRemote(session, options.remote);
  if (options.branch !== undefined && (!BRANCH.test(options.branch) || /\.\.|\.lock$|\/$/.test(options.branch))) {
    throw invalidInput(
      `--branch ${JSON.stringify(options.branch)} is no branch name`,
      "write a plain name, such as foremerge-ledger",
    );
  }
  if (!session.place.exists) {
    // A fresh clone takes in what the remote has; where there is nothing anywhere, `init` comes first.
    const tip = options.dryRun
      ? undefined
      : fetchLedgerRef(session.repository?.root ?? session.root, remote, remoteRef(options.branch));
    if (tip === undefined) session.ledger();
    createEmptyLedger(session.place);
  }
  const run = (): SyncReport => new Sync(session, remote, remoteRef(options.branch), options).run();
  return withLock(`${session.place.folder}/locks`, "sync", run, { patienceMs: 60_000 });
}

class Sync {
  private readonly cwd: string;
  private readonly warnings: string[] = [];
  private readonly detected: string[] = [];
  private readonly contradictions = new Set<string>();
  private received = 0;
  private asOf: () => number | undefined = () => undefined;
  /** Lines that came from the remote in this sync: they need not go back. */
  private readonly taken = new Set<string>();
  /** What the last fetch brought, as far as it was read. */
  private incoming: readonly EventLine[] = [];

  private readonly session: Session;
  private readonly remote: string;
  private readonly ref: string;
  private readonly options: SyncOptions;

  constructor(session: Session, remote: string, ref: string, options: SyncOptions) {
    this.session = session;
    this.remote = remote;
    this.ref = ref;
    this.options = options;
    this.cwd = session.repository?.root ?? session.root;
  }

  run(): SyncReport {
    const memory = recallSync(this.session, this.remote, this.ref);
    for (let attempt = 1; ; attempt++) {
      this.session.progress(`asking ${this.remote} for its ledger`, true);
      const tip = fetchLedgerRef(this.cwd, this.remote, this.ref);
      const lost = this.takeIn(tip, memory);
      const files = tip === undefined ? [] : this.filesAt(tip);
      const { lines, end } = this.missing(tip, files, memory, lost);
      const report = { published: lines.length, attempts: attempt };
      if (this.options.dryRun || this.options.pull || lines.length === 0) {
        if (!this.options.dryRun && tip !== undefined && lines.length === 0) {
          this.settle(tip, end);
        }
        return this.report(tip ?? null, { ...report, published: this.options.pull ? 0 : lines.length });
      }
      const commit = this.commit(tip, files, lines);
      this.session.progress(`publishing ${lines.length} events to ${this.remote}`, true);
      const pushed = pushCommit(this.cwd, this.remote, commit, this.ref, lines.length > 5000);
      if (pushed.kind === "taken") {
        this.settle(commit, end);
        return this.report(commit, report);
      }
      if (pushed.kind === "refused") throw this.refused(pushed.words, lines.length);
      if (attempt === ATTEMPTS) throw this.gaveUp(lines.length);
      pauseWithJitter(attempt);
    }
  }

  /** Everything of the remote that is new here goes into the ledger; answers ids whose line here won against theirs. */
  private takeIn(tip: string | undefined, memory: SyncMemory | undefined): ReadonlySet<string> {
    const won = new Set<string>();
    if (tip === undefined || tip === memory?.commit) return won;
    const incoming = this.linesOf(this.changedFiles(tip, memory));
    this.incoming = incoming;
    if (incoming.length === 0 || this.options.dryRun) {
      this.received += this.options.dryRun ? this.countNew(incoming) : 0;
      return won;
    }
    const ledger = openLedger(this.session.place, { onWarning: this.session.warn });
    const known = ledger.replica();
    this.asOf = () => ledger.read().asOf;
    const union = uniteLedger(ledger, incoming);
    this.received += union.append.length;
    for (const text of union.append) this.taken.add(text);
    for (const id of union.contradictions) {
      this.contradictions.add(id);
      won.add(id);
    }
    const fresh = union.fresh.map(({ event }) => event);
    this.notice(fresh, known);
    const touched = fresh.flatMap(({ type, data }) => intentOf(type, data));
    if (touched.length > 0) {
      const { events } = ledger.transact({ actor: this.session.who.agent, at: this.session.now }, (state) => ({
        events: firstMeetings(this.session, state, touched),
        result: undefined,
      }));
      for (const event of events) {
        this.detected.push((event.data as unknown as { finding: { id: string } }).finding.id);
      }
    }
    return won;
  }

  /** Who was heard of, and whether a copy of this ledger writes under our own replica id. */
  private notice(fresh: readonly AnyEvent[], own: string | undefined): void {
    for (const agent of new Set(fresh.map(({ actor }) => actor))) {
      notePresence(this.session.place.folder, { agent, at: this.session.now });
    }
    if (own !== undefined && fresh.some(({ replica }) => replica === own)) {
      const next = renewReplica(this.session.place.folder, this.session.place.path);
      this.warnings.push(
        `a copy of this ledger writes under the same replica id ${own}; this one goes on as ${next}, nothing is lost`,
      );
    }
    const ahead = fresh.filter(({ at }) => Date.parse(at) > this.session.now.getTime() + 10 * 60_000);
    if (ahead.length > 0) {
      const who = [...new Set(ahead.map(({ replica }) => replica))].join(", ");
      this.warnings.push(
        `${ahead.length} events of ${who} are dated more than 10 minutes ahead: look at that machine's clock`,
      );
    }
  }

  private countNew(incoming: readonly EventLine[]): number {
    const { index } = openLedger(this.session.place).contents;
    return incoming.filter(({ event }) => index.lineOfId(event.id) === undefined).length;
  }

  private filesAt(commit: string): readonly RefFile[] {
    return filesOf(this.cwd, commit);
  }

  /** Files whose content this ledger has not seen: all of them, or those that changed since the commit it has. */
  private changedFiles(tip: string, memory: SyncMemory | undefined): readonly RefFile[] {
    const now = this.filesAt(tip).filter(({ path, size }) => segmentAt(path, size) !== undefined);
    if (memory === undefined || readRef(this.cwd, memory.commit) === undefined) return now;
    const before = new Set(this.filesAt(memory.commit).map(({ path, id }) => `${id} ${path}`));
    return now.filter(({ path, id }) => !before.has(`${id} ${path}`));
  }

  private linesOf(files: readonly RefFile[]): readonly EventLine[] {
    const blobs = readBlobs(
      this.cwd,
      files.map(({ id }) => id),
    );
    const lines: EventLine[] = [];
    for (const { id, path } of files) {
      const { lines: texts, bad } = parseIncoming(blobs.get(id) ?? Buffer.alloc(0));
      for (const line of texts) lines.push(line);
      if (bad.length > 0) {
        this.warnings.push(`${path} on ${this.remote} has ${bad.length} lines that are no event; they are left out`);
      }
    }
    return lines;
  }

  /** Lines of this ledger that the remote's tree does not have, and how far into the file they reach. */
  private missing(
    tip: string | undefined,
    files: readonly RefFile[],
    memory: SyncMemory | undefined,
    won: ReadonlySet<string>,
  ): { readonly lines: readonly EventLine[]; readonly end: number } {
    const from = tip !== undefined && memory !== undefined && this.holds(files, memory) ? memory.offset : 0;
    const { bytes, end } = ledgerTail(this.session.place.path, from);
    const mine = new Map<string, EventLine>();
    for (const { text, event } of parseIncoming(this.withoutTaken(bytes)).lines) {
      const before = mine.get(event.id);
      if (before === undefined || sha256(text) < sha256(before.text)) mine.set(event.id, { text, event });
    }
    if (won.size > 0 && from > 0) {
      const { index } = openLedger(this.session.place).contents;
      for (const id of won) {
        const text = index.lineOfId(id);
        if (text !== undefined) mine.set(id, { text, event: JSON.parse(text) as AnyEvent });
      }
    }
    if (mine.size === 0) return { lines: [], end };
    const there = this.remoteTexts(tip, files, memory, from);
    const lines = [...mine.values()].filter(({ text, event }) => {
      const theirs = there.get(event.id);
      return theirs === undefined || (theirs !== text && sha256(text) < sha256(theirs));
    });
    return { lines, end };
  }

  /** The remote's line of every event that this ledger's part from `from` on could share with it. */
  private remoteTexts(
    tip: string | undefined,
    files: readonly RefFile[],
    memory: SyncMemory | undefined,
    from: number,
  ): ReadonlyMap<string, string> {
    const there = new Map<string, string>();
    if (tip === undefined || (from > 0 && tip === memory?.commit)) return there;
    const readAll = memory === undefined || from > 0;
    const lines = readAll
      ? this.incoming
      : this.linesOf(files.filter(({ path, size }) => segmentAt(path, size) !== undefined));
    for (const { text, event } of lines) {
      const before = there.get(event.id);
      if (before === undefined || sha256(text) < sha256(before)) there.set(event.id, text);
    }
    return there;
  }

  /** Lines that came in just now are left out before anything is parsed. */
  private withoutTaken(bytes: Buffer): Buffer {
    if (this.taken.size === 0) return bytes;
    const kept = bytes
      .toString("utf8")
      .split("\n")
      .filter((text) => !this.taken.has(text));
    return Buffer.from(kept.join("\n"), "utf8");
  }

  /** True when the tree still has every file of the commit that holds this ledger's older part. */
  private holds(files: readonly RefFile[], memory: SyncMemory): boolean {
    if (readRef(this.cwd, memory.commit) === undefined) return false;
    const now = new Map(files.map(({ path, size }) => [path, size]));
    return this.filesAt(memory.commit).every(({ path, size }) => (now.get(path) ?? -1) >= size);
  }

  private commit(tip: string | undefined, files: readonly RefFile[], lines: readonly EventLine[]): string {
    const segments = files.flatMap(({ path, size }) => segmentAt(path, size) ?? []);
    const changes = placeLines(segments, lines);
    const ids = new Map(files.map(({ path, id }) => [path, id]));
    const old = readBlobs(
      this.cwd,
      changes.filter((change) => change.extends).map(({ path }) => ids.get(path) as string),
    );
    const contents = changes.map(({ path, append }) => {
      const before = old.get(ids.get(path) ?? "") ?? Buffer.alloc(0);
      const gap = before.length === 0 || before.at(-1) === 10 ? "" : "\n";
      return Buffer.concat([before, Buffer.from(`${gap}${append.join("\n")}\n`, "utf8")]);
    });
    writeBlobs(this.cwd, contents).forEach((id, i) => {
      ids.set((changes[i] as { path: string }).path, id);
    });
    const message = `${lines.length} event${lines.length === 1 ? "" : "s"} of ${new Set(lines.map(({ event }) => event.replica)).size} replica(s)`;
    return writeCommit(this.cwd, ids, tip, message, new Date());
  }

  /** Both sides have the same events: the ref here and the memory say so. */
  private settle(commit: string, end: number): void {
    const before = readRef(this.cwd, LEDGER_REF);
    if (before !== commit) moveRef(this.cwd, LEDGER_REF, commit, before);
    rememberSync(this.session, { remote: this.remote, ref: this.ref, commit, offset: end });
  }

  private report(commit: string | null, part: { readonly published: number; readonly attempts: number }): SyncReport {
    return {
      remote: this.remote,
      ref: this.ref,
      received: this.received,
      detected: this.detected,
      contradictions: [...this.contradictions],
      commit,
      dry_run: this.options.dryRun,
      warnings: this.warnings,
      asOf: this.asOf(),
      ...part,
    };
  }

  private refused(words: string, count: number): ForemergeError {
    const hint =
      this.options.branch === undefined
        ? "a host that refuses other refs may take a branch: foremerge ledger sync --branch foremerge-ledger"
        : "ask whoever runs the host whether this branch may be pushed";
    return new ForemergeError(
      "GIT_FAILED",
      `${this.remote} refused ${this.ref}: ${words}; ${count} events not published`,
      {
        hint,
        details: { remote: this.remote, ref: this.ref, not_published: count },
      },
    );
  }

  private gaveUp(count: number): ForemergeError {
    return new ForemergeError(
      "GIT_FAILED",
      `${count} events not published: others were faster ${ATTEMPTS} times in a row`,
      {
        hint: "nothing is lost; run foremerge ledger sync again",
        details: { remote: this.remote, not_published: count },
      },
    );
  }
}

/** Ids of intents that an event may bring to a first meeting. */
function intentOf(type: string, data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  const { intent, intent_id } = data as { intent?: { id?: unknown }; intent_id?: unknown };
  const id = type === "intent.published" ? intent?.id : type === "intent.rescoped" ? intent_id : undefined;
  return typeof id === "string" ? [id] : [];
}

/** Exponential, with full jitter, at most two seconds: machines that met once do not meet again. */
function pauseWithJitter(attempt: number): void {
  const most = Math.min(2000, 50 * 2 ** attempt);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * most);
}
