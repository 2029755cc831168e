// The steps of an intent end to end: read what git and the plans say, decide under the lock, append, and answer with
// the intent as it is then. The rules are in lifecycle.ts, adopt.ts and assess.ts.
import { ForemergeError } from "../errors.ts";
import type { NewEvent } from "../store/event.ts";
import type { Assessment, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { decideAdopt } from "./adopt.ts";
import { decideAssess, type Judgement } from "./assess.ts";
import type { IntentDocument } from "./documents.ts";
import type { DriftDocument } from "./drift.ts";
import { requireIntent } from "./ids.ts";
import { showIntent } from "./inspect.ts";
import { type AcceptRequest, decideAccept, decideFinish, decideStart, type Step } from "./lifecycle.ts";
import { requireOwner } from "./ownership.ts";
import type { Session } from "./session.ts";
import { requireReason } from "./settle.ts";
import { taskStep } from "./task-of-intent.ts";
import { groundsOf, mergedWork, standingOf } from "./work-commits.ts";

/** Runs one step under the lock; the document shows the intent after it. */
function take<T extends Pick<Step, "events" | "intent" | "warnings">>(
  session: Session,
  decide: (state: State) => T,
  extra: (step: T) => Readonly<Record<string, unknown>> = () => ({}),
): IntentDocument {
  const by = { actor: session.who.agent, at: session.now };
  const { result: step, state } = session.ledger().transact(by, (now) => {
    const decided = decide(now);
    return { events: decided.events, result: decided };
  });
  for (const warning of step.warnings) session.warn(warning);
  return { ...showIntent(session, state, step.intent.id), warnings: step.warnings, ...extra(step) };
}

const and = <T extends Pick<Step, "events">>(step: T, more: readonly NewEvent[]): T => ({
  ...step,
  events: [...step.events, ...more],
});

/** @throws NOT_FOUND, NOT_OWNER, INVALID_STATE */
export async function startIntent(session: Session, typed: string): Promise<IntentDocument> {
  const task = await taskStep(session, requireIntent(session.state(), typed), "active");
  return take(session, (state) => and(decideStart(session, requireIntent(state, typed)), task(state)));
}

export interface Finished {
  readonly document: IntentDocument;
  /** What was declared against what was done; undefined when it could not be looked at. */
  readonly drift: DriftDocument | undefined;
}

/** Records the head commit and the drift, and lets go of the locks. @throws NOT_FOUND, NOT_OWNER, INVALID_STATE */
export async function finishIntent(session: Session, typed: string): Promise<Finished> {
  const intent = requireIntent(session.state(), typed);
  requireOwner(session, intent, "finish");
  const head = headOf(session, intent);
  const drift = await driftFor(session, intent);
  const document = take(session, (state) =>
    decideFinish(session, state, requireIntent(state, typed), { head, drift: drift && recordOf(drift) }),
  );
  if (drift === undefined) return { document, drift };
  const { schema: _schema, as_of_event: _read, intent_id: _id, ...shown } = drift;
  return { document: { ...document, drift: shown }, drift };
}

/** The newest commit of its work; what is checked out here where its own branch and worktree are not. */
function headOf({ repository, settings }: Session, intent: Intent): string | undefined {
  if (!repository) return undefined;
  return standingOf(groundsOf(repository.root, settings.base), intent).head ?? repository.head;
}

/** Drift never keeps anybody from finishing: what git cannot say is a warning. */
async function driftFor(session: Session, intent: Intent): Promise<DriftDocument | undefined> {
  if (!session.repository) return undefined;
  const { driftOf } = await import("./drift.ts");
  try {
    return await driftOf(session, session.state(), intent);
  } catch (error) {
    if (!(error instanceof ForemergeError)) throw error;
    session.warn(`drift not assessed: ${error.message}`);
    return undefined;
  }
}

/** At most so many of each list are kept in the ledger. */
const MOST = 100;

/** What the ledger keeps of a drift: the scopes, bounded, and how many there were. */
function recordOf(drift: DriftDocument): Readonly<Record<string, unknown>> {
  const scopes = (list: readonly { kind: string; key: string }[]): string[] =>
    list.slice(0, MOST).map(({ kind, key }) => `${kind}:${key}`);
  return {
    undeclared: scopes(drift.undeclared),
    untouched: scopes(drift.untouched),
    destructive: scopes(drift.destructive),
    counts: {
      undeclared: drift.undeclared.length,
      untouched: drift.untouched.length,
      destructive: drift.destructive.length,
    },
    assessment: drift.assessment,
  };
}

/** @throws NOT_FOUND, INVALID_INPUT, NOT_OWNER, INVALID_STATE, OPEN_CONFLICTS */
export async function acceptIntent(session: Session, typed: string, request: AcceptRequest): Promise<IntentDocument> {
  const reason = request.reason === undefined ? undefined : requireReason(request.reason);
  const intent = requireIntent(session.state(), typed);
  if (request.merged) requireMerged(session, intent);
  const task = await taskStep(session, intent, "done");
  return take(
    session,
    (state) => and(decideAccept(session, state, requireIntent(state, typed), { ...request, reason }), task(state)),
    ({ overridden, fulfilled }) => ({ overridden, fulfilled }),
  );
}

/** @throws NOT_OWNER, INVALID_STATE when the base branch does not hold the work */
function requireMerged(session: Session, intent: Intent): void {
  requireOwner(session, intent, "accept");
  const head = intent.head ?? headOf(session, intent);
  const work = head === undefined ? intent : { ...intent, head };
  if (mergedWork(session, [work]).length > 0) return;
  const at = head === undefined ? "" : ` (head ${head.slice(0, 12)})`;
  throw new ForemergeError("INVALID_STATE", `the base branch does not hold the work of ${intent.id}${at}`, {
    hint: `finish and accept it: foremerge intent finish ${intent.id}; base in .foremerge.yaml names the branch, git fetch brings it up to date`,
    details: { head: head ?? null },
  });
}

/** @throws NOT_FOUND, INVALID_INPUT (blank reason), INVALID_STATE */
export function adoptIntent(session: Session, typed: string, reasonGiven: string | undefined): IntentDocument {
  const reason = requireReason(reasonGiven);
  return take(
    session,
    (state) => decideAdopt(session, state, requireIntent(state, typed), reason),
    ({ recorded }) => ({ recorded }),
  );
}

export interface AssessmentDocument {
  readonly schema: "foremerge.assessment/1";
  readonly as_of_event: number;
  readonly assessment: Assessment;
}

/** @throws NOT_FOUND, INVALID_INPUT, NOT_OWNER */
export function assess(
  session: Session,
  own: string,
  other: string,
  judgement: Omit<Judgement, "reason"> & { readonly reason: string | undefined },
): AssessmentDocument {
  const reason = requireReason(judgement.reason);
  const by = { actor: session.who.agent, at: session.now };
  const { result, state } = session.ledger().transact(by, (now) => {
    const { event, assessment } = decideAssess(session, requireIntent(now, own), requireIntent(now, other), {
      ...judgement,
      reason,
    });
    return { events: [event], result: assessment };
  });
  return { schema: "foremerge.assessment/1", as_of_event: state.asOf, assessment: result };
}
