// Changes plan nodes in one undoable step: decided on the newest state, written to all files or none, and told to the
// ledger in the same write (spec 4.4). What a step does to which fields is src/plan/steps.ts.
import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ForemergeError } from "../errors.ts";
import type { FieldChanges } from "../plan/frontmatter-edit.ts";
import { heldNode, type PendingFields } from "../plan/status.ts";
import type { NodeChange, StepPlan } from "../plan/steps.ts";
import { type PlanTree, planTree } from "../plan/tree.ts";
import type { FileChange, Journal } from "../resolve/file-changes.ts";
import { readTarget } from "../resolve/target-file.ts";
import type { NewEvent, PlanStep } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { State } from "../store/state.ts";
import { loadPlans } from "./plan-files.ts";
import type { Session } from "./session.ts";
import { groundOf, undoFolder } from "./undo-folder.ts";

/** What a decision gives back: the step, if there is one, and what the ledger is told beside it. */
export interface PlanDecision<T> {
  readonly step: StepPlan;
  readonly about: Pick<PlanStep, "reason" | "by" | "conflict_id" | "undoes">;
  /** Events that belong to the same write, before those of the step. */
  readonly events: readonly NewEvent[];
  /** Exact bytes for files of this step, where they are known better than by changing fields. */
  readonly bytes?: ReadonlyMap<string, Buffer>;
  readonly result: T;
}

/** The plans of this worktree, and the ledger that they are read beside. */
export interface PlanView {
  readonly state: State;
  readonly tree: PlanTree;
}

export interface PlanChanged<T> {
  readonly result: T;
  readonly step: StepPlan;
  /** Undefined when nothing changed. */
  readonly stepId: string | undefined;
  readonly applied: boolean;
  readonly asOf: number;
}

/**
 * Decides on the plans and carries the step out; with `dryRun` only says what would be done.
 * @throws what `decide` throws; INVALID_STATE when a file cannot be rewritten or changed meanwhile (nothing is written
 * then); LEDGER_FAILED
 */
export async function changePlans<T>(
  session: Session,
  dryRun: boolean,
  decide: (view: PlanView) => PlanDecision<T>,
): Promise<PlanChanged<T>> {
  const read = await loadPlans(session);
  if (dryRun) {
    const state = session.state();
    const { result, step } = decide({ state, tree: held(read.tree, state).tree });
    return { result, step, stepId: undefined, applied: false, asOf: state.asOf };
  }
  // The YAML parser is loaded before the lock is taken.
  const [{ editFrontmatter }, files] = await Promise.all([
    import("../plan/frontmatter-edit.ts"),
    import("../resolve/file-changes.ts"),
  ]);
  const undo = undoFolder(session.place);
  let journal: Journal | undefined;
  try {
    const { result } = session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => {
      const { tree, pending } = held(read.tree, state);
      const { result, step, about, events, bytes } = decide({ state, tree });
      const stepId = newId("dec", session.now);
      const all = [...events, ...stepEvents(stepId, step.changes, about)];
      const changes = fileChanges(session, step.changes, pending, editFrontmatter, bytes);
      const first = step.changes[0];
      if (first && changes.length > 0) {
        const where = { id: stepId, ground: groundOf(session), at: session.now, about: { node: first.node.id } };
        journal = files.writeAll(undo, { ...where, changes });
      }
      const changed = { step, stepId: first ? stepId : undefined, applied: true, asOf: state.asOf + all.length };
      return { events: all, result: { ...changed, result, rest: pending } };
    });
    if (journal) files.closeJournal(undo, journal, "applied");
    const { rest, ...changed } = result;
    await writeTheRest(session, rest, changed.step);
    return changed;
  } catch (error) {
    if (journal) files.abandon(undo, journal);
    throw error;
  }
}

/** The tree as it holds beside this state. */
export function held(
  files: PlanTree,
  state: State,
): { readonly tree: PlanTree; readonly pending: ReadonlyMap<string, PendingFields> } {
  const pending = new Map<string, PendingFields>();
  const nodes = files.nodes.map((node) => {
    const one = heldNode(node, state.plan(node.id));
    if (one.pending.size > 0) pending.set(node.path, one.pending);
    return one.node;
  });
  return { tree: planTree(nodes, files.broken), pending };
}

/** One event per kind of change; all of them carry the step's id, and one undo takes all back. */
function stepEvents(
  stepId: string,
  changes: readonly NodeChange[],
  about: Pick<PlanStep, "reason" | "by" | "conflict_id" | "undoes">,
): NewEvent[] {
  const types = [...new Set(changes.map(({ type }) => type))];
  return types.map((type) => ({
    type,
    data: {
      step_id: stepId,
      ...about,
      nodes: changes
        .filter((change) => change.type === type)
        .map(({ node, before, after }) => ({ node: node.id, path: node.path, before, after })),
    },
  }));
}

function fileChanges(
  session: Session,
  changes: readonly NodeChange[],
  pending: ReadonlyMap<string, PendingFields>,
  edit: (path: string, bytes: Buffer, changes: FieldChanges) => Buffer,
  exact: ReadonlyMap<string, Buffer> | undefined,
): FileChange[] {
  const fields = new Map<string, Map<string, unknown>>();
  for (const { node, after } of changes) {
    const known = fields.get(node.path) ?? new Map(pending.get(node.path) ?? []);
    for (const [name, value] of Object.entries(after)) known.set(name, value);
    fields.set(node.path, known);
  }
  const ground = groundOf(session);
  return [...fields].flatMap(([path, set]) => {
    const read = readTarget(ground, realPath(session.root, path));
    if (read.state !== "found") {
      const why = read.state === "missing" ? "it is gone" : read.reason;
      throw new ForemergeError("INVALID_STATE", `${path} cannot be rewritten: ${why}; nothing was changed`);
    }
    const after = exact?.get(path) ?? edit(path, read.file.bytes, set as FieldChanges);
    return after.equals(read.file.bytes) ? [] : [{ file: read.file, after }];
  });
}

/** The file behind links that stay inside the repository; others are refused when the file is read. */
function realPath(root: string, path: string): string {
  try {
    const inside = relative(root, realpathSync.native(join(root, path)));
    return inside.startsWith("..") ? path : inside.split(sep).join("/");
  } catch {
    return path;
  }
}

/** The next plan command of a worktree brings its files up to date (spec 3.4), beside its own step. */
async function writeTheRest(
  session: Session,
  pending: ReadonlyMap<string, PendingFields>,
  step: StepPlan,
): Promise<void> {
  const own = new Set(step.changes.map(({ node }) => node.path));
  const rest = new Map([...pending].filter(([path]) => !own.has(path)));
  if (rest.size === 0) return;
  const { writePending } = await import("./rewrite-plan.ts");
  for (const failed of writePending(session.root, rest)) session.warn(failed);
}
