// Start, finish and accept (spec 4.1): the steps of an intent by its owner. Discarding is discard.ts, adoption adopt.ts.
import { ForemergeError, invalidInput } from "../errors.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Intent, IntentStatus } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { type Move, nextIntentStatus } from "../store/transitions.ts";
import { releaseEvent } from "./claims.ts";
import { dependenciesOf, gatingConflicts, openFindings, requireMaySettle } from "./gate.ts";
import { isOpenIntent, requireOwner } from "./ownership.ts";
import type { Session } from "./session.ts";
import { settledBy, settlement } from "./settle.ts";

/** What a step appends and what the intent is after it. */
export interface Step {
  readonly events: readonly NewEvent[];
  readonly intent: Intent;
  readonly warnings: readonly string[];
}

/** The intent's state after a move. @throws INVALID_STATE naming the state it is in and those that allow the move */
function stateAfter(
  intent: Intent,
  move: Move,
  verb: string,
  from: readonly IntentStatus[],
  hint: string,
): IntentStatus {
  const next = nextIntentStatus(intent.status, move);
  if (next !== undefined) return next;
  throw new ForemergeError(
    "INVALID_STATE",
    `${intent.id} is ${intent.status}; only ${from.join(", ")} work can be ${verb}`,
    {
      hint,
      details: { status: intent.status, from },
    },
  );
}

const moved = (session: Session, intent: Intent, status: IntentStatus): Intent => ({
  ...intent,
  status,
  updated_at: session.now.toISOString(),
});

/** @throws NOT_OWNER, INVALID_STATE */
export function decideStart(session: Session, intent: Intent): Step {
  requireOwner(session, intent, "start");
  const hint =
    intent.status === "IN_PROGRESS"
      ? `it was started before: foremerge intent show ${intent.id}`
      : "publish a new intent";
  const status = stateAfter(intent, "start", "started", ["INTENT", "CLAIMED", "PROVISIONAL"], hint);
  return {
    events: [{ type: "intent.started", data: { intent_id: intent.id } }],
    intent: moved(session, intent, status),
    warnings: [],
  };
}

/** Ends the work and lets go of its locks; plain claims stay until acceptance. @throws NOT_OWNER, INVALID_STATE */
export function decideFinish(
  session: Session,
  state: State,
  intent: Intent,
  found: { readonly head?: string | undefined; readonly drift?: Readonly<Record<string, unknown>> | undefined },
): Step {
  requireOwner(session, intent, "finish");
  const hint =
    intent.status === "PROVISIONAL"
      ? `accept it: foremerge intent accept ${intent.id}`
      : `foremerge intent show ${intent.id}`;
  const status = stateAfter(intent, "finish", "finished", ["INTENT", "CLAIMED", "IN_PROGRESS"], hint);
  const locks = state.claims(intent.id).filter((claim) => claim.exclusive);
  return {
    events: [
      {
        type: "intent.finished",
        data: {
          intent_id: intent.id,
          ...(found.head === undefined ? {} : { head: found.head }),
          ...(found.drift === undefined ? {} : { drift: found.drift }),
        },
      },
      ...locks.map((claim) => releaseEvent(claim, "finished")),
    ],
    intent: { ...moved(session, intent, status), ...(found.head === undefined ? {} : { head: found.head }) },
    warnings: [],
  };
}

export interface AcceptRequest {
  /** The HIGH findings that are open are overridden, with this reason. */
  readonly allowHighConflicts: boolean;
  readonly reason: string | undefined;
  /** The base branch holds the recorded head already; checked before by the caller. */
  readonly merged: boolean;
}

export interface Acceptance extends Step {
  /** Conflicts that turned OVERRIDDEN. */
  readonly overridden: readonly string[];
  /** Conflicts whose order this acceptance fulfils: RESOLVED. */
  readonly fulfilled: readonly string[];
}

