// What git says of the works of two intents, and how far that can be trusted (spec 4.6, confidence of a merge). Asks
// git and reads outlines; decides nothing and writes nothing.
import { changedFiles, changedLines, type FileChange } from "../git/diff.ts";
import { uniteImports } from "../git/import-union.ts";
import { splitMarked } from "../git/marked-text.ts";
import { type MergeOutcome, mergeInScratch, requireMergeTree, treeWithTexts } from "../git/merge-tree.ts";
import { fileAt } from "../git/objects.ts";
import { findCommits, isAncestor, mergeBase } from "../git/refs.ts";
import { type ScratchObjects, withScratchObjects } from "../git/scratch-objects.ts";
import { uncommittedPaths } from "../git/worktrees.ts";
import type { Intent, MergeAttempt } from "../store/model.ts";
import { keepApart, touchedSymbols, type Version } from "./touched-symbols.ts";
import { groundsOf, type Standing, standingOf } from "./work-commits.ts";

export interface TrialMerge {
  /** Newest commits of the two works, in the order of the intents that were asked about. */
  readonly commits: readonly [string, string];
  /** Git merges the two, or does but for import lines that could be united. */
  readonly clean: boolean;
  readonly confidence: number;
  readonly because: string;
  readonly tree?: string;
  readonly conflicts: readonly { readonly path: string; readonly kind: string }[];
  /** The text is missing when the answer comes from an earlier trial. */
  readonly united: readonly { readonly path: string; readonly text?: string }[];
  readonly cached?: boolean;
}

/** What can be said of a pair: a trial, or why there is nothing to try yet (confidence 0). */
export type PairAnswer = { readonly trial: TrialMerge } | { readonly notReady: string };

export interface TrialRequest {
  readonly a: Intent;
  readonly b: Intent;
}

/** Attempts on record, by the two commits: the same input is not tried twice. */
export type KnownTrials = (commits: readonly [string, string]) => MergeAttempt | undefined;

export const pairKey = (a: string, b: string): string => `${a} ${b}`;

/**
 * Answers for pairs of intents by `pairKey`: one merge process for all that are not known yet.
 * @param configured `base` of the settings
 */
export async function tryMerges(
  root: string,
  configured: string | undefined,
  requests: readonly TrialRequest[],
  known: KnownTrials,
): Promise<Map<string, PairAnswer>> {
  const answers = new Map<string, PairAnswer>();
  const wanted = requests.filter(({ a, b }) => {
    const early = [a, b].find((intent) => intent.status !== "PROVISIONAL");
    if (early === undefined) return true;
    answers.set(pairKey(a.id, b.id), { notReady: `${early.id} is ${early.status}, not PROVISIONAL` });
    return false;
  });
  if (wanted.length === 0) return answers;
  requireMergeTree(root, "MERGE");
  const works = new Works(root, configured, wanted);
  const ready: { readonly request: TrialRequest; readonly commits: readonly [string, string] }[] = [];
  for (const request of wanted) {
    const [a, b] = works.headsOf(request);
    const trouble = works.troubleOf(request.a, a) ?? works.troubleOf(request.b, b);
    const key = pairKey(request.a.id, request.b.id);
    if (trouble !== undefined || a === undefined || b === undefined) {
      answers.set(key, { notReady: trouble ?? "a commit is missing" });
      continue;
    }
    const earlier = known([a, b]);
    if (earlier) answers.set(key, { trial: trialOf(earlier, [a, b]) });
    else ready.push({ request, commits: [a, b] });
  }
  if (ready.length === 0) return answers;
  // Outlines are read without holding scratch objects: the texts that are compared are committed ones.
  const tried = withScratchObjects(root, (scratch) => {
    const outcomes = mergeInScratch(
      scratch,
      ready.map(({ commits }) => commits),
    );
    return ready.map((one, at) => ({ ...one, merged: mergedBy(scratch, outcomes[at] as MergeOutcome) }));
  });
  for (const { request, commits, merged } of tried) {
    const trust = merged.clean
      ? await trustOf(root, request, commits, merged)
      : { confidence: 0, because: merged.because };
    answers.set(pairKey(request.a.id, request.b.id), { trial: { commits, ...merged, ...trust } });
  }
  return answers;
}

