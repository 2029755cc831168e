// Claims and locks end to end, with their documents (spec 4.3, 5.3 `claims/1`). The rules are in claims.ts and locks.ts.
import { printScope } from "../detect/scope.ts";
import { ForemergeError, invalidInput } from "../errors.ts";
import type { Claim } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { checkClaim, leaseOf, type TypedClaim } from "./claim-request.ts";
import { decideRelease, decideRenew } from "./claims.ts";
import type { ClaimView, ShownFinding } from "./documents.ts";
import { requireIntent, resolveId } from "./ids.ts";
import { claimViews, viewOfClaim } from "./inspect.ts";
import { isLapsed } from "./leases.ts";
import type { Session } from "./session.ts";
import { takeClaims } from "./take-lock.ts";

export interface ClaimsDocument {
  readonly schema: "foremerge.claims/1";
  readonly as_of_event: number;
  readonly claims: readonly ClaimView[];
  /** Whether a writer is stopped by readers (`locks.track_reads`). */
  readonly reads_tracked: boolean;
  readonly findings?: readonly ShownFinding[];
  readonly warnings?: readonly string[];
}

/** @throws INVALID_INPUT, NOT_FOUND, NOT_OWNER, INVALID_STATE, LOCK_HELD, LOCK_TIMEOUT, DEADLOCK */
export async function takeClaim(session: Session, intentTyped: string, typed: TypedClaim): Promise<ClaimsDocument> {
  const { lease, waitSeconds, ...checked } = checkClaim(session, typed);
  const intentId = requireIntent(session.state(), intentTyped).id;
  const { taken, asOf, now } = await takeClaims(
    session,
    { intentId, leaseSeconds: lease.seconds, ...checked },
    waitSeconds,
  );
  const warnings = [...(lease.warning === undefined ? [] : [lease.warning]), ...notTracked(session, checked)];
  for (const warning of warnings) session.warn(warning);
  return {
    schema: "foremerge.claims/1",
    as_of_event: asOf,
    claims: taken.claims.map((claim) => viewOfClaim(claim, now)),
    findings: taken.findings,
    reads_tracked: session.settings.locks.track_reads,
    warnings,
  };
}

/** A lock among readers that are not tracked says so: a writer will not be stopped by this read, nor it by readers. */
function notTracked(
  session: Session,
  request: { readonly exclusive: boolean; readonly read: boolean },
): readonly string[] {
  if (!request.exclusive || !request.read || session.settings.locks.track_reads) return [];
  return ["reads are not tracked here: no writer waits for this read lock (locks.track_reads: true changes that)"];
}

/** Renews a claim, or all live ones of the caller. @throws NOT_FOUND, NOT_OWNER, INVALID_STATE */
export function renewClaims(
  session: Session,
  typed: string | undefined,
  leaseTyped: string | undefined,
): ClaimsDocument {
  const lease = leaseTyped === undefined ? undefined : leaseOf(session, leaseTyped);
  if (lease?.warning !== undefined) session.warn(lease.warning);
  const { result, state } = session.ledger().transact({ actor: session.who.agent, at: session.now }, (now) => {
    const { events, claims } = decideRenew(
      session,
      now,
      typed === undefined ? undefined : findClaim(now, typed),
      lease?.seconds,
    );
    return { events, result: claims };
  });
  return document(session, state, result, lease?.warning === undefined ? [] : [lease.warning]);
}

/** Releases a claim, or all of the caller. @throws INVALID_INPUT (neither or both), NOT_FOUND, NOT_OWNER, INVALID_STATE */
export function releaseClaims(session: Session, typed: string | undefined, all: boolean): ClaimsDocument {
  if ((typed === undefined) === !all) {
    throw invalidInput(
      all ? "an id and --all at once" : "which claim is to be released?",
      "write foremerge claim release clm_…, or --all for everything you hold",
    );
  }
  const { result, state } = session.ledger().transact({ actor: session.who.agent, at: session.now }, (now) => {
    const { events, claims } = decideRelease(session, now, typed === undefined ? undefined : findClaim(now, typed));
    return { events, result: claims };
  });
  const warnings = result
    .filter((claim) => isLapsed(claim, session.now))
    .map((claim) => `${claim.id} on ${printScope(claim.scope)} had lapsed at ${claim.expires_at}`);
  for (const warning of warnings) session.warn(warning);
  const released = document(session, state, result, warnings);
  return { ...released, claims: released.claims.map((claim) => ({ ...claim, released: true })) };
}

export interface ClaimFilter {
  readonly by: string | undefined;
  readonly intent: string | undefined;
}

/** Everything that has not been released, in the order in which it was taken. */
export function listClaims(session: Session, state: State, filter: ClaimFilter): ClaimsDocument {
  const intentId = filter.intent === undefined ? undefined : resolveId(state, filter.intent, "int");
  const claims = state.claims(intentId).filter((claim) => filter.by === undefined || claim.agent === filter.by);
  return document(session, state, claims, undefined);
}

function document(
  session: Session,
  state: State,
  claims: readonly Claim[],
  warnings: readonly string[] | undefined,
): ClaimsDocument {
  return {
    schema: "foremerge.claims/1",
    as_of_event: state.asOf,
    claims: claimViews(session, state, claims),
    reads_tracked: session.settings.locks.track_reads,
    ...(warnings === undefined ? {} : { warnings }),
  };
}

/** A claim by id or prefix, released ones too. @throws NOT_FOUND, AMBIGUOUS_ID */
function findClaim(state: State, typed: string): Claim {
  const id = resolveId(state, typed, "clm");
  const claim = state.claims().find((one) => one.id === id) ?? state.allClaims().find((one) => one.id === id);
  if (!claim)
    throw new ForemergeError("NOT_FOUND", `no claim ${typed}`, { hint: "foremerge claim list shows what is held" });
  return claim;
}
