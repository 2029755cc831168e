// `conflicts show --diff` (spec 4.2): what the other side has changed so far, bounded. Reads git, changes nothing.
import { changedFiles, type DiffOf, diffText } from "../git/diff.ts";
import { findCommit, mergeBase } from "../git/refs.ts";
import type { Conflict, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { NotAssessed } from "./documents.ts";
import { isOpenIntent } from "./ownership.ts";
import type { Session } from "./session.ts";
import { groundsOf, standingOf } from "./work-commits.ts";

/** At most so much of a patch is shown. */
const MOST_BYTES = 65_536;

export interface SideDiff {
  readonly intent_id: string;
  readonly agent: string;
  readonly branch: string | null;
  /** Commit that the changes are counted from. */
  readonly base: string;
  readonly head: string | null;
  /** Changes that are not committed yet are among them. */
  readonly uncommitted: boolean;
  readonly files: readonly {
    readonly path: string;
    readonly status: string;
    readonly added: number;
    readonly deleted: number;
  }[];
  readonly patch: string;
  readonly cut: boolean;
}

/** The other side of the caller; both sides for somebody who owns neither, or both. */
export function otherSides(
  session: Session,
  state: State,
  conflict: Pick<Conflict, "source_intent_id" | "target_intent_id">,
): readonly Intent[] {
  const sides = [conflict.source_intent_id, conflict.target_intent_id]
    .map((id) => state.intent(id))
    .filter((intent) => intent !== undefined);
  const others = sides.filter((intent) => intent.agent !== session.who.agent);
  return others.length === 1 ? others : sides;
}

/** Diffs of these intents; what git cannot show here is named instead. */
export function diffsOf(
  session: Session,
  intents: readonly Intent[],
): { readonly diffs: readonly SideDiff[]; readonly notAssessed: readonly NotAssessed[] } {
  const diffs: SideDiff[] = [];
  const notAssessed: NotAssessed[] = [];
  for (const intent of intents) {
    const found = diffOf(session, intent);
    if (typeof found === "string") notAssessed.push({ what: intent.id, reason: found, side: "counterpart" });
    else diffs.push(found);
  }
  return { diffs, notAssessed };
}

/** The diff, or why there is none. */
function diffOf(session: Session, intent: Intent): SideDiff | string {
  const { repository } = session;
  if (!repository) return "not in a git repository";
  const standing = standingOf(groundsOf(repository.root, session.settings.base), intent);
  const live = isOpenIntent(intent) ? standing.worktree : undefined;
  const head = live?.head ?? intent.head ?? standing.head ?? repository.head;
  if (head === undefined) return "there is no commit of this work yet";
  if (findCommit(repository.root, head) === undefined)
    return `its commit ${head.slice(0, 12)} is not here; fetch its branch`;
  const start = intent.base === undefined ? undefined : findCommit(repository.root, intent.base);
  const fork = repository.head === undefined ? undefined : mergeBase(repository.root, head, repository.head);
  const base = fork !== undefined && fork !== head ? fork : (start ?? fork);
  if (base === undefined) return "it shares no history with what is checked out here";
  const cwd = live?.path ?? repository.root;
  const what: DiffOf = live ? { kind: "worktree", against: base } : { kind: "range", from: base, to: head };
  const { text, cut } = diffText(cwd, what, { mostBytes: MOST_BYTES });
  return {
    intent_id: intent.id,
    agent: intent.agent,
    branch: live?.branch ?? intent.branch ?? null,
    base,
    head,
    uncommitted: live !== undefined,
    files: changedFiles(cwd, what).map(({ path, status, added, deleted }) => ({ path, status, added, deleted })),
    patch: text,
    cut,
  };
}