function trialOf(known: MergeAttempt, commits: readonly [string, string]): TrialMerge {
  return {
    commits,
    clean: known.clean,
    confidence: known.confidence,
    because: known.clean ? "git merged these two commits before" : "git could not merge these two commits before",
    ...(known.tree === undefined ? {} : { tree: known.tree }),
    conflicts: [],
    united: known.united_files.map((path) => ({ path })),
    cached: true,
  };
}

/** Heads, branches and worktrees of the intents that are asked about, each looked up once. */
class Works {
  private readonly root: string;
  private readonly heads = new Map<string, string | undefined>();
  private readonly standings = new Map<string, Standing>();
  private readonly trouble = new Map<string, string | undefined>();

  constructor(root: string, configured: string | undefined, requests: readonly TrialRequest[]) {
    this.root = root;
    const recorded = [...new Set(requests.flatMap(({ a, b }) => [a.head, b.head]))].filter(
      (head) => head !== undefined,
    );
    for (const [at, commit] of findCommits(root, recorded).entries()) this.heads.set(recorded[at] as string, commit);
    const grounds = groundsOf(root, configured);
    for (const intent of requests.flatMap(({ a, b }) => [a, b])) {
      if (!this.standings.has(intent.id)) this.standings.set(intent.id, standingOf(grounds, intent));
    }
  }

  /** The commits to merge: what was recorded at finish, or where its own branch has gone on to since. */
  headsOf({ a, b }: TrialRequest): [string | undefined, string | undefined] {
    const own = this.placeOf(a) !== this.placeOf(b);
    return [this.headOf(a, own), this.headOf(b, own)];
  }

  /** A branch, or a worktree without one. */
  private placeOf(intent: Intent): string | undefined {
    const standing = this.standings.get(intent.id);
    return standing?.branch ?? standing?.worktree?.path ?? intent.branch;
  }

  private headOf(intent: Intent, ownPlace: boolean): string | undefined {
    const head = intent.head === undefined ? undefined : this.heads.get(intent.head);
    const tip = this.standings.get(intent.id)?.head;
    if (head === undefined || !ownPlace || tip === undefined || tip === head) return head;
    return isAncestor(this.root, head, tip) ? tip : head;
  }

  /** Why there is nothing to merge on this side yet. */
  troubleOf(intent: Intent, head: string | undefined): string | undefined {
    if (!this.trouble.has(intent.id)) this.trouble.set(intent.id, this.findTrouble(intent, head));
    return this.trouble.get(intent.id);
  }

  private findTrouble(intent: Intent, head: string | undefined): string | undefined {
    if (intent.head === undefined) return `${intent.id} recorded no commit when it was finished`;
    if (head === undefined) return `the commit of ${intent.id} is not here`;
    const base = intent.base === undefined ? undefined : findCommits(this.root, [intent.base])[0];
    if (base === undefined) return `the commit that ${intent.id} started from is not known here`;
    if (isAncestor(this.root, head, base)) return `${intent.id} has no commit beyond its base`;
    const { worktree, doubt } = this.standings.get(intent.id) as Standing;
    if (doubt !== undefined) return doubt;
    const dirty = worktree === undefined ? [] : uncommittedPaths(worktree.path).filter((path) => !isOwnFile(path));
    return dirty.length === 0 ? undefined : `${intent.id} has uncommitted work (${dirty[0]})`;
  }
}

/** Files of foremerge itself are no work of an intent. */
export const isOwnFile = (path: string): boolean => path === ".foremerge.yaml" || path.startsWith(".foremerge/");

type Merged = Pick<TrialMerge, "clean" | "conflicts" | "united" | "because"> & { readonly tree?: string };

