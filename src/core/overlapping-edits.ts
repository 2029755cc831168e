// conflicts check --merge (spec 4.3, 4.6): what open intents really changed, branch against branch. Reads only.

import type { Finding } from "../detect/model.ts";
import {
  type EditedWork,
  type EditFinding,
  overlappingEdit,
  type SharedFile,
} from "../detect/rules/fm-c010-overlapping-edit.ts";
import { changedFiles, type FileChange } from "../git/diff.ts";
import { type MergeOutcome, mergeInScratch, requireMergeTree } from "../git/merge-tree.ts";
import { readBlobs } from "../git/objects.ts";
import { findCommits, mergeBase } from "../git/refs.ts";
import { type ScratchObjects, withScratchObjects } from "../git/scratch-objects.ts";
import { snapshotCommit } from "../git/snapshot.ts";
import { uncommittedPaths } from "../git/worktrees.ts";
import type { Intent } from "../store/model.ts";
import { breaksOf } from "./contract-breaks.ts";
import { type ChangedSide, contractEdits } from "./contract-edits.ts";
import type { NotAssessed } from "./documents.ts";
import { Outlines } from "./outlines.ts";
import type { Session } from "./session.ts";
import { isNamedAsText, readChanges } from "./tree-changes.ts";
import { isOwnFile } from "./trial-merge.ts";
import { searchedTexts, unreadOf } from "./unread-changes.ts";
import { groundsOf, standingOf } from "./work-commits.ts";
import { compareOrder } from "./work-order.ts";

export interface Edits {
  /** FM-C010, and FM-F004 and FM-F005 of the same pairs. */
  readonly findings: readonly (EditFinding | Finding)[];
  readonly notAssessed: readonly NotAssessed[];
}

/** A branch or worktree with the open intents that are worked on there. */
interface Place {
  readonly name: string;
  readonly commit: string;
  readonly intents: Intent[];
}

/**
 * Compares the places of open intents. `subjects`: only pairs in which one of these takes part; undefined: all.
 * A place that cannot be looked at is listed, never taken for unchanged.
 */
export async function overlappingEdits(
  session: Session,
  intents: readonly Intent[],
  subjects: ReadonlySet<string> | undefined,
): Promise<Edits> {
  const root = session.repository?.root;
  if (root === undefined) {
    return { findings: [], notAssessed: [{ what: "branches", reason: "no git repository", side: "subject" }] };
  }
  requireMergeTree(root, "conflicts check --merge");
  const { works, texts, ...edits } = withScratchObjects(root, (scratch) => {
    const { places, notAssessed } = placesOf(scratch, intents, subjects, session.settings.base);
    const asked = (place: Place): boolean => subjects === undefined || place.intents.some(({ id }) => subjects.has(id));
    const pairs = places
      .flatMap((a, at) => places.slice(at + 1).map((b) => [a, b] as const))
      .filter(([a, b]) => a.commit !== b.commit && (asked(a) || asked(b)));
    const outcomes = mergeInScratch(
      scratch,
      pairs.map(([a, b]) => [a.commit, b.commit]),
    );
    const compare = new Comparison(scratch);
    const findings: EditFinding[] = [];
    const works: ComparedWorks[] = [];
    for (const [at, [a, b]] of pairs.entries()) {
      session.progress(`comparing ${a.name} with ${b.name} (${at + 1} of ${pairs.length})`);
      const outcome = outcomes[at] as MergeOutcome;
      if (outcome.clean === undefined) {
        notAssessed.push({ what: `${a.name} with ${b.name}`, reason: outcome.reason, side: "subject" });
        continue;
      }
      const shared = compare.shared(a, b, outcome);
      const [source, target] = sidesOf(a, b, shared, subjects);
      const finding = overlappingEdit.check(source, target, shared, { rules: session.settings.rules });
      if (finding) findings.push(finding);
      const [left, right] = compare.sinceTheyParted(a, b);
      works.push({ source, target, changes: source.place === a.name ? [left, right] : [right, left] });
    }
    // Uncommitted texts exist only in scratch, so they are read before it goes.
    return { findings, notAssessed, works, texts: readBlobs(root, blobsOf(works), scratch.env) };
  });
  const outlines = new Outlines(session, texts);
  const options = { rules: session.settings.rules, ignoreCase: session.repository?.ignoreCase ?? false };
  const findings: (EditFinding | Finding)[] = [...edits.findings];
  const unread = new Map<string, NotAssessed>();
  for (const { source, target, changes } of works) {
    const [mine, theirs] = [
      await changedSide(source, changes[0], outlines, texts),
      await changedSide(target, changes[1], outlines, texts),
    ];
    findings.push(...contractEdits(mine, theirs, options));
    const [losesMine, losesTheirs] = [breaksOf(mine.changes).length > 0, breaksOf(theirs.changes).length > 0];
    for (const one of [...unreadOf(mine, theirs, losesTheirs), ...unreadOf(theirs, mine, losesMine)])
      unread.set(one.what, one);
  }
  return { findings, notAssessed: [...edits.notAssessed, ...unread.values()] };
}

async function changedSide(
  work: EditedWork,
  files: readonly FileChange[],
  outlines: Outlines,
  texts: ReadonlyMap<string, Buffer>,
): Promise<ChangedSide> {
  const changes = await readChanges(files, outlines);
  const searched = searchedTexts(changes, (blob) => texts.get(blob));
  return { id: work.intentId, place: work.place, changes, searched };
}

/** Two works with what each changed since they parted. */
interface ComparedWorks {
  readonly source: EditedWork;
  readonly target: EditedWork;
  readonly changes: readonly [readonly FileChange[], readonly FileChange[]];
}

