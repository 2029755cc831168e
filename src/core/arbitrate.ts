// arbitrate: what happens next to a conflict between a proposed task and a blocker (spec 4.4). Collects the facts, asks
// the table of src/plan/arbiter.ts, and with `apply` carries its answer out in one write.
import { ForemergeError, invalidInput } from "../errors.ts";
import {
  type ArbiterFacts,
  type Arbitrated,
  arbitrate as byTable,
  type Compatibility,
  type HistoryEntry,
  type Participant,
  type ProposedTask,
  replanBudget,
} from "../plan/arbiter.ts";
import type { PlanNode } from "../plan/node.ts";
import { treeDependencies, waitsFor } from "../plan/order.ts";
import {
  freezing,
  isOver,
  markingReplan,
  reordering,
  replanning,
  type StepPlan,
  thawing,
  together,
} from "../plan/steps.ts";
import type { PlanTree } from "../plan/tree.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Arbitration, Conflict, OrderKey, SettledBy } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { blockerChanges, intentsOf } from "./blocker-changes.ts";
import { type PlanStepDocument, shownChanges } from "./plan-by-hand.ts";
import { changePlans, type PlanDecision, type PlanView } from "./plan-change.ts";
import { blockerOf, heldByConflicts, proposedTask, twinsOf } from "./proposed-in.ts";
import type { Session } from "./session.ts";
import { openConflict, settlement } from "./settle.ts";

/** `foremerge.arbitration/1`. */
export interface ArbitrationDocument {
  readonly schema: "foremerge.arbitration/1";
  readonly as_of_event: number | null;
  readonly conflict_id: string;
  readonly outcome: string;
  readonly rule: number;
  readonly reason: string;
  readonly actions: readonly string[];
  readonly applied: boolean;
  readonly task: string;
  readonly blocker: string;
  /** Who goes first, where an order is the answer. */
  readonly order?: { readonly first: string; readonly second: string };
  /** Nodes that were changed, or would be. */
  readonly nodes: PlanStepDocument["nodes"];
  readonly [extra: string]: unknown;
}

/** Open conflicts that can be arbitrated: those of tasks. */
export function arbitrable(state: State): readonly Conflict[] {
  return state.openConflicts().filter((conflict) => proposedTask(conflict) !== undefined);
}

/**
 * Says what comes next, and does it with `apply`.
 * @throws NOT_FOUND, ALREADY_SETTLED, INVALID_INPUT for a conflict that is not between tasks
 */
export async function arbitrateConflict(session: Session, id: string, apply: boolean): Promise<ArbitrationDocument> {
  // Git is asked before the ledger is locked; the answer is kept for the decision under the lock.
  let known: Compatibility | undefined;
  const decide = (view: PlanView): PlanDecision<Decided> =>
    decideConflict(session, view, id, (ask) => {
      known ??= ask();
      return known;
    });
  const said = await changePlans(session, true, decide);
  const changed = apply ? await changePlans(session, false, decide) : said;
  const { arbitrated, conflict, task, blocker } = changed.result;
  return {
    schema: "foremerge.arbitration/1",
    as_of_event: changed.asOf,
    conflict_id: conflict,
    outcome: arbitrated.outcome,
    rule: arbitrated.rule,
    reason: arbitrated.reason,
    actions: arbitrated.actions,
    applied: apply,
    task,
    blocker,
    ...(arbitrated.order ? { order: { first: arbitrated.order.first, second: arbitrated.order.second } } : {}),
    nodes: shownChanges(changed.step.changes),
  };
}

interface Decided {
  readonly arbitrated: Arbitrated;
  readonly conflict: string;
  readonly task: string;
  readonly blocker: string;
}

type Keep = (ask: () => Compatibility) => Compatibility;

function decideConflict(session: Session, view: PlanView, id: string, keep: Keep): PlanDecision<Decided> {
  const { state, tree } = view;
  const conflict = openConflict(state, id);
  const task = proposedTask(conflict);
  if (task === undefined || !conflict.record) {
    throw invalidInput(
      `${conflict.id} is a conflict between intents; the arbiter decides between plan tasks`,
      `write foremerge resolve ${conflict.id} --strategies, or --auto`,
    );
  }
  const node = taskNode(tree, task);
  const blocker = blockerOf(conflict);
  const arbitrated = byTable(factsOf(session, view, conflict, node, blocker, keep));
  const step = stepOf(session, view, conflict, node, arbitrated);
  const events = [
    arbitrationEvent(session, conflict, task, blocker, arbitrated),
    ...outcomeEvents(session, state, conflict, arbitrated),
  ];
  return {
    step,
    about: { reason: arbitrated.reason, by: "arbiter", conflict_id: conflict.id },
    events,
    result: { arbitrated, conflict: conflict.id, task, blocker },
  };
}

