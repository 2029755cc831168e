// ledger sync (spec 2.6): fetch, union by id, record what meets for the first time, commit what is new here, push
// without force; on rejection once more, with jitter, at most eight times. The ledger file is the truth throughout: the
// refs only carry it, so that an interruption anywhere costs nothing but another sync.
import { counted } from "../counted.ts";
import { ForemergeError } from "../errors.ts";
import { commitAt, fetchLedgerRef, forgetFetched, LEDGER_REF, moveRef, remoteRef } from "../git/ledger-ref.ts";
import { ObjectReader } from "../git/object-reader.ts";
import { type Pushed, pushCommit } from "../git/push-ref.ts";
import { remoteUrls } from "../git/remote-ref.ts";
import { withLockAsync } from "../store/lock.ts";
import { createEmptyLedger } from "../store/open-ledger.ts";
import type { EventLine } from "../store/transfer.ts";
import { chooseRemote } from "./choose-remote.ts";
import { checkBranchHoldsLedger } from "./ledger-branch.ts";
import { commitLines } from "./ledger-commit.ts";
import { RemoteUnion, type UnionOptions } from "./remote-union.ts";
import type { Session } from "./session.ts";
import { recallSync, rememberSync, type SyncMemory } from "./sync-memory.ts";
import {
  BRANCH_WAY,
  notTaken,
  overtaken,
  refused,
  tooLarge,
  twoPlaces,
  type Unpublished,
  withCount,
} from "./sync-trouble.ts";

const ATTEMPTS = 8;
/** So often in a row the remote may refuse what fits on top of what it has: somebody may hold its lock for a moment. */
const PATIENCE = 5;

export interface SyncOptions extends UnionOptions {
  readonly remote: string | undefined;
  /** Reads only: nothing is published. */
  readonly pull: boolean;
  /** A branch instead of the hidden ref, for hosts that refuse it. */
  readonly branch: string | undefined;
  /** What the caller will need anyway: done while the remote is waited for. */
  readonly meanwhile?: () => void;
  /** How long one answer of the remote is waited for; default two minutes. */
  readonly timeoutMs?: number;
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
  /** Files on the remote that are too large to be read: what they hold is not known here. */
  readonly unread: readonly string[];
}

/** Carries events both ways. @throws GIT_FAILED, LEDGER_FAILED (exit 3) with the count of events not published */
export async function sync(session: Session, options: SyncOptions): Promise<SyncReport> {
  const remote = chooseRemote(session, options.remote);
  const reader = new ObjectReader(session.repository?.root ?? session.root);
  try {
    const work = new Sync(session, reader, remote, options);
    if (!session.place.exists) {
      // A fresh clone takes in what the remote has; where there is nothing anywhere, `init` comes first.
      if ((await work.askRemote()) === undefined) throw work.nothingThere();
      if (options.dryRun) return await work.run();
      createEmptyLedger(session.place);
    }
    return await withLockAsync(`${session.place.folder}/locks`, "sync", () => work.run(), { patienceMs: 60_000 });
  } finally {
    reader.close();
  }
}

/** A commit on top of `parent` that the remote did not take, in its words. */
interface Overtaken {
  readonly commit: undefined;
  readonly parent: string | undefined;
  readonly words: string;
}

type Tried = { readonly commit: string; readonly count: number } | Overtaken;

class Sync {
  private readonly session: Session;
  private readonly reader: ObjectReader;
  private readonly remote: string;
  private readonly ref: string;
  private readonly options: SyncOptions;
  private readonly cwd: string;
  private readonly union: RemoteUnion;
  /** The remote's commit as it was asked for before the ledger was locked. */
  private early: string | undefined;

  constructor(session: Session, reader: ObjectReader, remote: string, options: SyncOptions) {
    this.session = session;
    this.reader = reader;
    this.remote = remote;
    this.ref = remoteRef(options.branch);
    this.options = options;
    this.cwd = session.repository?.root ?? session.root;
    this.union = new RemoteUnion(session, reader, remote, options);
  }

  /** The commit that the remote's ref is at, fetched. */
  async askRemote(): Promise<string | undefined> {
    this.session.progress(`asking ${this.remote} for its ledger`, true);
    const { dryRun, timeoutMs } = this.options;
    const how = { keep: !dryRun, timeoutMs };
    const tip = await this.waitFor(fetchLedgerRef(this.reader, this.cwd, this.remote, this.ref, how)).catch(
      async (error) => {
        throw await this.withCount(error);
      },
    );
    await this.checkBranch(tip);
    this.early = tip;
    return tip;
  }

  /** A branch is for the ledger alone, there and, where there is none yet, here. */
  private async checkBranch(tip: string | undefined): Promise<void> {
    const { branch } = this.options;
    if (branch === undefined) return;
    const here = tip === undefined ? await commitAt(this.reader, this.ref) : undefined;
    const commit = tip ?? here;
    if (commit === undefined) return;
    try {
      await checkBranchHoldsLedger(this.reader, branch, commit, here === undefined ? `of ${this.remote}` : "here");
    } catch (error) {
      forgetFetched(this.cwd, this.remote);
      throw error;
    }
  }

  /** Waits for the remote, and does meanwhile what the caller will need. */
  private waitFor<T>(remote: Promise<T>): Promise<T> {
    remote.catch(() => {}); // should the rest fail first, that is what is said
    this.reader.start();
    if (this.session.place.exists) this.options.meanwhile?.();
    return remote;
  }

