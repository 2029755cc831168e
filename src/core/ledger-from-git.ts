// The ledger as a ref of git holds it (spec 2.6), read without writing one: for CI, whose clone has no ledger.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ForemergeError } from "../errors.ts";
import { filesOf, LEDGER_REF, readRef, remoteRef, scratchRef } from "../git/ledger-ref.ts";
import { MOST_BYTES } from "../git/object-reader.ts";
import { readBlobs } from "../git/objects.ts";
import { fetchRemoteRef, remoteNames } from "../git/remote-ref.ts";
import { shellWord } from "../shell-word.ts";
import { openLedger } from "../store/open-ledger.ts";
import { segmentAt } from "../store/segments.ts";
import type { State } from "../store/state.ts";
import { type LinePlace, warningsOf } from "../store/warnings.ts";
import type { NotAssessed } from "./documents.ts";
import type { Session } from "./session.ts";
import { tooLarge } from "./sync-trouble.ts";

export interface ReadLedger {
  readonly state: State;
  /** Where it came from, for people. */
  readonly sources: readonly string[];
  /** What could not be asked, one sentence each: there may be newer events. */
  readonly troubles: readonly string[];
  /** Files that were left out, one sentence each: what they hold is not known. */
  readonly unread: readonly NotAssessed[];
  /** Takes the copy away; the state must not be used afterwards. */
  readonly close: () => void;
}

/** Why there is nothing to read, and what to do. */
export interface NoLedger {
  readonly reason: string;
}

export interface CiLedgerOptions {
  /** False: only what is here already. */
  readonly fetch: boolean;
  /** The branch that carries the ledger on hosts that refuse the hidden ref. */
  readonly branch: string | undefined;
}

/**
 * The union of the ledger here and the ledger of the remote, as it is now. Nothing is written in the repository but
 * the fetched objects.
 * @throws ForemergeError LEDGER_FAILED when the ledger here cannot be read
 */
export function readLedgerForCi(session: Session, options: CiLedgerOptions): ReadLedger | NoLedger {
  const sources: string[] = [];
  const parts: Part[] = [];
  const troubles: string[] = [];
  const unread: NotAssessed[] = [];
  const read = new Set<string>();
  if (session.place.exists) {
    parts.push({ bytes: ownBytes(session) });
    sources.push(session.place.path);
  }
  if (session.repository) {
    const { root } = session;
    for (const { name, commit } of commitsOf(session, root, options, troubles)) {
      const segments = filesOf(root, commit).filter(({ path, size }) => segmentAt(path, size) !== undefined);
      if (segments.length === 0) {
        troubles.push(`${name} holds no ledger`);
        continue;
      }
      // Refs share most of their files: each is read once.
      const fresh = segments.filter(({ id }) => !read.has(id));
      for (const { id, path, size } of fresh) {
        read.add(id);
        if (size > MOST_BYTES) unread.push({ what: path, reason: tooLarge(path, name), side: "subject" });
      }
      const blobs = readBlobs(
        root,
        fresh.filter(({ size }) => size <= MOST_BYTES).map(({ id }) => id),
      );
      for (const { id, path } of fresh) {
        const bytes = blobs.get(id);
        if (bytes !== undefined) parts.push({ bytes, file: `${path} in ${name}` });
      }
      sources.push(name);
    }
  }
  if (sources.length === 0) {
    const why = troubles.length > 0 ? ` (${troubles.join("; ")})` : "";
    return {
      reason: `there is no ledger here and none in ${remoteRef(options.branch)}${why}; ${mendOf(options.branch)}`,
    };
  }
  return { ...copyOf(session, parts), sources, troubles, unread };
}

/** Lines of one file. `file`: which one, where it is not the ledger here. */
interface Part {
  readonly bytes: Buffer;
  readonly file?: string;
}

function ownBytes(session: Session): Buffer {
  try {
    return readFileSync(session.place.path);
  } catch (error) {
    throw new ForemergeError("LEDGER_FAILED", `the ledger cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** All parts as one ledger in a folder of its own, outside of the repository. */
function copyOf(session: Session, parts: readonly Part[]): Pick<ReadLedger, "state" | "close"> {
  const folder = mkdtempSync(join(tmpdir(), "foremerge-ci-"));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "ledger.jsonl");
    const ended = parts.flatMap(({ bytes }) => (bytes.at(-1) === LF ? [bytes] : [bytes, Buffer.from([LF])]));
    writeFileSync(path, Buffer.concat(ended), { mode: 0o600 });
    const ledger = openLedger({ path, folder });
    const state = ledger.read();
    for (const warning of warningsOf(ledger.contents, (line) => placeOf(parts, line))) session.warn(warning);
    return { state, close };
  } catch (error) {
    close();
    throw error;
  }
}

const LF = 10;

/** The file that a line of the union came from, and which line of it that is. */
function placeOf(parts: readonly Part[], line: number): LinePlace {
  let before = 0;
  for (const { bytes, file } of parts) {
    let lines = bytes.at(-1) === LF ? 0 : 1;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lines++;
    if (line <= before + lines) {
      return file === undefined ? { line, file: "the ledger" } : { line: line - before, file, elsewhere: true };
    }
    before += lines;
  }
  return { line, file: "all that was read", elsewhere: true };
}

/** What brings the ledger to where this check looks for it. */
function mendOf(branch: string | undefined): string {
  const sync = "mend it: have one clone run foremerge ledger sync";
  return branch === undefined
    ? `${sync}, and in CI run git fetch origin ${LEDGER_REF}:${LEDGER_REF} before this check; on a host that takes only branches: foremerge ledger sync --branch NAME and foremerge ci --ledger-branch NAME, or sync.branch in .foremerge.yaml of the base branch`
    : `${sync} --branch ${shellWord(branch)}, and in CI run git fetch origin ${shellWord(`${branch}:refs/remotes/origin/${branch}`)} before this check`;
}

/** Commits that hold segments: the refs here, and the remote's where it can be asked. */
function commitsOf(
  session: Session,
  root: string,
  { fetch, branch }: CiLedgerOptions,
  troubles: string[],
): { name: string; commit: string }[] {
  const found: { name: string; commit: string }[] = [];
  const add = (name: string, commit: string | undefined): void => {
    if (commit !== undefined && !found.some((each) => each.commit === commit)) found.push({ name, commit });
  };
  add(LEDGER_REF, readRef(root, LEDGER_REF));
  const remotes = remoteNames(root);
  for (const remote of remotes) {
    add(scratchRef(remote), readRef(root, scratchRef(remote)));
    // An ordinary clone has the branch already.
    const here = `refs/remotes/${remote}/${branch}`;
    if (branch !== undefined) add(here, readRef(root, here));
  }
  const wanted = session.settings.sync.remote;
  const remote = wanted !== undefined && remotes.includes(wanted) ? wanted : remotes[0];
  if (!fetch || remote === undefined) return found;
  const ref = remoteRef(branch);
  session.progress(`asking ${remote} for its ledger`, true);
  try {
    const commit = fetchRemoteRef(root, remote, ref);
    if (commit === undefined) troubles.push(`${remote} has no ${ref}`);
    add(`${remote} ${ref}`, commit);
  } catch (error) {
    troubles.push(`${remote} could not be asked: ${(error as Error).message}`);
  }
  return found;
}
