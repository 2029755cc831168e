// plan freeze, thaw, replan and undo: by hand what the arbiter does (spec 4.4). Every decision is history, also one that
// changes nothing.
import { ForemergeError, invalidInput } from "../errors.ts";
import { replanBudget } from "../plan/arbiter.ts";
import type { PlanNode } from "../plan/node.ts";
import { fieldOf, sameField } from "../plan/status.ts";
import { freezing, isOver, type NodeChange, replanning, type Spared, type StepPlan, thawing } from "../plan/steps.ts";
import type { PlanTree } from "../plan/tree.ts";
import { beforeImage, readJournal } from "../resolve/file-changes.ts";
import { readTarget } from "../resolve/target-file.ts";
import { sha256 } from "../sha256.ts";
import type { NewEvent, PlanStep } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { State } from "../store/state.ts";
import { changePlans, type PlanDecision, type PlanView } from "./plan-change.ts";
import { heldByConflicts } from "./proposed-in.ts";
import type { Session } from "./session.ts";
import { settledBy } from "./settle.ts";
import { groundOf, undoFolder } from "./undo-folder.ts";

export type HandAction = "freeze" | "thaw" | "replan" | "undo";

/** `foremerge.plan-step/1`. */
export interface PlanStepDocument {
  readonly schema: "foremerge.plan-step/1";
  readonly as_of_event: number | null;
  readonly action: HandAction;
  readonly node: string;
  readonly reason: string;
  /** Null when nothing changed, or nothing was written. */
  readonly step_id: string | null;
  /** The step that was taken back. */
  readonly undoes?: string;
  readonly nodes: readonly {
    readonly node: string;
    readonly path: string;
    readonly from: string;
    readonly to: string;
    readonly fields: Readonly<Record<string, unknown>>;
  }[];
  readonly spared: readonly Spared[];
  readonly dry_run: boolean;
  readonly [extra: string]: unknown;
}

export interface HandRequest {
  readonly action: HandAction;
  readonly node: string;
  readonly reason: string;
  readonly dryRun: boolean;
}

/** Carries out one command by hand. @throws NOT_FOUND, AMBIGUOUS_ID, INVALID_STATE */
export async function planByHand(session: Session, request: HandRequest): Promise<PlanStepDocument> {
  const changed = await changePlans(session, request.dryRun, (view) => decideByHand(session, view, request));
  const { node, undoes } = changed.result;
  return {
    schema: "foremerge.plan-step/1",
    as_of_event: changed.asOf,
    action: request.action,
    node,
    reason: request.reason,
    step_id: changed.stepId ?? null,
    ...(undoes === undefined ? {} : { undoes }),
    nodes: shownChanges(changed.step.changes),
    spared: changed.step.spared,
    dry_run: request.dryRun,
  };
}

/** Node changes as documents show them: status before and after, and the other fields that are set. */
export function shownChanges(changes: readonly NodeChange[]): PlanStepDocument["nodes"] {
  return changes.map(({ node, after }) => {
    const { status, ...fields } = after;
    return {
      node: node.id,
      path: node.path,
      from: node.status,
      to: typeof status === "string" ? status : node.status,
      fields,
    };
  });
}

