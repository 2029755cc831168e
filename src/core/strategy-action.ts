// Strategies between plan tasks whose choice is an action: a person's decision that is written into the nodes, or what
// the arbiter says (spec 4.4, 4.5).
import type { PlanTree } from "../plan/tree.ts";
import type { Ending } from "../resolve/result.ts";
import { leftItem } from "../resolve/result.ts";
import type { StrategyAction } from "../resolve/strategy.ts";
import { arbitrateConflict } from "./arbitrate.ts";
import { describeConflict } from "./describe-conflict.ts";
import { requireMaySettle } from "./gate.ts";
import { choose } from "./person-choice.ts";
import type { Session } from "./session.ts";
import { openConflict, settledBy } from "./settle.ts";
import {
  answer,
  openingEvents,
  pickStrategy,
  type StrategyOutcome,
  type StrategyRequest,
} from "./settle-with-strategy.ts";

type Chosen = Omit<StrategyOutcome, "ending" | "decision" | "edits" | "nodes" | "asOf">;

/**
 * Carries the action of the chosen strategy out. Undefined when it has none, or when questions are still open: then
 * `settleWithStrategy` is the one to ask.
 */
export async function settleByAction(
  session: Session,
  request: StrategyRequest,
  tree: PlanTree,
): Promise<StrategyOutcome | undefined> {
  const chosen = chosenIn(session, request, tree);
  const action = chosen?.strategy.action;
  if (!chosen || !action) return undefined;
  const { conflict } = chosen.described;
  session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => {
    const by = settledBy(session);
    const open = openConflict(state, conflict.id);
    if (action.kind === "choose") requireMaySettle(session, state, open, by);
    return { events: openingEvents(open.id, chosen.strategy, chosen.standing, by), result: undefined };
  });
  const reason = request.reason ?? `chose the strategy ${JSON.stringify(chosen.strategy.name)}`;
  return action.kind === "choose" ? byChoice(session, chosen, action, reason) : byArbiter(session, chosen);
}

function chosenIn(session: Session, request: StrategyRequest, tree: PlanTree): Chosen | undefined {
  const state = session.ledger().read();
  const described = describeConflict(state, openConflict(state, request.conflictId), tree);
  const { strategies, recommended } = described.description;
  const strategy = request.pick === undefined ? strategies[recommended] : pickStrategy(strategies, request.pick);
  if (!strategy?.action) return undefined;
  const standing = answer(described, strategy, request);
  return standing.open.length > 0 ? undefined : { described, strategy, standing };
}

async function byChoice(
  session: Session,
  chosen: Chosen,
  action: Extract<StrategyAction, { kind: "choose" }>,
  reason: string,
): Promise<StrategyOutcome> {
  const { described, strategy, standing } = chosen;
  const conflictId = described.conflict.id;
  const first = action.choice === "sequential" ? action.first : undefined;
  const { decision, nodes, asOf } = await choose(session, { conflictId, choice: action.choice, first, reason });
  const ending: Ending = {
    kind: "resolved",
    item: {
      conflict_id: conflictId,
      strategy_name: strategy.name,
      strategy_approach: strategy.approach,
      clarifications: standing.answers,
      modifications_applied: [],
    },
    constraints: [],
  };
  return { ...chosen, ending, decision, edits: [], nodes, asOf };
}

async function byArbiter(session: Session, chosen: Chosen): Promise<StrategyOutcome> {
  const { described, strategy } = chosen;
  const { outcome, reason, nodes, as_of_event } = await arbitrateConflict(session, described.conflict.id, true);
  const status = outcome === "escalate" ? "unresolved" : "coordinating";
  const item = leftItem(described.description, status, { strategy_name: strategy.name, note: `${outcome}: ${reason}` });
  const ending: Ending = { kind: "left", item, constraints: [], failed: [] };
  return { ...chosen, ending, decision: null, edits: [], nodes, asOf: as_of_event ?? 0 };
}
