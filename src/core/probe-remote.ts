// Which ref a host takes for the ledger (spec 2.6): tried for real, with an empty commit on a name that is gone again.

import { ForemergeError } from "../errors.ts";
import { emptyCommit, objectFormat } from "../git/commit-files.ts";
import { LEDGER_REF, remoteRef } from "../git/ledger-ref.ts";
import { type Pushed, pushCommit, removeRemoteRef } from "../git/push-ref.ts";
import { refsNamed, removeRef } from "../git/refs-named.ts";
import { fetchRemoteRef } from "../git/remote-ref.ts";
import type { Session } from "./session.ts";

export interface Probe {
  readonly remote: string;
  /** `ref`: the hidden ref works; `branch`: only branches do; `none`: neither. */
  readonly allows: "ref" | "branch" | "none";
  /** The host's words where something was refused. */
  readonly words: string | null;
  /** What to type from now on. */
  readonly command: string;
  /** The ref of the probe that the host keeps; null when all was taken away. */
  readonly left: string | null;
}

/** The same names every time: a host that allows no deletion keeps one of them, however often it is tried. */
const PROBE_REF = `${LEDGER_REF}-probe`;
const PROBE_BRANCH = "foremerge-probe";

/** Tries a hidden ref, then a branch. `remote` is configured. @throws GIT_FAILED when it cannot be reached */
export async function probeRemote(session: Session, remote: string): Promise<Probe> {
  try {
    return await probe(session, remote);
  } catch (error) {
    if (!(error instanceof ForemergeError)) throw error;
    const said = error.details?.stderr;
    throw new ForemergeError(
      "GIT_FAILED",
      `${remote} could not be probed: ${typeof said === "string" && said !== "" ? said : error.message}; the ledger is at ${session.place.path}, and nothing is lost`,
      {
        hint: `when it can be reached: foremerge init --remote ${remote} again, or just foremerge ledger sync ${remote}`,
        cause: error,
      },
    );
  }
}

async function probe(session: Session, remote: string): Promise<Probe> {
  const cwd = session.repository?.root ?? session.root;
  let words: string | null = null;
  for (const [allows, ref, command] of [
    ["ref", PROBE_REF, `foremerge ledger sync ${remote}`],
    ["branch", remoteRef(PROBE_BRANCH), `foremerge ledger sync ${remote} --branch foremerge-ledger`],
  ] as const) {
    const { pushed, left } = await tryRef(session, cwd, remote, ref);
    if (pushed.kind === "taken") return { remote, allows, words, command, left };
    words = pushed.words;
  }
  const command = `ask whoever runs ${remote} for leave to push ${LEDGER_REF}`;
  return { remote, allows: "none", words, command, left: null };
}

const TRIES = 3;

/** Pushes a probe to one ref and takes it away again; here nothing stays that was not there. */
async function tryRef(
  session: Session,
  cwd: string,
  remote: string,
  ref: string,
): Promise<{ readonly pushed: Pushed; readonly left: string | null }> {
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  const before = refsNamed(cwd, name);
  try {
    for (let tried = 1; ; tried++) {
      // On top of what an earlier probe left: only a push that brings something says what is allowed.
      const parent = fetchRemoteRef(cwd, remote, ref);
      const commit = emptyCommit(cwd, "foremerge: probe", new Date(), objectFormat(session.repository), parent);
      const pushed = await pushCommit(cwd, remote, commit, ref);
      if (pushed.kind === "taken") return { pushed, left: isGone(cwd, remote, ref) ? null : ref };
      if (pushed.kind === "refused" || tried === TRIES) return { pushed, left: null };
    }
  } finally {
    for (const [here, commit] of refsNamed(cwd, name)) if (!before.has(here)) removeRef(cwd, here, commit);
  }
}

/** Takes the probe away; false when the host keeps it, or does not tell. */
function isGone(cwd: string, remote: string, ref: string): boolean {
  try {
    removeRemoteRef(cwd, remote, ref);
    return fetchRemoteRef(cwd, remote, ref) === undefined;
  } catch {
    return false;
  }
}
