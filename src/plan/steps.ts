// What freezing, thawing, replanning, reordering and dropping do to plan nodes (spec 4.4): before and after images of the
// fields concerned. Pure: writing them is src/core/plan-change.ts.
import type { PlanHistory } from "../store/model.ts";
import type { FieldValue } from "./frontmatter.ts";
import { isPlanStatus, type PlanNode, type PlanStatus } from "./node.ts";
import type { PlanTree } from "./tree.ts";

export type StepType = "plan.frozen" | "plan.thawed" | "plan.replanned" | "plan.reordered" | "plan.status";

/** One node's part of a step: the fields that change, as they are and as they will be (null: not there). */
export interface NodeChange {
  readonly type: StepType;
  readonly node: PlanNode;
  readonly before: Readonly<Record<string, FieldValue>>;
  readonly after: Readonly<Record<string, FieldValue>>;
}

/** A node that a step leaves as it is although it lies in its way. */
export interface Spared {
  readonly node: string;
  readonly status: PlanStatus;
  readonly why: string;
}

export interface StepPlan {
  readonly changes: readonly NodeChange[];
  readonly spared: readonly Spared[];
}

/** Why a node is on hold. */
export interface Freeze {
  readonly reason: string;
  /** ISO time. */
  readonly at: string;
  /** An agent, or `arbiter`. */
  readonly by: string;
  readonly conflictId?: string;
}

const FREEZE_FIELDS = ["freeze_reason", "frozen_at", "frozen_from", "frozen_by", "conflict_id"] as const;
const OVER: readonly PlanStatus[] = ["done", "archived", "discarded"];

export const isOver = (node: PlanNode): boolean => OVER.includes(node.status);

function change(type: StepType, node: PlanNode, after: Record<string, FieldValue>): NodeChange {
  const before: Record<string, FieldValue> = {};
  for (const name of Object.keys(after)) {
    before[name] = name === "status" ? node.status : (node.fields.get(name) ?? null);
  }
  return { type, node, before, after };
}

/** The node and everything below it, each once, as far as the tree knows them. */
function withDescendants(tree: PlanTree, id: string): readonly PlanNode[] {
  return [id, ...tree.descendants(id)].flatMap((one) => tree.withId(one).slice(0, 1));
}

/** Freezes a node and its descendants, never siblings or ancestors; what is over, or frozen already, is spared. */
export function freezing(tree: PlanTree, id: string, freeze: Freeze): StepPlan {
  const changes: NodeChange[] = [];
  const spared: Spared[] = [];
  for (const node of withDescendants(tree, id)) {
    if (isOver(node)) spared.push({ node: node.id, status: node.status, why: `it is ${node.status}` });
    else if (node.status === "frozen") spared.push({ node: node.id, status: node.status, why: "it is frozen already" });
    else {
      changes.push(
        change("plan.frozen", node, {
          status: "frozen",
          freeze_reason: freeze.reason,
          frozen_at: freeze.at,
          frozen_from: node.status,
          frozen_by: freeze.by,
          conflict_id: freeze.conflictId ?? null,
        }),
      );
    }
  }
  return { changes, spared };
}

/** Open conflicts in which a node is the proposed side, by node id. */
export type HeldBy = (node: string) => readonly string[];

/** The id of the newest step that froze this node, or undefined. */
export function freezingStep(history: PlanHistory | undefined): string | undefined {
  const entry = history?.entries.findLast(({ type }) => type === "plan.frozen");
  const id = entry?.data.step_id;
  return typeof id === "string" ? id : undefined;
}

const clearedFreeze = (): Record<string, FieldValue> => Object.fromEntries(FREEZE_FIELDS.map((name) => [name, null]));

/** What a thaw needs to know beside the tree. */
export interface Thaw {
  /** Conflicts that are over; they hold nobody any more. */
  readonly over?: readonly string[];
  readonly heldBy: HeldBy;
  readonly history: (id: string) => PlanHistory | undefined;
  /** The plan is out of date: the nodes go to `planned` and need a new one. */
  readonly replan?: boolean;
}

/**
 * Gives a frozen node, and what was frozen with it, the earlier status back. A node with another open conflict in which
 * it is the proposed side stays frozen, for that conflict from now on.
 */
