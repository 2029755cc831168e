// Choosing a strategy for one conflict (spec 4.5): its questions, its edits, and the settlement, in one step of the
// ledger. Nothing is settled while a question is open or an edit fails.
import { invalidInput } from "../errors.ts";
import { nearest } from "../nearest.ts";
import type { PlanTree } from "../plan/tree.ts";
import { abandon, closeJournal, type Journal, writeAll } from "../resolve/file-changes.ts";
import type { Modification } from "../resolve/modification.ts";
import { type PreparedEdit, prepareEdits } from "../resolve/prepare.ts";
import { type GivenAnswer, MAX_ROUNDS, playRound, type Standing, splitAnswer } from "../resolve/questions.ts";
import {
  type CustomStatus,
  constraintOf,
  type Ending,
  type FailedModification,
  leftItem,
  type PlanningConstraint,
} from "../resolve/result.ts";
import type { Strategy } from "../resolve/strategy.ts";
import type { NewEvent } from "../store/event.ts";
import type { Conflict, Decision, SettledBy } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { type Described, describeConflict, questionsOf } from "./describe-conflict.ts";
import { requireMaySettle } from "./gate.ts";
import type { PlanStepDocument } from "./plan-by-hand.ts";
import type { Session } from "./session.ts";
import { openConflict, settledBy, settlement } from "./settle.ts";
import { groundOf, undoFolder } from "./undo-folder.ts";

/** A way that somebody chose for one conflict. */
export interface StrategyRequest {
  readonly conflictId: string;
  /** Name, id, or number from 1; undefined: the recommended one. */
  readonly pick: string | undefined;
  /** Rounds of answers: `QUESTION=ANSWER` as typed, or taken apart already. */
  readonly rounds: readonly (readonly (string | GivenAnswer)[])[];
  /** Make its edits; without it they are only agreed. */
  readonly apply: boolean;
  /** Make those edits that can be made, and leave the conflict unsettled. */
  readonly partial: boolean;
  readonly reason: string | undefined;
  /** Id of the run, and of this conflict's edits in it. */
  readonly resultId: string;
}

/** What became of it. */
export interface StrategyOutcome {
  readonly ending: Ending;
  readonly described: Described;
  readonly strategy: Strategy;
  readonly standing: Standing;
  /** Null when nothing was settled. */
  readonly decision: Decision | null;
  readonly edits: readonly PreparedEdit[];
  /** Plan nodes that choosing it changed. */
  readonly nodes: PlanStepDocument["nodes"];
  readonly asOf: number;
}

/** The strategy meant by a name, an id or a number from 1. @throws INVALID_INPUT listing the names */
export function pickStrategy(strategies: readonly Strategy[], pick: string): Strategy {
  const wanted = pick.trim().toLowerCase();
  const named = strategies.find(({ name, id }) => name.toLowerCase() === wanted || id.toLowerCase() === wanted);
  const found = named ?? (/^\d+$/.test(wanted) ? strategies[Number(wanted) - 1] : undefined);
  if (found) return found;
  const names = strategies.map(({ name }, i) => `${i + 1} ${name}`);
  throw invalidInput(
    `no strategy ${JSON.stringify(pick)} for this conflict${nearest(
      pick,
      strategies.map(({ name }) => name),
    )}`,
    `choose one of: ${names.join("; ")}`,
    { strategies: strategies.map(({ name }) => name) },
  );
}

/** Chooses a strategy and does what can be done with it. `tree` tells the tasks' words, where tasks take part. */
export function settleWithStrategy(session: Session, request: StrategyRequest, tree?: PlanTree): StrategyOutcome {
  const undo = undoFolder(session.place);
  let journal: Journal | undefined;
  try {
    const { result } = session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => {
      const decided = decide(session, state, request, tree);
      if (decided.write) journal = decided.write(undo);
      return { events: decided.events, result: { ...decided.outcome, asOf: state.asOf + decided.events.length } };
    });
    if (journal) closeJournal(undo, journal, "applied");
    return result;
  } catch (error) {
    if (journal) abandon(undo, journal);
    throw error;
  }
}

interface Decided {
  readonly events: readonly NewEvent[];
  readonly outcome: Omit<StrategyOutcome, "asOf">;
  /** Changes the files; undefined when there are none to change. */
  readonly write?: (undo: string) => Journal;
}

function decide(session: Session, state: State, request: StrategyRequest, tree: PlanTree | undefined): Decided {
  const conflict = openConflict(state, request.conflictId);
  const described = describeConflict(state, conflict, tree);
  const { strategies, recommended } = described.description;
  const strategy =
    request.pick === undefined ? (strategies[recommended] as Strategy) : pickStrategy(strategies, request.pick);
  const by = settledBy(session);
  const standing = answer(described, strategy, request);
  const opening = openingEvents(conflict.id, strategy, standing, by);
  const about = { described, strategy, standing };
  if (standing.open.length > 0) return leave(about, opening, "unresolved", {});
  if (strategy.modifications.length === 0) {
    requireMaySettle(session, state, conflict, by);
    const settled = settle(session, conflict, strategy, request, by);
    return resolved(about, [...opening, settled.event], settled.decision, [], []);
  }
  if (!request.apply) {
    const note = `${strategy.name}: its edits are agreed and not made yet`;
    const event: NewEvent = {
      type: "conflict.coordinating",
      data: { conflict_id: conflict.id, note, strategy: strategy.name, by, agent: session.who.agent },
    };
    return leave(about, [...opening, event], "coordinating", { note });
  }
  requireMaySettle(session, state, conflict, by);
  return withEdits(session, about, opening, request, by);
}