function blobsOf(works: readonly ComparedWorks[]): string[] {
  return works
    .flatMap(({ changes }) => changes.flat())
    .filter((file) => !file.binary || isNamedAsText(file))
    .flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob].filter((id): id is string => id !== undefined));
}

/** Where the intents are worked on: one place per branch, with uncommitted work where its worktree is here. */
function placesOf(
  scratch: ScratchObjects,
  intents: readonly Intent[],
  subjects: ReadonlySet<string> | undefined,
  configured: string | undefined,
): { readonly places: Place[]; readonly notAssessed: NotAssessed[] } {
  const grounds = groundsOf(scratch.cwd, configured);
  const known = new Set(
    findCommits(
      scratch.cwd,
      intents.flatMap(({ head }) => head ?? []),
    ),
  );
  const places = new Map<string, Place>();
  const notAssessed: NotAssessed[] = [];
  for (const intent of intents) {
    const { branch } = intent;
    const side = subjects === undefined || subjects.has(intent.id) ? "subject" : "counterpart";
    const standing = standingOf(grounds, intent);
    if (standing.doubt !== undefined) notAssessed.push({ what: intent.id, reason: standing.doubt, side });
    const worktree = standing.worktree?.path;
    const name = standing.branch ?? worktree ?? branch ?? intent.id;
    const place = places.get(name);
    if (place) {
      place.intents.push(intent);
      continue;
    }
    const commit =
      (worktree === undefined ? undefined : withUncommitted(scratch, worktree)) ??
      standing.head ??
      (intent.head !== undefined && known.has(intent.head) ? intent.head : undefined);
    if (commit !== undefined) places.set(name, { name, commit, intents: [intent] });
    else {
      const reason =
        branch === undefined ? "neither its branch nor its commits are known here" : `no branch ${branch} here`;
      notAssessed.push({ what: intent.id, reason, side });
    }
  }
  // Where every intent still stands at its base nothing was changed.
  const changed = [...places.values()].filter(({ commit, intents }) => intents.some(({ base }) => base !== commit));
  return { places: changed, notAssessed };
}

const withUncommitted = (scratch: ScratchObjects, worktree: string): string | undefined =>
  uncommittedPaths(worktree, 1).length === 0 ? undefined : snapshotCommit(scratch, worktree);

/** The two intents a finding is about: those that declare the first file, else the newest of each place. */
function sidesOf(
  a: Place,
  b: Place,
  shared: readonly SharedFile[],
  subjects: ReadonlySet<string> | undefined,
): [EditedWork, EditedWork] {
  const paths = new Set(shared.map(({ path }) => path));
  const sideOf = (place: Place): { readonly work: EditedWork; readonly intent: Intent } => {
    const sorted = [...place.intents].sort((x, y) => compareOrder(y.order, x.order));
    const declares = (intent: Intent): boolean =>
      intent.scopes.some(({ kind, key }) => kind === "file" && paths.has(key)) ||
      (intent.files ?? []).some((file) => paths.has(file));
    const intent = (sorted.find((one) => subjects?.has(one.id)) ?? sorted.find(declares) ?? sorted[0]) as Intent;
    return { intent, work: { intentId: intent.id, agent: intent.agent, place: place.name, commit: place.commit } };
  };
  const [one, other] = [sideOf(a), sideOf(b)];
  const aFirst = subjects ? subjects.has(one.intent.id) : compareOrder(one.intent.order, other.intent.order) >= 0; // the later one is the source, as in every finding
  return aFirst ? [one.work, other.work] : [other.work, one.work];
}

/** Files that two places both changed since they parted; differences are read once per side. */
class Comparison {
  private readonly scratch: ScratchObjects;
  private readonly changes = new Map<string, readonly FileChange[]>();

  constructor(scratch: ScratchObjects) {
    this.scratch = scratch;
  }

  shared(a: Place, b: Place, outcome: Exclude<MergeOutcome, { clean: undefined }>): SharedFile[] {
    const conflicts = outcome.clean ? [] : outcome.conflicts.map(({ path, kind }) => ({ path, conflict: kind }));
    const paths = new Set(conflicts.map(({ path }) => path));
    return [...conflicts, ...this.both(a, b).filter(({ path }) => !paths.has(path))].filter(
      ({ path }) => !isOwnFile(path),
    );
  }

  /** What each changed; nothing where one lies in the history of the other. */
  sinceTheyParted(a: Place, b: Place): readonly [readonly FileChange[], readonly FileChange[]] {
    const { cwd, env } = this.scratch;
    const fork = mergeBase(cwd, a.commit, b.commit, env);
    if (fork === undefined || fork === a.commit || fork === b.commit) return [[], []];
    return [this.since(fork, a.commit), this.since(fork, b.commit)];
  }

  private both(a: Place, b: Place): SharedFile[] {
    const [left, right] = this.sinceTheyParted(a, b);
    const names = new Set(right.flatMap(namesOf));
    return left
      .filter((change) => namesOf(change).some((name) => names.has(name)))
      .map(({ path }) => ({ path, conflict: undefined }));
  }

  private since(fork: string, commit: string): readonly FileChange[] {
    const key = `${fork} ${commit}`;
    const known = this.changes.get(key);
    if (known) return known;
    const { cwd, env } = this.scratch;
    const changes = changedFiles(cwd, { kind: "range", from: fork, to: commit }, env);
    this.changes.set(key, changes);
    return changes;
  }
}

const namesOf = ({ path, oldPath }: FileChange): string[] => (oldPath === undefined ? [path] : [oldPath, path]);