/** The proposed task as it holds. @throws INVALID_STATE when it is gone, broken or there several times */
export function taskNode(tree: PlanTree, task: string): PlanNode {
  const [node, ...others] = tree.withId(task);
  if (node && others.length === 0) return node;
  const why = node ? `is the id of ${others.length + 1} files` : "is no plan node of this worktree";
  throw new ForemergeError("INVALID_STATE", `${task} ${why}`, {
    hint: "foremerge plan validate shows what is wrong with the plans",
  });
}

/** Everything that the table asks for. */
function factsOf(
  session: Session,
  { state, tree }: PlanView,
  conflict: Conflict,
  node: PlanNode,
  blockerId: string,
  keep: Keep,
): ArbiterFacts {
  const record = conflict.record as NonNullable<Conflict["record"]>;
  const dependencies = treeDependencies(tree);
  const order = waitsFor(node.id, blockerId, dependencies)
    ? "blocker first"
    : waitsFor(blockerId, node.id, dependencies)
      ? "proposed first"
      : undefined;
  return {
    layer: record.layer,
    confidence: record.confidence,
    escalationThreshold: session.settings.resolution.escalation_threshold,
    proposed: proposedFacts(session, state, tree, node),
    blocker: blockerFacts(state, tree, blockerId),
    blockerId,
    taskHistory: taskHistory(state, node.id),
    conflictHistory: conflict.arbitrations.map(entryOf),
    order,
    compatibility: () => keep(() => blockerChanges(session, state, conflict, node, blockerId, tree)),
  };
}

function nodeFacts(state: State, tree: PlanTree, node: PlanNode): Participant {
  const ran = node.status === "frozen" ? node.frozenFrom : node.status;
  return {
    id: node.id,
    status: node.status,
    running: ran === "active",
    done: node.status === "done" || node.status === "archived",
    discarded: node.status === "discarded",
    pinned: isPinned(tree, node),
    orderable: true,
    claimed: earliestClaim(state, node.id),
  };
}

/** `pinned: true` in the node itself or in one above it, up to tier 2: its place in the order is a person's word. */
function isPinned(tree: PlanTree, node: PlanNode): boolean {
  const above = tree.ancestors(node.id).flatMap((id) => tree.withId(id).slice(0, 1));
  const near = [node, ...above.filter(({ tier }) => tier === undefined || tier >= 2)];
  return near.some(({ fields }) => {
    const pinned = fields.get("pinned");
    return typeof pinned === "string" && /^(true|yes)$/i.test(pinned.trim());
  });
}

function proposedFacts(session: Session, state: State, tree: PlanTree, node: PlanNode): ProposedTask {
  return {
    ...nodeFacts(state, tree, node),
    frozen: node.status === "frozen",
    replanRequired: node.replanRequired,
    replanCount: node.replanCount,
    replanBudget: replanBudget(node.replanBudget, node.tier, session.settings.replan_budget),
  };
}

function blockerFacts(state: State, tree: PlanTree, id: string): Participant | undefined {
  const [node, ...others] = tree.withId(id);
  if (node && others.length === 0) return nodeFacts(state, tree, node);
  const intent = state.intent(id);
  if (!intent) return undefined;
  // An intent is as far as the task that it is the work of.
  const [task, ...same] = intent.task === undefined ? [] : tree.withId(intent.task);
  if (task && same.length === 0) return { ...nodeFacts(state, tree, task), id, orderable: false };
  return {
    id,
    status: intent.status,
    running: intent.status === "IN_PROGRESS" || intent.status === "PROVISIONAL",
    done: intent.status === "ACCEPTED",
    discarded: intent.status === "DISCARDED",
    pinned: false,
    orderable: false,
    claimed: intent.order,
  };
}

/** Event order of the earliest claim taken for a task. */
function earliestClaim(state: State, task: string): OrderKey | undefined {
  const intents = new Set(intentsOf(state, task).map(({ id }) => id));
  if (intents.size === 0) return undefined;
  const orders = state.allClaims().flatMap(({ intent_id, order }) => (intents.has(intent_id) ? [order] : []));
  return orders.sort(byOrder)[0];
}

function byOrder(a: OrderKey, b: OrderKey): number {
  return a.lc - b.lc || (a.replica < b.replica ? -1 : a.replica > b.replica ? 1 : 0) || a.n - b.n;
}

const entryOf = ({ by }: Pick<Arbitration, "by">): HistoryEntry => (by === "arbiter" ? "arbitration" : "person");

/**
 * The history of a task: what was decided about it, by the arbiter and by persons, its replans, and settlements of its
 * conflicts by hand; oldest first. Steps that carry an arbiter's decision out are part of that decision.
 */