  async run(): Promise<SyncReport> {
    const memory = recallSync(this.session, this.remote, this.ref);
    if (memory) this.union.goOn(memory);
    const { dryRun, pull } = this.options;
    let last: Overtaken | undefined;
    if (memory !== undefined && !dryRun && !pull && !this.isSplit()) {
      const tried = await this.publishUnasked(memory);
      if (tried?.commit !== undefined) return this.report(tried.commit, tried.count, 1);
      last = tried;
    }
    const before = last === undefined ? 0 : 1;
    let [still, faster] = [0, 0];
    for (let attempt = 1; ; attempt++) {
      const tip = attempt === 1 && this.early !== undefined ? this.early : await this.askRemote();
      await this.union.takeIn(tip);
      const { lines, end } = this.union.missing();
      if (dryRun || pull || lines.length === 0) {
        if (!dryRun && tip !== undefined && lines.length === 0) await this.settle(tip, end);
        return this.report(tip ?? null, pull ? 0 : lines.length, attempt);
      }
      if (last !== undefined) {
        if (last.parent !== tip) [still, faster] = [0, faster + 1];
        else if (++still === PATIENCE) {
          throw notTaken(this.unpublished(lines.length), last.words, remoteUrls(this.cwd, this.remote));
        }
      }
      const tried = await this.publish(tip, lines);
      if (tried.commit !== undefined) {
        await this.settle(tried.commit, end);
        if (tip === undefined && this.isSplit()) this.warnOfTwoPlaces();
        return this.report(tried.commit, lines.length, attempt);
      }
      last = tried;
      if (attempt === ATTEMPTS) throw overtaken(this.unpublished(lines.length), attempt + before, faster, last.words);
      await pauseWithJitter(attempt, still > 0);
    }
  }

  /**
   * Pushes what is new here on top of what the remote had last time, without asking it first: most often nobody else
   * was there meanwhile, and the remote refuses what does not fit.
   */
  private async publishUnasked({ commit: parent }: SyncMemory): Promise<Tried | undefined> {
    const { lines, end } = this.union.missing();
    if (lines.length === 0 || (await this.reader.ask(`${parent}^{tree}`)) === undefined) return undefined;
    await this.checkBranch(parent);
    const tried = await this.publish(parent, lines);
    if (tried.commit !== undefined) await this.settle(tried.commit, end);
    return tried;
  }

  private async publish(parent: string | undefined, lines: readonly EventLine[]): Promise<Tried> {
    const count = lines.length;
    const how = { bulk: count > 5000, timeoutMs: this.options.timeoutMs };
    let pushed: Pushed;
    let commit: string;
    try {
      commit = await commitLines(this.session, this.reader, parent, lines);
      this.session.progress(`publishing ${counted(count, "event")} to ${this.remote}`, true);
      pushed = await this.waitFor(pushCommit(this.cwd, this.remote, commit, this.ref, how));
    } catch (error) {
      throw withCount(error, count);
    }
    if (pushed.kind === "refused") throw refused(this.unpublished(count), pushed);
    return pushed.kind === "taken" ? { commit, count } : { commit: undefined, parent, words: pushed.words };
  }

  /** True when the remote is set to be fetched from one URL and pushed to another, which may be two places. */
  private isSplit(): boolean {
    const { repository } = this.session;
    const pushUrl = repository?.config("remote", this.remote, "pushurl");
    return pushUrl !== undefined && pushUrl !== repository?.config("remote", this.remote, "url");
  }

  private warnOfTwoPlaces(): void {
    const urls = twoPlaces(this.remote, remoteUrls(this.cwd, this.remote));
    this.union.warnings.push(`${urls}: if these are two places, others do not see what is published`);
  }

  private unpublished(count: number): Unpublished {
    return { remote: this.remote, ref: this.ref, branch: this.options.branch, count };
  }

  /** A failure with how many events it leaves here, where that can be said. */
  private async withCount(error: unknown): Promise<unknown> {
    if (this.options.pull || !this.session.place.exists) return error;
    try {
      const most = !this.union.knowsRemote && (await commitAt(this.reader, LEDGER_REF)) !== undefined;
      return withCount(error, this.union.missing().lines.length, most);
    } catch {
      return error;
    }
  }

  /** Both sides have the same events: the ref here and the memory say so. */
  private async settle(commit: string, end: number): Promise<void> {
    const before = await commitAt(this.reader, LEDGER_REF);
    if (before !== commit) moveRef(this.cwd, LEDGER_REF, commit, before);
    const { unread } = this.union;
    const left = unread.length === 0 ? {} : { unread };
    rememberSync(this.session, { remote: this.remote, ref: this.ref, commit, offset: end, ...left });
  }

  private report(commit: string | null, published: number, attempts: number): SyncReport {
    return {
      remote: this.remote,
      ref: this.ref,
      received: this.union.received,
      detected: this.union.detected,
      contradictions: [...this.union.contradictions],
      commit,
      dry_run: this.options.dryRun,
      warnings: [...this.union.warnings, ...this.union.unread.map((path) => tooLarge(path, this.remote))],
      unread: this.union.unread,
      published,
      attempts,
    };
  }

  /** There is no ledger here, and none where it was looked for. */
  nothingThere(): ForemergeError {
    const { remote, ref } = this;
    return new ForemergeError("NO_LEDGER", `there is no ledger here and none in ${ref} of ${remote}`, {
      hint: `foremerge init makes one here; if others carry theirs in ${this.options.branch === undefined ? "a" : "another"} branch: ${BRANCH_WAY}`,
      details: { remote, ref },
    });
  }
}

/**
 * Exponential, with jitter, at most two seconds: machines that met once do not meet again. `lock`: nobody was faster, so
 * that somebody may be holding a lock, which takes a moment.
 */
async function pauseWithJitter(attempt: number, lock: boolean): Promise<void> {
  const most = Math.min(2000, 50 * 2 ** attempt);
  await new Promise((done) => setTimeout(done, most * (lock ? (1 + Math.random()) / 2 : Math.random())));
}
