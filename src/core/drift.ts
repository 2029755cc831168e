// foremerge drift (spec 3.7): what an intent declared against what its branch or worktree really changed since its base,
// and the findings that the real scopes would bring. Reads git, files and the ledger; writes nothing but kept outlines.
import { checkAgainst } from "../detect/check.ts";
import type { Candidate, ScopeClaim } from "../detect/model.ts";
import { scopeDrift } from "../detect/rules/fm-d001-scope-drift.ts";
import { ForemergeError } from "../errors.ts";
import type { DiffOf } from "../git/diff.ts";
import { commitsBetween, commitsMadeAt } from "../git/reflog.ts";
import { findCommit, isAncestor, mergeBase } from "../git/refs.ts";
import type { Intent } from "../store/model.ts";
import { candidateOf, type State } from "../store/state.ts";
import { compareDeclared, type Drift, hidesSymbols } from "./declared-cover.ts";
import { type DerivedScope, derivedScopes } from "./derived-scopes.ts";
import { detectOptions, shown } from "./detection.ts";
import type { NotAssessed, ShownFinding } from "./documents.ts";
import { resolveId } from "./ids.ts";
import { keyOf, locateScopes } from "./locate.ts";
import { Outlines } from "./outlines.ts";
import type { Session } from "./session.ts";
import { isShallow } from "./suggest-scopes.ts";
import { type TreeChange, treeChanges } from "./tree-changes.ts";
import { isOwnFile } from "./trial-merge.ts";
import { baseNamed, groundsOf, type Standing, standingOf } from "./work-commits.ts";

/** `foremerge.drift/1`. */
export interface DriftDocument extends Drift {
  readonly schema: "foremerge.drift/1";
  readonly as_of_event: number;
  readonly intent_id: string;
  /** Commit that the work was compared with, and what was compared. */
  readonly base: string | null;
  readonly looked_at: string | null;
  /** FM-D001 and what the real scopes would bring beyond what is on record. */
  readonly findings: readonly ShownFinding[];
  readonly assessment: "complete" | "incomplete";
  readonly not_assessed: readonly NotAssessed[];
  readonly [extra: string]: unknown;
}

/** @throws NOT_FOUND, AMBIGUOUS_ID for the id */
export async function driftById(session: Session, text: string): Promise<DriftDocument> {
  const state = session.state();
  const id = resolveId(state, text, "int");
  const intent = state.intent(id);
  if (!intent) throw new ForemergeError("NOT_FOUND", `no intent ${id}`);
  return driftOf(session, state, intent);
}

export async function driftOf(session: Session, state: State, intent: Intent): Promise<DriftDocument> {
  const work = workOf(session, intent);
  if ("missing" in work) return documentOf(session, state, intent, undefined, [], work.missing);
  const outlines = new Outlines({ root: work.cwd, repository: session.repository, place: session.place });
  const changes = (await treeChanges(work.cwd, work.what, outlines)).filter(({ file }) => !isOwnFile(file.path));
  const actual = derivedScopes(changes);
  const declared = declaredBy(intent);
  const found = hidesSymbols(changes) ? await definedScopes(session, work.cwd, declared, changes) : new Set<string>();
  const drift = compareDeclared(declared, actual, changes, detectOptions(session, state), (scope) =>
    found.has(keyOf(scope)),
  );
  return documentOf(session, state, intent, { drift, actual, work }, work.notAssessed, undefined);
}

/** Declared symbols and elements whose definition can be read: nobody has to suspect them in a file without a parser. */
async function definedScopes(
  session: Session,
  root: string,
  declared: readonly ScopeClaim[],
  changes: readonly TreeChange[],
): Promise<Set<string>> {
  const sought = declared
    .filter(({ kind }) => kind === "symbol" || kind === "schema" || kind === "api")
    .map(({ kind, key }) => ({ scope: { kind, key }, near: changes.map(({ file }) => file.path) }));
  const places = await locateScopes({ root, repository: session.repository, place: session.place }, sought);
  const hidden = new Set(changes.filter(({ opaque }) => opaque !== undefined).map(({ file }) => file.path));
  return new Set([...places].filter(([, { path }]) => !hidden.has(path)).map(([key]) => key));
}

/** Scopes, and files named beside them. */
function declaredBy(intent: Intent): ScopeClaim[] {
  const files = (intent.files ?? []).map(
    (key): ScopeClaim => ({ kind: "file", key, operation: "modify", inferred: false }),
  );
  return [...intent.scopes, ...files];
}

interface Work {
  readonly cwd: string;
  readonly what: DiffOf;
  readonly base: string;
  readonly name: string;
  readonly notAssessed: readonly NotAssessed[];
}

