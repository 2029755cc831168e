// Which remote carries the ledger (spec 2.6): always a configured name.
import { invalidInput } from "../errors.ts";
import { remoteNames } from "../git/remote-ref.ts";
import type { Session } from "./session.ts";

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
  const said = named ?? session.settings.sync.remote;
  // What the repository's own config says is so; git is asked only where that does not settle it.
  const likely = said ?? "origin";
  if (repository.config("remote", likely, "url") !== undefined) return likely;
  const names = remoteNames(repository.bare ? repository.gitDir : repository.root);
  const wanted = said ?? (names.includes("origin") ? "origin" : names[0]);
  if (wanted === undefined)
    throw invalidInput("no remote is configured", "git remote add origin URL, then foremerge ledger sync");
  if (names.includes(wanted)) return wanted;
  throw invalidInput(
    `${JSON.stringify(wanted)} is no configured remote`,
    names.length === 0 ? "git remote add NAME URL first" : `write one of ${names.join(", ")}`,
  );
}