/** The one node that an id or a path means. @throws NOT_FOUND with near ids, AMBIGUOUS_ID, INVALID_STATE when broken */
export function nodeNamed(tree: PlanTree, text: string): PlanNode {
  const wanted = text.trim();
  const exact = tree.nodes.filter(({ id, path }) => id === wanted || path === wanted.replace(/^\.\//, ""));
  const found = exact.length > 0 ? exact : tree.nodes.filter(({ id }) => id.toLowerCase() === wanted.toLowerCase());
  if (found.length === 1) return found[0] as PlanNode;
  if (found.length > 1) {
    throw new ForemergeError(
      "AMBIGUOUS_ID",
      `${wanted} is the id of ${found.length} files: ${found.map(({ path }) => path).join(", ")}`,
      {
        hint: "write the path of the file that you mean; foremerge plan validate names ids that come twice",
      },
    );
  }
  const broken = tree.broken.find(({ id, path }) => id === wanted || path === wanted);
  if (broken) {
    throw new ForemergeError("INVALID_STATE", `${broken.path} cannot be read as a plan node: ${broken.reason}`, {
      hint: "foremerge plan validate shows the line",
    });
  }
  const near = tree.nodes.filter(({ id }) => wanted !== "" && id.toLowerCase().includes(wanted.toLowerCase()));
  throw new ForemergeError("NOT_FOUND", `no plan node ${JSON.stringify(wanted)}`, {
    hint:
      near.length > 0
        ? `write the whole id: ${near
            .slice(0, 8)
            .map(({ id }) => id)
            .join(", ")}`
        : "write the id of a node, or the path of its file; foremerge plan validate reads them all",
    details: { candidates: near.slice(0, 20).map(({ id }) => id) },
  });
}

interface Hand {
  readonly node: string;
  readonly undoes?: string;
}

function decideByHand(session: Session, view: PlanView, request: HandRequest): PlanDecision<Hand> {
  const node = nodeNamed(view.tree, request.node);
  const by = settledBy(session);
  const about = { reason: request.reason, by };
  const decision = (step: StepPlan, actions: readonly string[]): PlanDecision<Hand> => ({
    step,
    about,
    events: [handEvent(session, request, node.id, by, actions)],
    result: { node: node.id },
  });
  if (request.action === "freeze") {
    if (isOver(node)) throw refused(`${node.id} is ${node.status}: there is nothing to put on hold`);
    const freeze = { reason: request.reason, at: session.now.toISOString(), by: session.who.agent };
    return decision(freezing(view.tree, node.id, freeze), ["freeze"]);
  }
  if (request.action === "thaw") return decision(thawByHand(view, node), ["thaw"]);
  if (request.action === "replan") {
    if (isOver(node)) throw refused(`${node.id} is ${node.status}: finished work is spared by a replan`);
    const budget = replanBudget(node.replanBudget, node.tier, session.settings.replan_budget);
    if (node.replanCount >= budget) {
      throw refused(
        `${node.id} was planned anew ${node.replanCount} of ${budget} times: escalate, a person has to decide`,
        "raise replan_budget in the node, or split the task",
      );
    }
    return decision(replanning(view.tree, node.id), ["replan"]);
  }
  return undoing(session, view, node, request, by);
}

const refused = (message: string, hint?: string): ForemergeError =>
  new ForemergeError("INVALID_STATE", message, hint === undefined ? {} : { hint });

function handEvent(
  session: Session,
  request: HandRequest,
  node: string,
  by: ReturnType<typeof settledBy>,
  actions: readonly string[],
): NewEvent {
  return {
    type: "arbitration.decided",
    data: {
      arbitration: {
        id: newId("dec", session.now),
        conflict_id: null,
        task: node,
        blocker: null,
        outcome: request.action,
        reason: request.reason,
        actions,
        by,
        agent: session.who.agent,
      },
    },
  };
}

function thawByHand({ state, tree }: PlanView, node: PlanNode): StepPlan {
  if (node.status !== "frozen") {
    throw refused(`${node.id} is ${node.status}, not frozen`, "foremerge plan freeze puts a node on hold");
  }
  const step = thawing(tree, node.id, {
    heldBy: heldByConflicts(state),
    history: (id) => state.plan(id),
  });
  if (step.changes.some((change) => change.node.id === node.id && "status" in change.after)) return step;
  const why = step.spared.find((spared) => spared.node === node.id)?.why ?? "another conflict is open";
  throw refused(
    `${node.id} stays frozen: ${why}, and ${node.id} is the proposed side of it`,
    "settle that conflict first",
  );
}

/** Takes the newest step of a node back: every node of it, byte for byte where the files are as the step left them. */
function undoing(
  session: Session,
  view: PlanView,
  node: PlanNode,
  request: HandRequest,
  by: ReturnType<typeof settledBy>,
): PlanDecision<Hand> {
  const stepId = lastStep(view.state, node.id);
  if (stepId === undefined)
    throw refused(
      `no step of ${node.id} is left to undo`,
      `foremerge events list --type plan.frozen shows what was done`,
    );
  const parts = partsOf(view.state, stepId);
  const changes: NodeChange[] = [];
  const moved: string[] = [];
  for (const { node: id, before, after } of parts) {
    const now = view.tree.withId(id)[0];
    if (!now) moved.push(`${id} is gone`);
    else if (!holds(now, after)) moved.push(`${id} was changed since`);
    else changes.push({ type: "plan.status", node: now, before: fieldsOf(after), after: fieldsOf(before) });
  }
  if (moved.length > 0)
    throw refused(`the step cannot be undone whole: ${moved.join("; ")}`, "change the fields by hand");
  return {
    step: { changes, spared: [] },
    about: { reason: request.reason, by, undoes: stepId },
    events: [handEvent(session, request, node.id, by, ["undo"])],
    bytes: earlierBytes(session, stepId, changes),
    result: { node: node.id, undoes: stepId },
  };
}

const fieldsOf = (record: Readonly<Record<string, unknown>>): NodeChange["before"] =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, fieldOf(value)]));