export function thawing(tree: PlanTree, id: string, thaw: Thaw): StepPlan {
  const [root, ...below] = withDescendants(tree, id);
  if (!root) return { changes: [], spared: [] };
  const step = freezingStep(thaw.history(root.id));
  const over = new Set([...(thaw.over ?? []), textField(root, "conflict_id")]);
  const changes: NodeChange[] = [];
  const spared: Spared[] = [];
  for (const node of [root, ...below]) {
    if (node.status !== "frozen") continue;
    if (node !== root && !frozenTogether(root, node, step, thaw)) {
      spared.push({ node: node.id, status: node.status, why: "it was frozen on its own" });
      continue;
    }
    const held = thaw.heldBy(node.id).find((conflict) => !over.has(conflict));
    if (held !== undefined) {
      spared.push({ node: node.id, status: node.status, why: `${held} is open` });
      const after: Record<string, FieldValue> = { conflict_id: held };
      if (thaw.replan && node === root) Object.assign(after, { frozen_from: "planned", replan_required: "true" });
      if (textField(node, "conflict_id") !== held || thaw.replan) changes.push(change("plan.thawed", node, after));
      continue;
    }
    const earlier = node.frozenFrom !== undefined && isPlanStatus(node.frozenFrom) ? node.frozenFrom : "planned";
    changes.push(
      change("plan.thawed", node, {
        status: thaw.replan && node === root ? "planned" : earlier === "frozen" ? "planned" : earlier,
        ...clearedFreeze(),
        ...(thaw.replan && node === root ? { replan_required: "true" } : {}),
      }),
    );
  }
  return { changes, spared };
}

/** True when a descendant was frozen by the same step as the root, as the ledger tells it, else by the same words. */
function frozenTogether(root: PlanNode, node: PlanNode, step: string | undefined, thaw: Thaw): boolean {
  const own = freezingStep(thaw.history(node.id));
  if (step !== undefined && own !== undefined) return own === step;
  return (
    textField(node, "freeze_reason") === textField(root, "freeze_reason") &&
    textField(node, "frozen_at") === textField(root, "frozen_at")
  );
}

function textField(node: PlanNode, name: string): string | undefined {
  const value = node.fields.get(name);
  return typeof value === "string" ? value : undefined;
}

/** Marks a task that is not frozen as out of date. */
export function markingReplan(node: PlanNode): StepPlan {
  return { changes: [change("plan.thawed", node, { replan_required: "true" })], spared: [] };
}

/** A new plan for a node: counted, and its unfinished descendants marked; finished ones are spared. */
export function replanning(tree: PlanTree, id: string): StepPlan {
  const [root, ...below] = withDescendants(tree, id);
  if (!root) return { changes: [], spared: [] };
  const revision = Number(textField(root, "revision") ?? "");
  const frozen = root.status === "frozen";
  const changes = [
    change("plan.replanned", root, {
      ...(frozen ? { status: "planned", ...clearedFreeze() } : {}),
      replan_count: String(root.replanCount + 1),
      ...(Number.isInteger(revision) && root.fields.has("revision") ? { revision: String(revision + 1) } : {}),
      ...(root.fields.has("replan_required") ? { replan_required: null } : {}),
    }),
  ];
  const spared: Spared[] = [];
  for (const node of below) {
    if (isOver(node)) spared.push({ node: node.id, status: node.status, why: `it is ${node.status}` });
    else if (!node.replanRequired) changes.push(change("plan.replanned", node, { replan_required: "true" }));
  }
  return { changes, spared };
}

/** `second` waits for `first` from now on. */
export function reordering(second: PlanNode, first: string): StepPlan {
  if (second.dependsOn.includes(first)) return { changes: [], spared: [] };
  return { changes: [change("plan.reordered", second, { depends_on: [...second.dependsOn, first] })], spared: [] };
}

/**
 * The side that a person decided against: discarded where it has not begun, frozen where it runs, and never thrown
 * away while it runs.
 */
export function yielding(tree: PlanTree, id: string, freeze: Freeze): StepPlan {
  const node = tree.withId(id)[0];
  if (!node) return { changes: [], spared: [] };
  const ran = node.status === "frozen" ? node.frozenFrom : node.status;
  if (ran === "planned" || ran === "blocked-on-confirm") {
    const cleared = node.status === "frozen" ? clearedFreeze() : {};
    return { changes: [change("plan.status", node, { status: "discarded", ...cleared })], spared: [] };
  }
  return freezing(tree, id, freeze);
}

/** Several plans of one step as one. */
export function together(...plans: readonly StepPlan[]): StepPlan {
  return { changes: plans.flatMap(({ changes }) => changes), spared: plans.flatMap(({ spared }) => spared) };
}
