// Which ref a host takes for the ledger (spec 2.6): tried for real, with an empty commit on a name that is gone again.

import { emptyCommit, objectFormat } from "../git/commit-files.ts";
import { LEDGER_REF, pushCommit, remoteRef, removeRemoteRef } from "../git/ledger-ref.ts";
import { randomBytes } from "../random-bytes.ts";
import { chooseRemote } from "./choose-remote.ts";
import type { Session } from "./session.ts";

export interface Probe {
  readonly remote: string;
  /** `ref`: the hidden ref works; `branch`: only branches do; `none`: neither. */
  readonly allows: "ref" | "branch" | "none";
  /** The host's words where something was refused. */
  readonly words: string | null;
  /** What to type from now on. */
  readonly command: string;
}

/** Tries a hidden ref, then a branch. @throws GIT_FAILED when the remote cannot be reached, INVALID_INPUT for an unknown one */
export async function probeRemote(session: Session, named: string): Promise<Probe> {
  const remote = chooseRemote(session, named);
  const cwd = session.repository?.root ?? session.root;
  const commit = emptyCommit(cwd, "foremerge: probe", new Date(), objectFormat(session.repository));
  const suffix = randomBytes(4).toString("hex");
  let words: string | null = null;
  for (const [allows, ref, command] of [
    ["ref", `${LEDGER_REF}-probe-${suffix}`, `foremerge ledger sync ${remote}`],
    ["branch", remoteRef(`foremerge-probe-${suffix}`), `foremerge ledger sync ${remote} --branch foremerge-ledger`],
  ] as const) {
    const pushed = await pushCommit(cwd, remote, commit, ref);
    if (pushed.kind === "taken") {
      removeRemoteRef(cwd, remote, ref);
      return { remote, allows, words, command };
    }
    if (pushed.kind === "refused") words = pushed.words;
  }
  return { remote, allows: "none", words, command: `ask whoever runs ${remote} for leave to push ${LEDGER_REF}` };
}
