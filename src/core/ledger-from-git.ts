// The ledger as a ref of git holds it (spec 2.6), read without writing one: for CI, whose clone has no ledger.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBlobs, treeEntries } from "../git/objects.ts";
import { findCommit } from "../git/refs.ts";
import { fetchRemoteRef, remoteNames } from "../git/remote-ref.ts";
import { openLedger } from "../store/open-ledger.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";

export const LEDGER_REF = "refs/foremerge/ledger";

export interface ReadLedger {
  readonly state: State;
  /** Where it came from, for people. */
  readonly sources: readonly string[];
  /** Takes the copy away; the state must not be used afterwards. */
  readonly close: () => void;
}

/** Why there is nothing to read, and what to do. */
export interface NoLedger {
  readonly reason: string;
}

/**
 * The union of the ledger here and the ledger of the remote, as it is now. Nothing is written in the repository but
 * the fetched objects.
 */
export function readLedgerForCi(session: Session, fetch: boolean): ReadLedger | NoLedger {
  const sources: string[] = [];
  const parts: Buffer[] = [];
  const troubles: string[] = [];
  if (session.place.exists) {
    parts.push(readFileSync(session.place.path));
    sources.push(session.place.path);
  }
  if (session.repository) {
    const { root } = session;
    for (const { name, commit } of commitsOf(root, session, fetch, troubles)) {
      const segments = treeEntries(root, commit).filter(
        ({ path, type }) => type === "blob" && /^events\/.+\.jsonl$/.test(path),
      );
      const blobs = readBlobs(
        root,
        segments.map(({ id }) => id),
      );
      parts.push(...segments.flatMap(({ id }) => blobs.get(id) ?? []));
      sources.push(name);
    }
  }
  if (sources.length === 0) {
    const why = troubles.length > 0 ? ` (${troubles.join("; ")})` : "";
    return { reason: `there is no ledger here and none in ${LEDGER_REF}${why}; ${MEND}` };
  }
  const folder = mkdtempSync(join(tmpdir(), "foremerge-ci-"));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "ledger.jsonl");
    writeFileSync(
      path,
      Buffer.concat(parts.flatMap((part) => (part.at(-1) === 10 ? [part] : [part, Buffer.from("\n")]))),
    );
    const state = openLedger({ path, folder }, { onWarning: (text) => session.warn(text) }).read();
    return { state, sources, close };
  } catch (error) {
    close();
    throw error;
  }
}

const MEND = `mend it: have one clone run foremerge ledger sync, and in CI run git fetch origin ${LEDGER_REF}:${LEDGER_REF} before this check`;

/** Commits that hold segments: the ref here, and the remote's where it can be asked. */
function commitsOf(
  root: string,
  session: Session,
  fetch: boolean,
  troubles: string[],
): { name: string; commit: string }[] {
  const found: { name: string; commit: string }[] = [];
  const add = (name: string, commit: string | undefined): void => {
    if (commit !== undefined && !found.some((each) => each.commit === commit)) found.push({ name, commit });
  };
  add(LEDGER_REF, findCommit(root, LEDGER_REF));
  const wanted = session.settings.sync.remote;
  const remotes = remoteNames(root);
  for (const remote of remotes)
    add(`refs/foremerge/remotes/${remote}`, findCommit(root, `refs/foremerge/remotes/${remote}`));
  const remote = wanted !== undefined && remotes.includes(wanted) ? wanted : remotes[0];
  if (fetch && remote !== undefined) {
    try {
      const commit = fetchRemoteRef(root, remote, LEDGER_REF);
      if (commit === undefined) troubles.push(`${remote} has no ${LEDGER_REF}`);
      add(`${remote} ${LEDGER_REF}`, commit);
    } catch (error) {
      troubles.push(`${remote} could not be asked: ${(error as Error).message}`);
    }
  }
  return found;
}
