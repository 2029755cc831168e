// resolve --choose: a person decides between a proposed task and a blocker (spec 4.4). The side that loses is discarded
// while it is only planned and frozen when it has begun; it is never thrown away while it runs.
import { ForemergeError, invalidInput } from "../errors.ts";
import { replanBudget, replanOutcome } from "../plan/arbiter.ts";
import { treeDependencies, waitsFor } from "../plan/order.ts";
import {
  type Freeze,
  freezing,
  reordering,
  replanning,
  type StepPlan,
  thawing,
  together,
  yielding,
} from "../plan/steps.ts";
import type { PlanTree } from "../plan/tree.ts";
import type { NewEvent } from "../store/event.ts";
import type { Conflict, Decision } from "../store/model.ts";
import { decisionEvent, taskNode } from "./arbitrate.ts";
import { requireMaySettle } from "./gate.ts";
import { type PlanStepDocument, shownChanges } from "./plan-by-hand.ts";
import { changePlans, type PlanDecision, type PlanView } from "./plan-change.ts";
import { blockerOf, heldByConflicts, proposedTask, twinsOf } from "./proposed-in.ts";
import type { Session } from "./session.ts";
import { openConflict, settledBy, settlement } from "./settle.ts";

export const CHOICES = [
  "accept-proposed",
  "accept-blocker",
  "sequential",
  "freeze-both",
  "replan",
  "escalate",
] as const;
export type ChoiceName = (typeof CHOICES)[number];

export interface ChoiceRequest {
  readonly conflictId: string;
  readonly choice: ChoiceName;
  /** Who goes first, for `sequential`. */
  readonly first: string | undefined;
  readonly reason: string;
}

export interface Chosen {
  readonly conflict: Conflict;
  /** Null for `escalate`, which settles nothing. */
  readonly decision: Decision | null;
  readonly outcome: "user_priority" | "escalate";
  readonly choice: ChoiceName;
  readonly nodes: PlanStepDocument["nodes"];
  /** What is left to somebody else: an intent can only be closed by its owner. */
  readonly left: readonly string[];
  readonly asOf: number;
}

/**
 * Carries a person's choice out, in one write.
 * @throws NOT_FOUND, ALREADY_SETTLED, NOT_OWNER; INVALID_INPUT for a conflict between intents or a wrong --first;
 * INVALID_STATE when the order would close a cycle or no replan is left
 */
export async function choose(session: Session, request: ChoiceRequest): Promise<Chosen> {
  const changed = await changePlans(session, false, (view) => decide(session, view, request));
  return { ...changed.result, nodes: shownChanges(changed.step.changes), asOf: changed.asOf };
}

type Result = Omit<Chosen, "nodes" | "asOf">;

function decide(session: Session, view: PlanView, request: ChoiceRequest): PlanDecision<Result> {
  const { state } = view;
  const conflict = openConflict(state, request.conflictId);
  const proposed = proposedTask(conflict);
  if (proposed === undefined) {
    throw invalidInput(
      `--choose decides between plan tasks, and ${conflict.id} is a conflict between intents`,
      `write foremerge resolve ${conflict.id} --strategies for the ways out`,
    );
  }
  const blocker = blockerOf(conflict);
  const by = settledBy(session);
  const step = stepOf(session, view, { request, conflict, proposed, blocker });
  const outcome = request.choice === "escalate" ? "escalate" : "user_priority";
  const decided = decisionEvent(session, {
    conflict: conflict.id,
    task: proposed,
    blocker,
    outcome,
    reason: request.reason,
    actions: [request.choice],
    by,
  });
  const events: NewEvent[] = [decided];
  let decision: Decision | null = null;
  if (outcome === "escalate") {
    const question = `${request.reason} (${proposed} or ${blocker}?)`;
    const options = CHOICES.filter((choice) => choice !== "escalate");
    events.push({ type: "conflict.escalated", data: { conflict_id: conflict.id, question, options } });
  } else {
    requireMaySettle(session, state, conflict, by);
    const how = {
      reason: request.reason,
      as: "resolved" as const,
      resolution: request.choice,
      strategy: request.choice,
    };
    const settled = settlement(session, conflict, how, by);
    events.push(settled.event);
    for (const twin of twinsOf(state, conflict)) events.push(settlement(session, twin, how, by).event);
    decision = settled.decision;
  }
  return {
    step,
    about: { reason: request.reason, by, conflict_id: conflict.id },
    events,
    result: {
      conflict: decision ? { ...conflict, status: "RESOLVED", decisions: [...conflict.decisions, decision] } : conflict,
      decision,
      outcome,
      choice: request.choice,
      left: leftToOwners(view, request, proposed, blocker),
    },
  };
}