function mergedBy(scratch: ScratchObjects, outcome: MergeOutcome): Merged {
  if (outcome.clean === undefined) return { clean: false, conflicts: [], united: [], because: outcome.reason };
  if (outcome.clean)
    return { clean: true, tree: outcome.tree, conflicts: [], united: [], because: "git merges it cleanly" };
  const conflicts = outcome.conflicts.map(({ path, kind }) => ({ path, kind }));
  const texts = new Map<string, string>();
  for (const one of outcome.conflicts) {
    const whole = one.kind === "content" && one.base !== undefined && one.a?.mode === one.b?.mode;
    const pieces = whole && one.marked !== undefined ? splitMarked(one.marked, outcome.a, outcome.b) : undefined;
    const union = pieces && uniteImports(one.path, pieces);
    if (union === undefined || "refused" in union) {
      const because = `git says ${one.kind} in ${one.path}${union ? ` (${union.refused})` : ""}`;
      return { clean: false, tree: outcome.tree, conflicts, united: [], because };
    }
    texts.set(one.path, union.text);
  }
  return {
    clean: true,
    tree: treeWithTexts(scratch, outcome.tree, texts),
    conflicts,
    united: [...texts].map(([path, text]) => ({ path, text })),
    because: "only added import lines meet",
  };
}

/** Confidence of a merge that comes out clean. */
async function trustOf(
  root: string,
  { a, b }: TrialRequest,
  [headA, headB]: readonly [string, string],
  merged: Merged,
): Promise<{ confidence: number; because: string }> {
  const fork = mergeBase(root, headA, headB);
  if (fork === undefined) return { confidence: 0, because: "unrelated histories" };
  // Where one work is built on the other, the fork shows only one of them: then each counts from its own base.
  const from = (intent: Intent, head: string): string => (fork === head ? (intent.base ?? fork) : fork);
  const sideA = { from: from(a, headA), to: headA };
  const sideB = { from: from(b, headB), to: headB };
  const changedA = changedFiles(root, { kind: "range", ...sideA });
  const changedB = changedFiles(root, { kind: "range", ...sideB });
  const united = new Set(merged.united.map(({ path }) => path));
  const shared = inBoth(changedA, changedB).filter(([one, other]) => !united.has(one.path) && !united.has(other.path));
  for (const [one, other] of shared) {
    if (await apart(root, sideA, one, sideB, other)) continue;
    return { confidence: 0.6, because: `clean, but both changed the same part of ${one.path}` };
  }
  if (united.size > 0) return { confidence: 0.75, because: "clean by uniting the import lines" };
  if (shared.length > 0) return { confidence: 0.8, because: "clean, one file but different symbols" };
  return { confidence: 1, because: "clean, and no file changed on both sides" };
}

/** Files that both sides changed: by the name they had before, or have now. */
function inBoth(a: readonly FileChange[], b: readonly FileChange[]): (readonly [FileChange, FileChange])[] {
  const byName = new Map<string, FileChange>();
  for (const change of b) for (const name of [change.oldPath, change.path]) if (name) byName.set(name, change);
  return a.flatMap((one) => {
    const other = byName.get(one.oldPath ?? one.path) ?? byName.get(one.path);
    return other ? [[one, other] as const] : [];
  });
}

interface Side {
  readonly from: string;
  readonly to: string;
}
const MOST_TEXT = 1024 * 1024;

/** Did the two sides keep to different symbols of this file? */
async function apart(root: string, sideA: Side, a: FileChange, sideB: Side, b: FileChange): Promise<boolean> {
  if (a.binary || b.binary) return false;
  const { outlineOf } = await import("../syntax/outline-of.ts");
  const versionAt = async (commit: string, path: string): Promise<Version | undefined> => {
    const bytes = fileAt(root, commit, path);
    if (bytes === undefined) return { text: "", outline: await outlineOf(path, "", "names") };
    if (bytes.length > MOST_TEXT) return undefined;
    const text = bytes.toString("utf8");
    return { text, outline: await outlineOf(path, text, "names") };
  };
  const touched: Set<string>[] = [];
  for (const [side, change] of [
    [sideA, a],
    [sideB, b],
  ] as const) {
    const before = await versionAt(side.from, change.oldPath ?? change.path);
    const after = await versionAt(side.to, change.path);
    const hunks = changedLines(root, { kind: "range", ...side }, paths(change)).get(change.path) ?? [];
    const names = before && after && touchedSymbols(before, after, hunks);
    if (names === undefined) return false;
    touched.push(names);
  }
  const [first, second] = touched;
  return first !== undefined && second !== undefined && keepApart(first, second);
}

const paths = ({ path, oldPath }: FileChange): string[] => (oldPath === undefined ? [path] : [oldPath, path]);
