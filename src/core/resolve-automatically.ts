// resolve --auto (spec 4.6): settle what an order or a clean merge settles, and put the question for the rest. Trial
// merges come first and outside the lock; the decisions are then taken on the newest state and written together.
import type { Settings, StrategyName } from "../config/settings.ts";
import { ForemergeError, invalidInput } from "../errors.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Conflict, Intent, MergeAttempt, SettledBy } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { afterFailedMerge, chooseStrategy, mergeBarrier, parseStrategy } from "./choose-strategy.ts";
import type { AutoResolutionDocument, AutoResult } from "./documents-merge.ts";
import { questionFor } from "./escalation-question.ts";
import { resolveId } from "./ids.ts";
import { isOpen } from "./recording.ts";
import type { Session } from "./session.ts";
import { openConflict, settledBy } from "./settle.ts";
import { type PairAnswer, pairKey, type TrialMerge, tryMerges } from "./trial-merge.ts";
import {
  compareOrder,
  declaresToWait,
  type OrderedPair,
  orderAskedFor,
  orderWork,
  type WorkOrder,
} from "./work-order.ts";

export interface AutoRequest {
  /** One conflict; undefined: all that are open. */
  readonly id: string | undefined;
  /** `--strategy`, in any case. */
  readonly strategy: string | undefined;
  /** `--first`: the intent that goes first, with SERIALIZE asked for by name. */
  readonly first?: string | undefined;
}

/** A conflict with its two intents. */
interface Case {
  readonly conflict: Conflict;
  readonly a: Intent;
  readonly b: Intent;
}

const TRIES = 3;

/** Settles, orders or escalates. @throws INVALID_INPUT, NOT_FOUND, ALREADY_SETTLED, INVALID_STATE, CONFIG_INVALID, GIT_FAILED */
export async function resolveAutomatically(session: Session, request: AutoRequest): Promise<AutoResolutionDocument> {
  const explicit = request.strategy === undefined ? undefined : parseStrategy(request.strategy);
  if (request.first !== undefined && (explicit !== "SERIALIZE" || request.id === undefined)) {
    throw invalidInput(
      "--first says who goes first in one order",
      "write resolve --auto ID --strategy serialize --first ID",
    );
  }
  // Settings that cannot be read are refused also where nothing is open: a mistake should not wait for a conflict.
  const { resolution } = session.settings;
  let state = session.state();
  for (let tries = 1; ; tries++) {
    const answers = await answersFor(session, state, casesOf(state, request), resolution, explicit);
    const written = session.ledger().transact({ actor: session.who.agent, at: session.now }, (newest) => {
      const cases = casesOf(newest, request);
      const stale = cases.some((one) => !isStillTrue(answers, one));
      if (stale && tries < TRIES) return { events: [], result: undefined };
      const decided = new AutoDecision(session, newest, explicit, answers, request.first);
      const waiting = cases.filter((one) => request.id === undefined && explicit === undefined && isWaiting(one));
      for (const one of cases) if (!waiting.includes(one)) decided.decide(one);
      return { events: decided.events, result: { results: decided.results, waiting: waiting.length } };
    });
    if (written.result !== undefined) return documentOf(written.result, written.state.asOf);
    state = written.state;
  }
}

function documentOf(
  { results, waiting }: { readonly results: readonly AutoResult[]; readonly waiting: number },
  asOf: number,
): AutoResolutionDocument {
  return {
    schema: "foremerge.auto-resolution/1",
    as_of_event: asOf,
    results,
    waiting,
    escalated: results.filter(({ strategy }) => strategy === "ESCALATE").length,
  };
}

/** The open conflicts between two intents that are asked about. */
function casesOf(state: State, { id }: AutoRequest): Case[] {
  if (id === undefined) return state.openConflicts().flatMap((conflict) => caseOf(state, conflict) ?? []);
  const conflict = openConflict(state, id);
  const one = caseOf(state, conflict);
  if (one !== undefined) return [one];
  const tasks = conflict.record !== undefined;
  throw new ForemergeError("INVALID_STATE", `${conflict.id} is no conflict between two intents`, {
    hint: tasks ? `foremerge arbitrate ${conflict.id}` : `foremerge resolve ${conflict.id} --reason TEXT`,
  });
}