interface About {
  readonly request: ChoiceRequest;
  readonly conflict: Conflict;
  readonly proposed: string;
  readonly blocker: string;
}

function stepOf(session: Session, view: PlanView, about: About): StepPlan {
  const { tree } = view;
  const { request, conflict, proposed, blocker } = about;
  const freeze: Freeze = {
    reason: request.reason,
    at: session.now.toISOString(),
    by: session.who.agent,
    conflictId: conflict.id,
  };
  switch (request.choice) {
    case "accept-proposed":
      taskNode(tree, proposed);
      return together(released(view, conflict, proposed), yielding(tree, blocker, freeze));
    case "accept-blocker":
      taskNode(tree, proposed);
      return together(released(view, conflict, blocker), yielding(tree, proposed, freeze));
    case "freeze-both":
      return together(freezing(tree, proposed, freeze), freezing(tree, blocker, freeze));
    case "sequential":
      return together(inOrder(tree, about), released(view, conflict, proposed));
    case "replan": {
      const node = taskNode(tree, proposed);
      const budget = replanBudget(node.replanBudget, node.tier, session.settings.replan_budget);
      const facts = { id: node.id, replanCount: node.replanCount, replanBudget: budget };
      const answer = replanOutcome(facts, request.reason);
      if (answer.outcome === "replan") return replanning(tree, node.id);
      throw new ForemergeError("INVALID_STATE", `escalate: ${answer.reason}`, {
        hint: "raise replan_budget in the node, or choose another way",
      });
    }
    case "escalate":
      return together();
  }
}

/** Lifts the freeze that this conflict put on a node; other open conflicts keep theirs. */
function released({ state, tree }: PlanView, conflict: Conflict, id: string): StepPlan {
  const node = tree.withId(id)[0];
  if (node?.status !== "frozen" || node.fields.get("conflict_id") !== conflict.id) return together();
  return thawing(tree, id, {
    over: [conflict.id, ...twinsOf(state, conflict).map(({ id: twin }) => twin)],
    heldBy: heldByConflicts(state),
    history: (one) => state.plan(one),
  });
}

function inOrder(tree: PlanTree, { request, proposed, blocker }: About): StepPlan {
  const first = request.first?.trim() ?? "";
  if (first === "") {
    throw invalidInput(
      "sequential needs --first: which of the two goes first?",
      `write --first ${proposed} or --first ${blocker}`,
    );
  }
  if (first !== proposed && first !== blocker) {
    throw invalidInput(
      `--first ${JSON.stringify(first)} is no side of this conflict`,
      `write --first ${proposed} or --first ${blocker}`,
    );
  }
  const second = tree.withId(first === proposed ? blocker : proposed)[0];
  if (!second || tree.withId(first).length === 0) {
    throw new ForemergeError(
      "INVALID_STATE",
      `an order can be written down between plan nodes only, and one of ${proposed} and ${blocker} is none here`,
      {
        hint: "an intent's owner agrees an order with foremerge intent rescope ID --depends-on",
      },
    );
  }
  if (waitsFor(first, second.id, treeDependencies(tree))) {
    throw new ForemergeError(
      "INVALID_STATE",
      `${first} waits for ${second.id} already: the order would close a cycle`,
      {
        hint: `write --first ${second.id}, or take the dependency out first`,
        details: { cycle: [first, second.id, first] },
      },
    );
  }
  return reordering(second, first);
}

/** Intents that lose: only their owners close them. */
function leftToOwners({ state }: PlanView, request: ChoiceRequest, proposed: string, blocker: string): string[] {
  const loser = { "accept-proposed": blocker, "accept-blocker": proposed }[request.choice as string];
  const intent = loser === undefined ? undefined : state.intent(loser);
  return intent ? [`${intent.agent} closes ${intent.id}: foremerge intent discard ${intent.id} --reason TEXT`] : [];
}
