// Doctor's look at other machines: the remote that the ledger is carried to, and when it last was.
import { LEDGER_REF, readRef } from "../../git/ledger-ref.ts";
import { remoteNames } from "../../git/remote-ref.ts";
import type { Session } from "../session.ts";
import { lastSync } from "../sync-memory.ts";
import { type Diagnosis, note, ok, wrong } from "./diagnosis.ts";

export function syncHealth(session: Session): Diagnosis[] {
  if (!session.repository) return [];
  let wanted: string | undefined;
  try {
    wanted = session.settings.sync.remote;
  } catch {
    return [];
  }
  let remotes: readonly string[];
  try {
    remotes = remoteNames(session.root);
  } catch {
    return [];
  }
  if (wanted !== undefined && !remotes.includes(wanted)) {
    const known = remotes.length > 0 ? `: there is ${remotes.join(", ")}` : "";
    return [
      wrong(
        "sync",
        `sync.remote is ${JSON.stringify(wanted)}, which is no remote here${known}`,
        `git remote add ${wanted} URL, or mend sync.remote`,
      ),
    ];
  }
  if (remotes.length === 0) return [];
  const last = lastSync(session);
  if (last === null && readRef(session.root, LEDGER_REF) === undefined) {
    return [
      note(
        "sync",
        "the ledger was never carried to a remote: other machines do not see this work",
        "foremerge ledger sync, or foremerge hook install git",
      ),
    ];
  }
  if (last === null) return [ok("sync", `carried in ${LEDGER_REF}`)];
  const silent = session.now.getTime() - Date.parse(last.synced_at) > LONG_MS;
  const message = `last carried to ${last.remote} at ${last.synced_at}`;
  return [silent ? note("sync", message, `foremerge ledger sync ${last.remote}`) : ok("sync", message)];
}

/** A day without a sync is worth a word. */
const LONG_MS = 86_400_000;