/** @throws INVALID_INPUT, NOT_OWNER, INVALID_STATE (not finished, dependencies), OPEN_CONFLICTS */
export function decideAccept(session: Session, state: State, intent: Intent, request: AcceptRequest): Acceptance {
  if (request.allowHighConflicts && request.reason === undefined) {
    throw invalidInput(
      "--allow-high-conflicts needs a reason",
      'write --allow-high-conflicts --reason "why it may stand"',
    );
  }
  requireOwner(session, intent, "accept");
  const from: readonly IntentStatus[] = request.merged
    ? ["INTENT", "CLAIMED", "IN_PROGRESS", "PROVISIONAL"]
    : ["PROVISIONAL"];
  const hint = isOpenIntent(intent)
    ? `finish it first: foremerge intent finish ${intent.id}`
    : `foremerge intent show ${intent.id}`;
  const status = stateAfter(intent, request.merged ? "accept-merged" : "accept", "accepted", from, hint);
  const dependencies = dependenciesOf(state, intent);
  if (dependencies.waiting.length > 0) {
    const names = dependencies.waiting.map((one) => `${one.id} (${one.status})`).join(", ");
    throw new ForemergeError("INVALID_STATE", `${intent.id} depends on ${names}, which must be accepted first`, {
      hint: `or say that the order no longer holds: foremerge intent rescope ${intent.id} --depends-on …`,
      details: { waiting: dependencies.waiting },
    });
  }
  const gating = gatingConflicts(state, intent);
  if (gating.length > 0 && !request.allowHighConflicts) throw gateClosed(intent, gating);
  const by = settledBy(session);
  for (const conflict of gating) requireMaySettle(session, state, conflict, by);
  const reason = request.reason;
  const overrides = gating.map(
    (conflict) =>
      settlement(session, conflict, { reason: reason ?? "", as: "overridden", strategy: "allow-high-conflicts" }, by)
        .event,
  );
  const fulfilled = openFindings(state, intent).filter((conflict) => conflict.ordered?.[0] === intent.id);
  const overridden = gating.map(({ id }) => id);
  return {
    events: [
      ...overrides,
      ...(gating.length > 0 ? [overrideDecision(session, intent, reason ?? "")] : []),
      {
        type: "intent.accepted",
        data: {
          intent_id: intent.id,
          ...(request.merged ? { merged: true } : {}),
          ...(overridden.length > 0 ? { overridden } : {}),
          ...(reason === undefined ? {} : { reason }),
        },
      },
      ...state.claims(intent.id).map(
        (claim): NewEvent => ({
          type: "claim.released",
          data: { claim_id: claim.id, intent_id: intent.id, why: "accepted" },
        }),
      ),
      ...fulfilled.map((conflict) =>
        orderFulfilled(session, conflict.id, `${intent.id}, first in the order, was accepted`),
      ),
    ],
    intent: {
      ...moved(session, intent, status),
      closed: {
        at: session.now.toISOString(),
        ...(reason === undefined ? {} : { reason }),
        ...(request.merged ? { merged: true } : {}),
        ...(overridden.length > 0 ? { high_conflicts_overridden: true } : {}),
      },
    },
    warnings: dependencies.discarded.map((id) => `${id}, which ${intent.id} depends on, was discarded`),
    overridden,
    fulfilled: fulfilled.map(({ id }) => id),
  };
}

function gateClosed(intent: Intent, gating: ReturnType<typeof gatingConflicts>): ForemergeError {
  const list = gating
    .map((conflict) => {
      const scope = conflict.scope ? ` on ${conflict.scope.kind}:${conflict.scope.key}` : "";
      const other = conflict.source_intent_id === intent.id ? conflict.target_intent_id : conflict.source_intent_id;
      const order = conflict.ordered ? `, waits for ${conflict.ordered[0]}` : "";
      return `${conflict.id} (${conflict.kind}${scope}, with ${other}${order})`;
    })
    .join("; ");
  return new ForemergeError(
    "OPEN_CONFLICTS",
    `${intent.id} has ${gating.length} open HIGH finding${gating.length > 1 ? "s" : ""}: ${list}`,
    {
      hint: 'settle them (foremerge resolve ID --reason "…"), or accept with --allow-high-conflicts --reason "…"',
      details: {
        conflicts: gating.map(({ id, kind, severity, status, scope }) => ({ id, kind, severity, status, scope })),
      },
    },
  );
}

const overrideDecision = (session: Session, intent: Intent, reason: string): NewEvent => ({
  type: "decision.recorded",
  data: { decision: { id: newId("dec", session.now), subject: intent.id, reason, agent: session.who.agent } },
});

/** An order is fulfilled when its first intent is accepted or discarded (spec 4.6): settled by nobody in particular. */
export function orderFulfilled(session: Session, conflictId: string, why: string): NewEvent {
  return {
    type: "conflict.resolved",
    data: {
      conflict_id: conflictId,
      decision: {
        id: newId("dec", session.now),
        as: "resolved",
        resolution: why,
        reason: why,
        agent: session.who.agent,
        by: "auto",
        strategy: "SERIALIZE",
      },
    },
  };
}