function caseOf(state: State, conflict: Conflict): Case | undefined {
  if (!isOpen(conflict) || conflict.source_intent_id === conflict.target_intent_id) return undefined;
  const a = state.intent(conflict.source_intent_id);
  const b = state.intent(conflict.target_intent_id);
  if (a === undefined || b === undefined || a.status === "DISCARDED" || b.status === "DISCARDED") return undefined;
  return { conflict, a, b };
}

/** Put in order before, and the first has not landed yet: nothing to do. */
const isWaiting = ({ conflict, a, b }: Case): boolean =>
  conflict.ordered !== undefined && a.status !== "ACCEPTED" && b.status !== "ACCEPTED";

interface Answers {
  readonly byPair: ReadonlyMap<string, PairAnswer>;
  /** States and heads that the answers were made for. */
  readonly madeFor: ReadonlyMap<string, string>;
}

const standing = ({ a, b }: Case): string => `${a.status} ${a.head} ${b.status} ${b.head}`;
const keyOf = ({ a, b }: Case): string => pairKey(...(inPublishedOrder(a, b).map(({ id }) => id) as [string, string]));

function isStillTrue(answers: Answers, one: Case): boolean {
  const made = answers.madeFor.get(keyOf(one));
  return made === undefined || made === standing(one);
}

/** The side that was published first comes first: its import lines do, too, where lines are united. */
function inPublishedOrder(a: Intent, b: Intent): [Intent, Intent] {
  return compareOrder(a.order, b.order) <= 0 ? [a, b] : [b, a];
}

/** Trial merges for every case whose choice hangs on one. */
async function answersFor(
  session: Session,
  state: State,
  cases: readonly Case[],
  resolution: Settings["resolution"],
  explicit: StrategyName | undefined,
): Promise<Answers> {
  const wanted = new Map<string, Case>();
  for (const one of cases) {
    if (mergeBarrier(one.conflict) !== undefined) continue;
    let asked = false;
    const merge = () => {
      asked = true;
      return { confidence: 1, because: "" };
    };
    const facts = { explicit, sequenced: isSequenced(state, one), merge };
    const { strategy } = chooseStrategy(one.conflict, resolution, facts);
    if (asked || strategy === "MERGE") wanted.set(keyOf(one), one);
  }
  const root = session.repository?.root;
  const madeFor = new Map([...wanted].map(([key, one]) => [key, standing(one)]));
  if (root === undefined || wanted.size === 0) return { byPair: new Map(), madeFor };
  const attempts = new Map<string, MergeAttempt>();
  for (const { a, b } of wanted.values()) {
    for (const { merges } of [...state.conflictsOf(a.id), ...state.conflictsOf(b.id)]) {
      for (const attempt of merges) attempts.set([...attempt.commits].sort().join(" "), attempt);
    }
  }
  const requests = [...wanted.values()].map((one) => {
    const [a, b] = inPublishedOrder(one.a, one.b);
    return { a, b };
  });
  const byPair = await tryMerges(root, session.settings.base, requests, (commits) =>
    attempts.get([...commits].sort().join(" ")),
  );
  return { byPair, madeFor };
}

const isSequenced = (state: State, { a, b }: Case): boolean =>
  a.status === "ACCEPTED" ||
  b.status === "ACCEPTED" ||
  declaresToWait(state, a.id, b.id) ||
  declaresToWait(state, b.id, a.id);

/** The decisions of one write. */
class AutoDecision {
  readonly events: NewEvent[] = [];
  readonly results: AutoResult[] = [];
  private readonly fresh: OrderedPair[] = [];
  private readonly session: Session;
  private readonly state: State;
  private readonly explicit: StrategyName | undefined;
  private readonly answers: Answers;
  private readonly by: SettledBy;
  private readonly first: string | undefined;

  constructor(
    session: Session,
    state: State,
    explicit: StrategyName | undefined,
    answers: Answers,
    first: string | undefined,
  ) {
    this.first = first === undefined ? undefined : resolveId(state, first, "int");
    this.session = session;
    this.state = state;
    this.explicit = explicit;
    this.answers = answers;
    this.by = explicit === undefined ? "auto" : settledBy(session);
  }

