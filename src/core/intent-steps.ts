// The steps of an intent end to end: read what git says, decide under the lock, append, and answer with the intent as
// it is then. The rules are in lifecycle.ts, adopt.ts and assess.ts.
import { ForemergeError } from "../errors.ts";
import type { Assessment } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { decideAdopt } from "./adopt.ts";
import { decideAssess, type Judgement } from "./assess.ts";
import type { IntentDocument } from "./documents.ts";
import { requireIntent } from "./ids.ts";
import { showIntent } from "./inspect.ts";
import { type AcceptRequest, decideAccept, decideFinish, decideStart, type Step } from "./lifecycle.ts";
import type { Session } from "./session.ts";
import { requireReason } from "./settle.ts";
import { mergedWork, standingOf } from "./work-commits.ts";

type Decide<T extends Step> = (state: State) => T;

/** Runs one step under the lock; the document shows the intent after it. */
function take<T extends Pick<Step, "events" | "intent" | "warnings">>(
  session: Session,
  decide: Decide<T & Step>,
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

/** @throws NOT_FOUND, NOT_OWNER, INVALID_STATE */
export const startIntent = (session: Session, typed: string): IntentDocument =>
  take(session, (state) => decideStart(session, requireIntent(state, typed)));

/** Records the head commit and lets go of the locks. @throws NOT_FOUND, NOT_OWNER, INVALID_STATE */
export function finishIntent(session: Session, typed: string): IntentDocument {
  const { head } = standingOf(session, requireIntent(session.state(), typed));
  return take(session, (state) => decideFinish(session, state, requireIntent(state, typed), { head }));
}

/** @throws NOT_FOUND, INVALID_INPUT, NOT_OWNER, INVALID_STATE, OPEN_CONFLICTS */
export function acceptIntent(
  session: Session,
  typed: string,
  request: Omit<AcceptRequest, "reason"> & { readonly reason: string | undefined },
): IntentDocument {
  const reason = request.reason === undefined ? undefined : requireReason(request.reason);
  if (request.merged) requireMerged(session, typed);
  return take(
    session,
    (state) => decideAccept(session, state, requireIntent(state, typed), { ...request, reason }),
    ({ overridden, fulfilled }: ReturnType<typeof decideAccept>) => ({ overridden, fulfilled }),
  );
}

/** @throws INVALID_STATE when the base branch does not hold the work */
function requireMerged(session: Session, typed: string): void {
  const intent = requireIntent(session.state(), typed);
  const head = intent.head ?? standingOf(session, intent).head;
  const work = head === undefined ? intent : { ...intent, head };
  if (mergedWork(session, [work]).length > 0) return;
  throw new ForemergeError(
    "INVALID_STATE",
    `the base branch does not hold the work of ${intent.id}${head === undefined ? "" : ` (head ${head.slice(0, 12)})`}`,
    {
      hint: `finish and accept it: foremerge intent finish ${intent.id}; base in .foremerge.yaml names the branch, git fetch brings it up to date`,
      details: { head: head ?? null },
    },
  );
}

/** @throws NOT_FOUND, INVALID_INPUT (blank reason), INVALID_STATE */
export function adoptIntent(session: Session, typed: string, reasonGiven: string | undefined): IntentDocument {
  const reason = requireReason(reasonGiven);
  return take(
    session,
    (state) => decideAdopt(session, state, requireIntent(state, typed), reason),
    ({ recorded }: ReturnType<typeof decideAdopt>) => ({ recorded }),
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