/** True when the node still has the values that a step gave it. */
function holds(node: PlanNode, after: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(after).every(([name, value]) =>
    name === "status" ? node.status === value : sameField(node.fields.get(name) ?? null, fieldOf(value)),
  );
}

/** The newest step of a node that is no undo and was not undone. */
function lastStep(state: State, id: string): string | undefined {
  const undone = new Set<unknown>();
  for (const { type, data } of [...(state.plan(id)?.entries ?? [])].reverse()) {
    if (!type.startsWith("plan.")) continue;
    const { step_id, undoes } = data as Partial<PlanStep>;
    if (undoes !== undefined) undone.add(undoes);
    else if (typeof step_id === "string" && !undone.has(step_id)) return step_id;
  }
  return undefined;
}

/** Every node's part in a step, first images first; a node with several parts keeps its first before and last after. */
function partsOf(state: State, stepId: string): PlanStep["nodes"] {
  const parts = new Map<
    string,
    { node: string; path: string; before: Record<string, unknown>; after: Record<string, unknown> }
  >();
  for (const { node, entries } of state.plans()) {
    for (const { data } of entries) {
      const step = data as Partial<PlanStep>;
      if (step.step_id !== stepId) continue;
      for (const part of (step.nodes ?? []).filter((one) => one.node === node)) {
        const known = parts.get(node);
        if (!known) parts.set(node, { ...part, before: { ...part.before }, after: { ...part.after } });
        else {
          known.before = { ...part.before, ...known.before };
          known.after = { ...known.after, ...part.after };
        }
      }
    }
  }
  return [...parts.values()];
}

/** The bytes from before the step, for files of this worktree that nobody touched since. */
function earlierBytes(session: Session, stepId: string, changes: readonly NodeChange[]): ReadonlyMap<string, Buffer> {
  const undo = undoFolder(session.place);
  const journal = readJournal(undo, stepId);
  const found = new Map<string, Buffer>();
  if (!journal || journal.root !== session.root) return found;
  for (const { node } of changes) {
    const entry = journal.files.find(({ path }) => path === node.path);
    const now = readTarget(groundOf(session), node.path);
    const before = beforeImage(undo, journal, node.path);
    if (entry && before && now.state === "found" && sha256(now.file.bytes) === entry.after)
      found.set(node.path, before);
  }
  return found;
}

/** The reason of `plan undo`, which asks for none. */
export const undoReason = (given: string | undefined): string => given?.trim() || "taken back";

/** @throws INVALID_INPUT: a node must be named */
export function requireNode(text: string | undefined): string {
  if (text !== undefined && text.trim() !== "") return text;
  throw invalidInput("NODE is missing", "write the id of a plan node, or the path of its file");
}