  decide(one: Case): void {
    const { conflict } = one;
    const settings = this.session.settings.resolution;
    const asked = conflict.escalation?.by;
    if (this.explicit === undefined && asked !== undefined && asked !== "auto") {
      this.escalate(one, "a person was asked, and has not answered yet");
      return;
    }
    const answer = this.answerFor(one);
    const choice = chooseStrategy(conflict, settings, {
      explicit: this.explicit,
      sequenced: isSequenced(this.state, one),
      merge: () => ("trial" in answer ? answer.trial : { confidence: 0, because: answer.notReady }),
    });
    if ("trial" in answer) this.record(conflict, answer.trial);
    const trial = "trial" in answer ? answer.trial : undefined;
    if (choice.strategy === "SERIALIZE") this.serialize(one, choice.reason, trial);
    else if (choice.strategy === "ESCALATE") this.escalate(one, choice.reason, trial);
    else if (trial?.clean && trial.confidence > 0) this.merge(one, choice.reason, trial);
    else this.fallBack(one, trial?.because ?? ("notReady" in answer ? answer.notReady : ""), trial);
  }

  /** The trial that may count for this conflict, or why there is none. */
  private answerFor(one: Case): PairAnswer {
    const barrier = mergeBarrier(one.conflict);
    if (barrier !== undefined) return { notReady: barrier };
    const answer = this.answers.byPair.get(keyOf(one));
    if (answer === undefined || !isStillTrue(this.answers, one)) return { notReady: "there is nothing to merge" };
    if (!("trial" in answer) || isKnown(one.conflict, answer.trial)) return answer;
    const most = this.session.settings.resolution.max_merge_attempts;
    const tried = new Set(one.conflict.merges.map(({ commits }) => [...commits].sort().join(" "))).size;
    return tried < most ? answer : { notReady: `it was tried with ${tried} pairs of commits (max_merge_attempts)` };
  }

  private record(conflict: Conflict, trial: TrialMerge): void {
    if (isKnown(conflict, trial)) return;
    this.events.push({
      type: "merge.attempted",
      data: {
        conflict_id: conflict.id,
        commits: trial.commits,
        clean: trial.clean,
        confidence: trial.confidence,
        ...(trial.tree === undefined ? {} : { tree: trial.tree }),
        united_files: trial.united.map(({ path }) => path),
      },
    });
  }

  private merge(one: Case, reason: string, trial: TrialMerge): void {
    const [x, y] = trial.commits.map((commit) => commit.slice(0, 12));
    const united =
      trial.united.length === 0 ? "" : `; import lines united in ${trial.united.map(({ path }) => path).join(", ")}`;
    const resolution = `git merges ${x} and ${y} (tree ${trial.tree?.slice(0, 12)})${united}`;
    const told = reason.includes(trial.because) ? reason : `${reason}: ${trial.because}`;
    this.settle(one.conflict, "MERGE", resolution, told);
    this.tell(one, { strategy: "MERGE", reason: told, status: "RESOLVED" }, trial);
  }

  private fallBack(one: Case, because: string, trial: TrialMerge | undefined): void {
    const next = afterFailedMerge(one.conflict, this.session.settings.resolution);
    const reason = `no merge: ${because}`;
    if (next === "SERIALIZE") this.serialize(one, reason, trial);
    else this.escalate(one, reason, trial);
  }

  private serialize(one: Case, reason: string, trial?: TrialMerge): void {
    const { conflict } = one;
    const found =
      this.first === undefined ? orderWork(this.state, conflict, one.a, one.b, this.fresh) : this.asked(one);
    if (found === undefined) {
      this.escalate(one, `${reason}, but each of the two is to wait for the other`, trial);
      return;
    }
    const [first, second] = found.order;
    this.fresh.push(found.order);
    const same = conflict.ordered?.[0] === first && conflict.ordered[1] === second;
    if (!same) {
      this.events.push({
        type: "conflict.coordinating",
        data: {
          conflict_id: conflict.id,
          ordered: found.order,
          strategy: "SERIALIZE",
          by: this.by,
          agent: this.session.who.agent,
        },
      });
    }
    const told = `${reason}; ${because(found)}`;
    const waits = conflict.severity === "HIGH" && found.because !== "landed";
    if (!waits) this.settle(conflict, "SERIALIZE", `${first} first, then ${second}`, told);
    this.tell(
      one,
      { strategy: "SERIALIZE", reason: told, order: found.order, status: waits ? "COORDINATING" : "RESOLVED" },
      trial,
    );
  }

