// A resolving run over one or more conflicts (spec 4.5): strategies, free words, skips, and the result of it all. The
// walk in a terminal, a dialogue file and `--strategy` are three ways to drive the same run.
import { ForemergeError } from "../errors.ts";
import { type PlanTree, planTree } from "../plan/tree.ts";
import type { Choice, DialogueEntry } from "../resolve/dialogue.ts";
import { prepareEdits, previewOf } from "../resolve/prepare.ts";
import { playRound } from "../resolve/questions.ts";
import { type Ending, leftItem, type ResolveResult, resultOf } from "../resolve/result.ts";
import type { Strategy } from "../resolve/strategy.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Conflict } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { type Described, describeConflict, questionsOf } from "./describe-conflict.ts";
import { resolveId } from "./ids.ts";
import { held } from "./plan-change.ts";
import { loadPlans } from "./plan-files.ts";
import { proposedTask } from "./proposed-in.ts";
import type { Session } from "./session.ts";
import { openConflict, requireReason, settledBy } from "./settle.ts";
import {
  pickStrategy,
  type StrategyOutcome,
  type StrategyRequest,
  settleWithStrategy,
} from "./settle-with-strategy.ts";
import { bySeverity } from "./severity-order.ts";
import { settleByAction } from "./strategy-action.ts";
import { groundOf } from "./undo-folder.ts";

/** What a run is told once. */
export interface RunOptions {
  readonly apply: boolean;
  readonly partial: boolean;
  readonly reason: string | undefined;
}

export interface ResolveRun {
  readonly sessionId: string;
  readonly endings: Ending[];
  readonly options: RunOptions;
  readonly tree: PlanTree;
  /** Some open conflict is between plan tasks. */
  readonly hasTasks: boolean;
}

/** Opens a run. Plans are read only when a conflict between tasks is open. */
export async function openRun(session: Session, options: RunOptions): Promise<ResolveRun> {
  const state = session.state();
  const hasTasks = state.openConflicts().some((conflict) => proposedTask(conflict) !== undefined);
  const tree = hasTasks ? held((await loadPlans(session)).tree, state).tree : planTree([]);
  if (options.reason !== undefined) requireReason(options.reason);
  return { sessionId: newId("res", session.now), endings: [], options, tree, hasTasks };
}

/** True when a run leaves nothing undone: what was agreed counts as done. */
export const isFinished = (run: ResolveRun): boolean => run.endings.every(isDone);

const isDone = (ending: Ending): boolean =>
  ending.kind === "resolved" || ending.item.status === "custom" || ending.item.status === "coordinating";

/** What the edits of a strategy would do to the files as they are now. Reads, writes nothing. */
export function previewEdits(session: Session, strategy: Strategy): Preview {
  const prepared = prepareEdits(groundOf(session), strategy.modifications);
  return {
    text: previewOf(prepared),
    files: prepared.changes.map(({ file }) => file.path),
    fails: prepared.edits.some(({ state }) => state === "failed"),
  };
}

export interface Preview {
  readonly text: string;
  readonly files: readonly string[];
  readonly fails: boolean;
}

/** A conflict by id, open or not. @throws NOT_FOUND, AMBIGUOUS_ID */
export function findConflict(state: State, typed: string): Conflict {
  const conflict = state.conflict(resolveId(state, typed, "cfl"));
  if (conflict) return conflict;
  throw new ForemergeError("NOT_FOUND", `no conflict ${typed}`, {
    hint: "foremerge conflicts list shows those of this ledger",
  });
}

export const resultOfRun = (session: Session, run: ResolveRun): ResolveResult =>
  resultOf(run.sessionId, session.now, run.endings);

/** Open conflicts as a walk meets them: worst first. */
export function openToResolve(state: State): readonly Conflict[] {
  return [...state.openConflicts()].sort(bySeverity);
}

/** The description of a conflict as this run sees it. */
export const describedIn = (run: ResolveRun, state: State, conflict: Conflict): Described =>
  describeConflict(state, conflict, run.tree);

/** Chooses a strategy for a conflict; between plan tasks the choice may write into the nodes. */
export async function runStrategy(
  session: Session,
  run: ResolveRun,
  asked: Pick<StrategyRequest, "conflictId" | "pick" | "rounds"> & Partial<Pick<StrategyRequest, "apply" | "reason">>,
): Promise<StrategyOutcome> {
  const request = { ...run.options, resultId: `${run.sessionId}.${run.endings.length + 1}`, ...asked };
  const acted = run.hasTasks ? await settleByAction(session, request, run.tree) : undefined;
  const outcome = acted ?? settleWithStrategy(session, request, run.tree);
  run.endings.push(outcome.ending);
  return outcome;
}

