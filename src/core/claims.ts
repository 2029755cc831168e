// Taking, renewing and releasing claims (spec 4.3): decisions on a state. Waiting for a lock is src/core/take-lock.ts.
import type { Scope } from "../detect/model.ts";
import { normalise } from "../detect/normal-form.ts";
import { printScope } from "../detect/scope.ts";
import { ForemergeError } from "../errors.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Claim, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { nextIntentStatus } from "../store/transitions.ts";
import { claimFindings } from "./claim-overlap.ts";
import type { ShownFinding } from "./documents.ts";
import { callerOn, lockRules, ownClaims } from "./held-claims.ts";
import { isSameParty, partyOf } from "./holders.ts";
import { endOfLease, isLapsed, isLive, renewalEvents, renewed } from "./leases.ts";
import { type Blocker, blockersOf } from "./locks.ts";
import { requireOwner } from "./ownership.ts";
import { recordFindings } from "./recording.ts";
import type { Session } from "./session.ts";

/** A request whose scopes, lease and reason passed every refusal that needs no ledger. */
export interface TakeRequest {
  readonly intentId: string;
  readonly scopes: readonly Scope[];
  readonly leaseSeconds: number;
  readonly exclusive: boolean;
  readonly read: boolean;
  readonly reason?: string;
}

export interface Taken {
  readonly events: readonly NewEvent[];
  /** Every scope that was asked for, once, in the order asked. */
  readonly claims: readonly Claim[];
  readonly findings: readonly ShownFinding[];
}

export type TakeOutcome = { readonly taken: Taken } | { readonly blockers: readonly Blocker[] };

/**
 * Takes the claims, all or, when exclusive, none. The same full scope again renews in place; a stronger claim takes
 * the place of a weaker one.
 * @throws NOT_OWNER, INVALID_STATE
 */
export function decideTake(
  session: Session,
  state: State,
  intent: Intent,
  request: TakeRequest,
  now: Date,
): TakeOutcome {
  requireOwner(session, intent, "claim for");
  if (nextIntentStatus(intent.status, "claim") === undefined) {
    throw new ForemergeError(
      "INVALID_STATE",
      `${intent.id} is ${intent.status}; claims are for work that is not finished`,
      {
        hint:
          intent.status === "PROVISIONAL"
            ? `foremerge intent start ${intent.id} goes back to it`
            : "publish a new intent",
      },
    );
  }
  const rules = lockRules(session);
  const party = callerOn(session, intent);
  if (request.exclusive) {
    const blockers = blockersOf(state, { scopes: request.scopes, read: request.read, party }, rules, now);
    if (blockers.length > 0) return { blockers };
  }
  const own = state.claims(intent.id).filter((claim) => isSameParty(partyOf(claim, intent), party));
  const full = (scope: Scope): string => normalise(scope, rules.ignoreCase).full;
  const events: NewEvent[] = [];
  const claims = new Map<string, Claim>();
  for (const scope of request.scopes) {
    const key = full(scope);
    if (claims.has(key)) continue;
    const known = own.find((claim) => full(claim.scope) === key);
    const kept =
      known && isLive(known, now) && isAsStrong(known, request) ? renewed(known, now, request.leaseSeconds) : undefined;
    if (known && kept) {
      events.push(...renewalEvents(known, kept));
      claims.set(key, kept);
      continue;
    }
    if (known) events.push(release(known, isLapsed(known, now) ? "lapsed" : "released"));
    const claim = newClaim(session, intent, scope, request, now);
    const { order: _order, taken_at: _taken, ...stored } = claim;
    events.push({ type: "claim.taken", data: { claim: stored } });
    claims.set(key, claim);
  }
  const taken = [...claims.values()];
  const recording = recordFindings(state, claimFindings(session, state, intent, taken, now), now);
  return { taken: { events: [...events, ...recording.events], claims: taken, findings: recording.shown } };
}

/** A lock is stronger than a claim, a writer stronger than a reader. */
const isAsStrong = (claim: Claim, request: Pick<TakeRequest, "exclusive" | "read">): boolean =>
  (claim.exclusive || !request.exclusive) && (!claim.read || request.read);

const release = (claim: Claim, why: "released" | "lapsed" | "finished" | "adopted"): NewEvent => ({
  type: "claim.released",
  data: { claim_id: claim.id, intent_id: claim.intent_id, why },
});

export { release as releaseEvent };

function newClaim(session: Session, intent: Intent, scope: Scope, request: TakeRequest, now: Date): Claim {
  const { session: sessionId, agent } = session.who;
  return {
    id: newId("clm", now),
    intent_id: intent.id,
    agent,
    ...(sessionId === undefined ? {} : { session: sessionId }),
    scope,
    exclusive: request.exclusive,
    read: request.read,
    lease_seconds: request.leaseSeconds,
    taken_at: now.toISOString(),
    expires_at: endOfLease(now, request.leaseSeconds),
    ...(request.reason === undefined ? {} : { reason: request.reason }),
    order: { lc: Number.MAX_SAFE_INTEGER, replica: "", n: 0 },
  };
}

export interface Renewal {
  readonly events: readonly NewEvent[];
  readonly claims: readonly Claim[];
}

/** Renews one live claim, or all of the caller's. @throws NOT_OWNER, INVALID_STATE (released, lapsed) */
export function decideRenew(
  session: Session,
  state: State,
  claim: Claim | undefined,
  seconds: number | undefined,
): Renewal {
  const { now } = session;
  if (claim) {
    requireClaimOwner(session, claim, "renew");
    if (claim.released) throw alreadyReleased(claim);
    if (!isLive(claim, now)) {
      throw new ForemergeError(
        "INVALID_STATE",
        `${claim.id} on ${printScope(claim.scope)} lapsed at ${claim.expires_at}`,
        {
          hint: `take it again: foremerge claim take ${printScope(claim.scope)} --intent ${claim.intent_id}`,
          details: { expiry: claim.expires_at },
        },
      );
    }
  }
  const before = claim ? [claim] : ownClaims(session, state).filter((one) => isLive(one, now));
  const claims = before.map((one) => renewed(one, now, seconds ?? one.lease_seconds));
  return { claims, events: claims.flatMap((after, i) => renewalEvents(before[i] as Claim, after)) };
}

/** Releases one claim, or all of the caller's; lapsed ones too. @throws NOT_OWNER, INVALID_STATE (released already) */
export function decideRelease(session: Session, state: State, claim: Claim | undefined): Renewal {
  if (claim) {
    requireClaimOwner(session, claim, "release");
    if (claim.released) throw alreadyReleased(claim);
  }
  const claims = claim ? [claim] : ownClaims(session, state);
  return { claims, events: claims.map((one) => release(one, isLapsed(one, session.now) ? "lapsed" : "released")) };
}

function requireClaimOwner(session: Session, claim: Claim, action: string): void {
  if (claim.agent === session.who.agent) return;
  throw new ForemergeError(
    "NOT_OWNER",
    `${claim.id} belongs to ${claim.agent}; ${session.who.agent} may not ${action} it`,
    {
      hint: `ask ${claim.agent}; its lease ends at ${claim.expires_at}`,
      details: { owner: claim.agent, claim_id: claim.id, expiry: claim.expires_at },
    },
  );
}

const alreadyReleased = (claim: Claim): ForemergeError =>
  new ForemergeError(
    "INVALID_STATE",
    `${claim.id} on ${printScope(claim.scope)} was released at ${claim.released?.at} (${claim.released?.why})`,
    { hint: "foremerge claim list shows what is held" },
  );
