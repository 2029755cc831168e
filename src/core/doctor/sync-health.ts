// Doctor's look at other machines: the remote that the ledger is carried to, and when it last was.
import { gitList, gitText } from "../../git/run.ts";
import type { Session } from "../session.ts";
import { type Diagnosis, note, ok, wrong } from "./diagnosis.ts";

const LEDGER_REF = "refs/foremerge/ledger";

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
    remotes = gitText(["remote"], { cwd: session.root }).split("\n").filter(Boolean);
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
  if (!hasRef(session.root)) {
    return [
      note(
        "sync",
        "the ledger was never carried to a remote: other machines do not see this work",
        "foremerge ledger sync, or foremerge hook install git",
      ),
    ];
  }
  return [ok("sync", `carried in ${LEDGER_REF}`)];
}

function hasRef(root: string): boolean {
  try {
    return gitList(["for-each-ref", "--format=%(refname)", LEDGER_REF], { cwd: root }).join("").trim() !== "";
  } catch {
    return false;
  }
}
