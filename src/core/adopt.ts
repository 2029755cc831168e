// Adoption (spec 4.1): somebody takes over work whose owner has gone silent. Never live work, never a live claim.
import { formatDuration } from "../config/duration.ts";
import { printScope } from "../detect/scope.ts";
import { ForemergeError } from "../errors.ts";
import type { NewEvent } from "../store/event.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { releaseEvent } from "./claims.ts";
import { isLive } from "./leases.ts";
import { isOpenIntent } from "./ownership.ts";
import { recordFindings } from "./recording.ts";
import { skippedFindings } from "./returning.ts";
import type { Session } from "./session.ts";
import { lastHeard, stoppedSince } from "./stopped.ts";

export interface Adoption {
  readonly events: readonly NewEvent[];
  readonly intent: Intent;
  /** Findings that were skipped while the owner was silent and are on record now. */
  readonly recorded: readonly string[];
  readonly warnings: readonly string[];
}

/** @throws INVALID_STATE: ended, one's own, or not stopped (naming the owner and what shows that it lives) */
export function decideAdopt(session: Session, state: State, intent: Intent, reason: string): Adoption {
  if (!isOpenIntent(intent)) {
    throw new ForemergeError("INVALID_STATE", `${intent.id} is ${intent.status}; there is nothing left to adopt`, {
      hint: "publish an intent of your own",
    });
  }
  const { agent, session: sessionId } = session.who;
  if (intent.agent === agent) {
    throw new ForemergeError("INVALID_STATE", `${intent.id} belongs to ${agent} already`, {
      hint: `foremerge intent show ${intent.id}`,
    });
  }
  const since = stoppedSince(session, state, intent);
  if (since === undefined) throw stillLive(session, state, intent);
  const lapsed = state.claims(intent.id);
  const at = session.now.toISOString();
  const adopted: Intent = {
    ...intent,
    agent,
    updated_at: at,
    previous_owners: [...intent.previous_owners, { agent: intent.agent, at, reason }],
  };
  const recording = recordFindings(state, skippedFindings(session, state, [adopted], Date.parse(since)), session.now);
  return {
    events: [
      {
        type: "intent.adopted",
        data: {
          intent_id: intent.id,
          agent,
          ...(sessionId === undefined ? {} : { session: sessionId }),
          previous_agent: intent.agent,
          reason,
        },
      },
      ...lapsed.map((claim) => releaseEvent(claim, "adopted")),
      ...recording.events,
    ],
    intent: adopted,
    recorded: recording.shown.map(({ id }) => id),
    warnings: lapsed.map(
      (claim) =>
        `${claim.id} of ${claim.agent} on ${printScope(claim.scope)} lapsed at ${claim.expires_at} and was released`,
    ),
  };
}

function stillLive(session: Session, state: State, intent: Intent): ForemergeError {
  const { now, settings } = session;
  const claim = state.claims(intent.id).find((one) => isLive(one, now));
  const last = lastHeard(session, state, intent.agent) ?? Date.parse(intent.created_at);
  const silence = formatDuration(Math.max(0, (now.getTime() - last) / 1000));
  const why = claim
    ? `${intent.agent} holds a live claim on ${printScope(claim.scope)} until ${claim.expires_at}`
    : `${intent.agent} made a call ${silence} ago`;
  return new ForemergeError("INVALID_STATE", `${intent.id} is not stopped: ${why}`, {
    hint: `ask ${intent.agent}; only work that is silent for more than ${formatDuration(settings.stopped_after)} and holds no live claim changes hands`,
    details: {
      owner: intent.agent,
      last_call_at: new Date(last).toISOString(),
      ...(claim ? { expiry: claim.expires_at, claim_id: claim.id } : {}),
    },
  });
}