/** Where the work of an intent lies, or why that cannot be said here. */
function workOf(session: Session, intent: Intent): Work | { readonly missing: string } {
  const root = session.repository?.root;
  if (root === undefined) return { missing: "no git repository here" };
  const standing = standingOf(groundsOf(root, session.settings.base), intent);
  const { worktree } = standing;
  const tip = standing.head ?? (intent.head === undefined ? undefined : findCommit(root, intent.head));
  const head = worktree?.head ?? tip;
  if (!worktree && tip === undefined) {
    const what = intent.branch === undefined ? "its worktree" : `its branch ${intent.branch}`;
    return { missing: `${what} is not here` };
  }
  const known = intent.base === undefined ? undefined : findCommit(root, intent.base);
  const notAssessed: NotAssessed[] = [];
  if (standing.doubt !== undefined) notAssessed.push({ what: intent.id, reason: standing.doubt, side: "subject" });
  let base = known === undefined || head === undefined ? known : startOf(session, root, intent, known, standing, head);
  if (base === undefined && head !== undefined && intent.base !== undefined) {
    const shallow = isShallow(session) ? "this clone is shallow and ends before it" : "it is not in this repository";
    const reason = `the work started from ${intent.base.slice(0, 12)}, and ${shallow}`;
    base = forkOf(session, root, standing, head);
    if (base === undefined && !worktree) return { missing: reason };
    notAssessed.push({ what: intent.id, reason, side: "subject" });
  }
  if (worktree) {
    // Before the first commit there is nothing to compare with.
    const what: DiffOf = { kind: "worktree", ...(base === undefined ? {} : { against: base }) };
    return { cwd: worktree.path, what, base: base ?? "HEAD", name: worktree.path, notAssessed };
  }
  if (base === undefined) return { missing: "nothing is known of where it started" };
  return {
    cwd: root,
    what: { kind: "range", from: base, to: tip as string },
    base,
    name: standing.branch ?? (tip as string),
    notAssessed,
  };
}

/**
 * The base, or where the work left the base branch when that was later: what it took over from there is not its own. Work
 * that the base branch holds already, or that was begun on it, is told from that by who made the commits.
 */
function startOf(
  session: Session,
  root: string,
  intent: Intent,
  base: string,
  standing: Standing,
  head: string,
): string {
  const onto = baseNamed(root, session.settings.base);
  const upstream = standing.branch === onto?.name ? onto?.fetched : onto?.commit;
  const fork = upstream === undefined ? undefined : mergeBase(root, upstream, head);
  if (fork === undefined || fork === base || !isAncestor(root, base, fork)) return base;
  if (fork !== head && intent.branch !== onto?.name) return fork;
  const made = standing.worktree
    ? commitsMadeAt(standing.worktree.path, "HEAD")
    : commitsMadeAt(root, `refs/heads/${standing.branch}`);
  if (made === undefined) return base;
  const first = commitsBetween(root, base, fork).findLast((commit) => made.has(commit));
  if (first === undefined) return fork;
  const before = findCommit(root, `${first}^`);
  return before !== undefined && isAncestor(root, base, before) ? before : base;
}

function forkOf(session: Session, root: string, standing: Standing, head: string): string | undefined {
  const base = baseNamed(root, session.settings.base);
  if (base === undefined || base.name === standing.branch) return undefined;
  const fork = mergeBase(root, base.commit, head);
  return fork === head ? undefined : fork;
}

function documentOf(
  session: Session,
  state: State,
  intent: Intent,
  found: { readonly drift: Drift; readonly actual: readonly DerivedScope[]; readonly work: Work } | undefined,
  notAssessed: readonly NotAssessed[],
  missing: string | undefined,
): DriftDocument {
  const all = missing === undefined ? notAssessed : [{ what: intent.id, reason: missing, side: "subject" as const }];
  return {
    schema: "foremerge.drift/1",
    as_of_event: state.asOf,
    intent_id: intent.id,
    base: found?.work.base ?? null,
    looked_at: found?.work.name ?? null,
    undeclared: found?.drift.undeclared ?? [],
    untouched: found?.drift.untouched ?? [],
    destructive: found?.drift.destructive ?? [],
    findings: found ? findingsOf(session, state, intent, found.drift, found.actual) : [],
    assessment: all.length > 0 ? "incomplete" : "complete",
    not_assessed: all,
  };
}

/** FM-D001, and what the detector says of the real scopes beyond what is on record. */
function findingsOf(
  session: Session,
  state: State,
  intent: Intent,
  drift: Drift,
  actual: readonly DerivedScope[],
): ShownFinding[] {
  const options = detectOptions(session, state);
  const own = scopeDrift.check(intent.id, drift.undeclared, drift.destructive, options);
  if (!own) return [];
  const candidate: Candidate = {
    ...candidateOf(intent),
    scopes: actual.map(({ kind, key, operation }) => ({ kind, key, operation, inferred: true })),
  };
  const recorded = new Set(state.conflictsOf(intent.id).map(({ id }) => id.slice(4)));
  const brought = checkAgainst(candidate, state.postings, { ...options, ephemeral: true })
    .filter(({ id }) => !recorded.has(id.slice(4)))
    .map((finding) => shown(finding, session.now));
  return [{ ...own, status: "OPEN", previously_settled: false, detected_at: session.now.toISOString() }, ...brought];
}