function taskHistory(state: State, task: string): HistoryEntry[] {
  const decisions: HistoryEntry[] = [];
  for (const { type, data } of state.plan(task)?.entries ?? []) {
    if (type === "arbitration.decided") {
      const { arbitration } = data as { arbitration?: Arbitration };
      // A decision about another task in which this one was only the blocker says nothing about this task, unless a
      // person made it.
      if (arbitration && (arbitration.task === task || arbitration.by !== "arbiter"))
        decisions.push(entryOf(arbitration));
    } else if (type === "plan.replanned" && data.by !== "arbiter") decisions.push("replan");
  }
  const stuck = decisions.length >= 3 && decisions.slice(-3).every((entry) => entry === "arbitration");
  return stuck ? withSettlements(state, task) : decisions;
}

/** The same with settlements in between: read from the events themselves, since only they tell the order. */
function withSettlements(state: State, task: string): HistoryEntry[] {
  const own = new Set<string>();
  const history: HistoryEntry[] = [];
  for (const { type, data } of state.events()) {
    if (type === "conflict.detected") {
      const { finding, record } = data as Extract<NewEvent, { type: "conflict.detected" }>["data"];
      if (record?.participants.some((one) => one.task === task)) own.add(finding.id);
    } else if (type === "arbitration.decided") {
      const { arbitration } = data as Extract<NewEvent, { type: "arbitration.decided" }>["data"];
      const mine = arbitration.task === task || (arbitration.by !== "arbiter" && arbitration.blocker === task);
      if (mine) history.push(entryOf(arbitration));
    } else if (type === "plan.replanned") {
      const step = data as Extract<NewEvent, { type: "plan.replanned" }>["data"];
      if (step.by !== "arbiter" && step.nodes.some(({ node }) => node === task)) history.push("replan");
    } else if (type === "conflict.resolved" || type === "conflict.overridden" || type === "conflict.dismissed") {
      const { conflict_id, decision } = data as Extract<NewEvent, { type: "conflict.resolved" }>["data"];
      if (own.has(conflict_id) && decision.by !== "auto") history.push("settlement");
    }
  }
  return history;
}

/** What the outcome does to nodes. */
function stepOf(session: Session, view: PlanView, conflict: Conflict, node: PlanNode, decided: Arbitrated): StepPlan {
  const { state, tree } = view;
  const plans = decided.actions.map((action): StepPlan => {
    if (action === "freeze") {
      return freezing(tree, node.id, {
        reason: decided.reason,
        at: session.now.toISOString(),
        by: "arbiter",
        conflictId: conflict.id,
      });
    }
    if (action === "thaw") {
      if (node.status !== "frozen") return { changes: [], spared: [] };
      return thawing(tree, node.id, {
        over: [conflict.id, ...twinsOf(state, conflict).map(({ id }) => id)],
        heldBy: heldByConflicts(state),
        history: (id) => state.plan(id),
        replan: decided.actions.includes("mark_replan"),
      });
    }
    if (action === "mark_replan") return node.status === "frozen" || isOver(node) ? together() : markingReplan(node);
    if (action === "replan") return replanning(tree, node.id);
    const second = decided.order ? tree.withId(decided.order.second)[0] : undefined;
    return second && decided.order ? reordering(second, decided.order.first) : together();
  });
  return together(...plans);
}

function arbitrationEvent(
  session: Session,
  conflict: Conflict,
  task: string,
  blocker: string,
  { outcome, reason, actions }: Arbitrated,
): NewEvent {
  return decisionEvent(session, { conflict: conflict.id, task, blocker, outcome, reason, actions, by: "arbiter" });
}

/** The event that goes to the conflict and to the history of both participants. */
export function decisionEvent(
  session: Session,
  decided: {
    readonly conflict: string;
    readonly task: string;
    readonly blocker: string;
    readonly outcome: string;
    readonly reason: string;
    readonly actions: readonly string[];
    readonly by: "arbiter" | SettledBy;
  },
): NewEvent {
  const { conflict, ...rest } = decided;
  return {
    type: "arbitration.decided",
    data: {
      arbitration: { id: newId("dec", session.now), conflict_id: conflict, ...rest, agent: session.who.agent },
    },
  };
}

/** An outcome that ends the conflict settles it; one that needs a person puts the question. */
function outcomeEvents(
  session: Session,
  state: State,
  conflict: Conflict,
  { outcome, reason }: Arbitrated,
): NewEvent[] {
  if (outcome === "freeze") return [];
  if (outcome === "escalate") {
    const options = ["accept-proposed", "accept-blocker", "sequential", "freeze-both", "replan"];
    return [{ type: "conflict.escalated", data: { conflict_id: conflict.id, question: reason, options } }];
  }
  const how = { reason, as: "resolved" as const, resolution: outcome, strategy: outcome };
  return [conflict, ...twinsOf(state, conflict)].map((over) => settlement(session, over, how, "auto").event);
}