/** What is on record of a choice before anything comes of it: the strategy, and the answers that are new. */
export function openingEvents(id: string, strategy: Strategy, standing: Standing, by: SettledBy): NewEvent[] {
  return [
    { type: "strategy.chosen", data: { conflict_id: id, name: strategy.name, by } },
    ...standing.fresh.map(
      ({ question, answer, round }): NewEvent => ({
        type: "clarification.answered",
        data: { conflict_id: id, question, answer, round },
      }),
    ),
  ];
}

/** Plays the rounds one after the other; a round after the last question was answered is an error of its writer. */
export function answer(
  { story, conflict }: Described,
  strategy: Strategy,
  request: Pick<StrategyRequest, "rounds">,
): Standing {
  const asked = questionsOf(story, strategy);
  let recorded = conflict.answers.map(({ question, answer, round }) => ({ question, answer, round }));
  const fresh: Standing["fresh"][number][] = [];
  const replaced: Standing["replaced"][number][] = [];
  let standing = playRound(asked, recorded, []);
  const before = Math.max(0, ...recorded.map(({ round }) => round));
  for (const [i, round] of request.rounds.slice(0, MAX_ROUNDS).entries()) {
    const given = round.map((entry) => (typeof entry === "string" ? splitAnswer(entry, asked) : entry));
    standing = playRound(asked, recorded, given, before + i + 1);
    recorded = [...recorded, ...standing.fresh];
    fresh.push(...standing.fresh);
    replaced.push(...standing.replaced);
  }
  return { ...standing, fresh, replaced };
}

type About = Pick<StrategyOutcome, "described" | "strategy" | "standing">;

function settle(
  session: Session,
  conflict: Conflict,
  strategy: Strategy,
  request: StrategyRequest,
  by: SettledBy,
): { readonly event: NewEvent; readonly decision: Decision } {
  const reason = request.reason ?? `chose the strategy ${JSON.stringify(strategy.name)}`;
  const how = { reason, as: "resolved" as const, resolution: strategy.name, strategy: strategy.name };
  return settlement(session, conflict, how, by);
}

function resolved(
  about: About,
  events: readonly NewEvent[],
  decision: Decision,
  edits: readonly PreparedEdit[],
  constraints: readonly PlanningConstraint[],
): Decided {
  const { described, strategy, standing } = about;
  const ending: Ending = {
    kind: "resolved",
    item: {
      conflict_id: described.conflict.id,
      strategy_name: strategy.name,
      strategy_approach: strategy.approach,
      clarifications: standing.answers,
      modifications_applied: applied(edits),
    },
    constraints,
  };
  return { events, outcome: { ...about, ending, decision, edits, nodes: [] } };
}

/** Edits that hold now: made by this run, or standing there already. */
const applied = (edits: readonly PreparedEdit[]): Modification[] =>
  edits.flatMap(({ edit, state }) => (state === "change" || state === "already" ? [edit] : []));

interface Left {
  readonly note?: string;
  readonly edits?: readonly PreparedEdit[];
  readonly constraints?: readonly PlanningConstraint[];
  readonly failed?: readonly FailedModification[];
}

function leave(about: About, events: readonly NewEvent[], status: CustomStatus, left: Left): Decided {
  const { described, strategy, standing } = about;
  const item = leftItem(described.description, status, {
    strategy_name: strategy.name,
    ...(standing.open.length > 0 ? { open_questions: standing.open } : {}),
    ...(standing.answers.length > 0 ? { clarifications: standing.answers } : {}),
    ...(left.note === undefined ? {} : { note: left.note }),
  });
  const ending: Ending = { kind: "left", item, constraints: left.constraints ?? [], failed: left.failed ?? [] };
  return { events, outcome: { ...about, ending, decision: null, edits: left.edits ?? [], nodes: [] } };
}

function withEdits(
  session: Session,
  about: About,
  opening: readonly NewEvent[],
  request: StrategyRequest,
  by: SettledBy,
): Decided {
  const { conflict } = about.described;
  const ground = groundOf(session);
  const { edits, changes } = prepareEdits(ground, about.strategy.modifications);
  const failed = edits.flatMap(({ edit, state, reason }) =>
    state === "failed" ? [{ file: edit.file, reason: reason ?? "it could not be made", conflict_id: conflict.id }] : [],
  );
  const constraints = edits.flatMap(({ edit, state }) =>
    state === "missing" ? [constraintOf(conflict.id, edit)] : [],
  );
  const writes = failed.length === 0 || request.partial;
  const record: NewEvent = {
    type: "modifications.applied",
    data: {
      conflict_id: conflict.id,
      result_id: request.resultId,
      applied: writes ? applied(edits).map((edit) => ({ ...edit })) : [],
      failed: failed.map(({ file, reason }) => ({ file, reason })),
    },
  };
  const write = (undo: string): Journal =>
    writeAll(undo, {
      id: request.resultId,
      ground,
      at: session.now,
      about: { conflict: conflict.id },
      changes,
    });
  const change = writes && changes.length > 0 ? { write } : {};
  if (failed.length > 0) {
    return { ...leave(about, [...opening, record], "failed", { edits, constraints, failed }), ...change };
  }
  const settled = settle(session, conflict, about.strategy, request, by);
  return {
    ...resolved(about, [...opening, record, settled.event], settled.decision, edits, constraints),
    ...change,
  };
}