  /** The order of `--first`. @throws INVALID_INPUT for an intent that takes no part, INVALID_STATE for a ring */
  private asked({ conflict, a, b }: Case): WorkOrder {
    const first = this.first;
    if (first !== a.id && first !== b.id) {
      throw invalidInput(`--first ${first} takes no part in ${conflict.id}`, `write ${a.id} or ${b.id}`);
    }
    const [other] = [a.id, b.id].filter((id) => id !== first);
    const found = orderAskedFor(this.state, conflict, first, other as string, this.fresh);
    if (found !== undefined) return found;
    throw new ForemergeError("INVALID_STATE", `${first} waits for ${other} already, so it cannot go first`, {
      hint: `foremerge intent show ${first} tells what it depends on`,
      details: { cycle: [first, other] },
    });
  }

  private escalate(one: Case, reason: string, trial?: TrialMerge): void {
    const { conflict } = one;
    const { question, options, alike } = questionFor(this.state, conflict, one.a, one.b, trial);
    if (conflict.escalation === undefined) {
      const asked = { by: this.by, agent: this.session.who.agent };
      this.events.push({ type: "conflict.escalated", data: { conflict_id: conflict.id, question, options, ...asked } });
    }
    const put = conflict.escalation ?? { question, options };
    this.tell(
      one,
      { strategy: "ESCALATE", reason, status: conflict.status, question: put.question, options: put.options, alike },
      trial,
    );
  }

  private settle(conflict: Conflict, strategy: StrategyName, resolution: string, reason: string): void {
    const agent = this.session.who.agent;
    const id = newId("dec", this.session.now);
    // An order of a HIGH settles it when its first has landed, whoever put it in order (spec 4.6).
    const by = conflict.severity === "HIGH" && strategy === "SERIALIZE" ? "auto" : this.by;
    const decision = { id, as: "resolved", resolution, reason, agent, by, strategy } as const;
    this.events.push({ type: "conflict.resolved", data: { conflict_id: conflict.id, decision } });
  }

  private tell(one: Case, result: Omit<AutoResult, "conflict_id" | "by">, trial: TrialMerge | undefined): void {
    const merge = trial && {
      commits: trial.commits,
      clean: trial.clean,
      confidence: trial.confidence,
      ...(trial.tree === undefined ? {} : { tree: trial.tree }),
      conflicts: trial.conflicts,
      united: trial.united,
      ...(trial.cached ? { cached: true } : {}),
    };
    this.results.push({ conflict_id: one.conflict.id, ...result, by: this.by, ...(merge ? { merge } : {}) });
  }
}

const isKnown = (conflict: Conflict, { commits: [a, b] }: TrialMerge): boolean =>
  conflict.merges.some(({ commits }) => commits.includes(a) && commits.includes(b));

function because({ because: why, order: [first] }: WorkOrder): string {
  if (why === "landed") return `${first} has landed`;
  if (why === "asked") return `${first} first, as asked for`;
  if (why === "dependency") return `${first} comes first by the order that was agreed`;
  return why === "claim" ? `${first} claimed first` : `${first} by id`;
}

/** Refuses `--auto` that names nothing or too much. @throws INVALID_INPUT */
export function autoRequest(
  id: string | undefined,
  all: boolean,
  strategy: string | undefined,
  first?: string | undefined,
): AutoRequest {
  if (id !== undefined && all) throw invalidInput(`--all and ${id} ask for different things`, "write one of them");
  if (id === undefined && !all) {
    throw invalidInput("--auto needs to know which conflict", "write foremerge resolve --auto ID, or --auto --all");
  }
  return { id, strategy, first };
}