/** Puts what was agreed in free words on record: COORDINATING, listed under custom. */
export function runCustom(
  session: Session,
  run: ResolveRun,
  conflictId: string,
  text: string,
): { readonly conflict: Conflict; readonly asOf: number } {
  const note = requireReason(text, "--custom");
  const { result } = session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => {
    const conflict = openConflict(state, conflictId);
    const by = settledBy(session);
    const events: NewEvent[] = [
      { type: "strategy.chosen", data: { conflict_id: conflict.id, name: note, custom: true, by } },
      { type: "conflict.coordinating", data: { conflict_id: conflict.id, note, by, agent: session.who.agent } },
    ];
    const { description } = describedIn(run, state, conflict);
    const ending: Ending = {
      kind: "left",
      item: leftItem(description, "custom", { note }),
      constraints: [],
      failed: [],
    };
    const coordinated: Conflict = {
      ...conflict,
      status: "COORDINATING",
      notes: [...conflict.notes, { text: note, agent: session.who.agent, at: session.now.toISOString() }],
    };
    return { events, result: { conflict: coordinated, ending, asOf: state.asOf + events.length } };
  });
  run.endings.push(result.ending);
  return result;
}

/** Leaves a conflict for later; nothing is written. */
export function runSkip(session: Session, run: ResolveRun, conflictId: string): void {
  const state = session.ledger().read();
  const conflict = openConflict(state, conflictId);
  const { description } = describedIn(run, state, conflict);
  run.endings.push({ kind: "left", item: leftItem(description, "skipped"), constraints: [], failed: [] });
}

/**
 * Puts one answer on record before anything is settled, so that a dialogue which is broken off loses nothing.
 * @throws INVALID_INPUT for an answer that does not count
 */
export function recordAnswer(
  session: Session,
  run: ResolveRun,
  conflictId: string,
  pick: string,
  given: { readonly question: string; readonly answer: string },
  round: number,
): void {
  session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => {
    const conflict = openConflict(state, conflictId);
    const { story, description } = describedIn(run, state, conflict);
    const strategy = pickStrategy(description.strategies, pick);
    const recorded = conflict.answers.map(({ question, answer, round }) => ({ question, answer, round }));
    const { fresh } = playRound(questionsOf(story, strategy), recorded, [given]);
    const events = fresh.map(
      ({ question, answer }): NewEvent => ({
        type: "clarification.answered",
        data: { conflict_id: conflict.id, question, answer, round },
      }),
    );
    return { events, result: undefined };
  });
}

/** Plays a whole dialogue. Every entry is looked at before the first is carried out. */
export async function runDialogue(
  session: Session,
  run: ResolveRun,
  entries: readonly DialogueEntry[],
): Promise<ReadonlyMap<string, string>> {
  const state = session.state();
  const ids = new Map<string, string>();
  for (const { conflictId, choice, rounds } of entries) {
    const conflict = openConflict(state, conflictId);
    if ([...ids.values()].includes(conflict.id)) {
      throw new ForemergeError("INVALID_INPUT", `${conflict.id} comes twice in the dialogue`);
    }
    ids.set(conflictId, conflict.id);
    checkEntry(run, state, conflict, choice, rounds);
  }
  for (const { conflictId, choice, rounds } of entries) {
    try {
      if (choice.kind === "strategy") await runStrategy(session, run, { conflictId, pick: choice.name, rounds });
      else if (choice.kind === "custom") runCustom(session, run, conflictId, choice.text);
      else runSkip(session, run, conflictId);
    } catch (error) {
      // What went before is done; the result has to say so, and what stood in the way of this one.
      if (!(error instanceof ForemergeError) || error.exit !== 1) throw error;
      const conflict = session
        .ledger()
        .read()
        .conflict(ids.get(conflictId) ?? conflictId);
      if (!conflict) throw error;
      const { description } = describedIn(run, state, conflict);
      const item = leftItem(description, "unresolved", { note: error.message });
      run.endings.push({ kind: "left", item, constraints: [], failed: [] });
    }
  }
  return ids;
}

function checkEntry(
  run: ResolveRun,
  state: State,
  conflict: Conflict,
  choice: Choice,
  rounds: DialogueEntry["rounds"],
): void {
  if (choice.kind !== "strategy") return;
  const { story, description } = describedIn(run, state, conflict);
  const asked = questionsOf(story, pickStrategy(description.strategies, choice.name));
  for (const round of rounds) playRound(asked, [], round);
}
