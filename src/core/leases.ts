// The arithmetic of leases (spec 4.3): how long one may be, when it ends, when it runs on. Pure.
import type { NewEvent } from "../store/event.ts";
import type { Claim } from "../store/model.ts";

export const SHORTEST_LEASE = 60;
export const LONGEST_LEASE = 86_400;

export interface GrantedLease {
  readonly seconds: number;
  /** Said when another length was asked for. */
  readonly warning?: string;
}

/** A lease outside 60 s … 24 h is granted at the nearer end, and says so. */
export function grantLease(asked: number): GrantedLease {
  const seconds = Math.min(LONGEST_LEASE, Math.max(SHORTEST_LEASE, Math.round(asked)));
  if (seconds === Math.round(asked)) return { seconds };
  const why = asked < SHORTEST_LEASE ? "60 s is the shortest" : "24 h is the longest";
  return { seconds, warning: `a lease of ${asked} s is not to be had: ${why}, and that is what you got` };
}

/** A claim that holds: not released, and its lease has not ended. The end of the lease is the only death. */
export const isLive = (claim: Claim, now: Date): boolean =>
  claim.released === undefined && Date.parse(claim.expires_at) > now.getTime();

/** A claim that nobody let go and whose lease has ended. */
export const isLapsed = (claim: Claim, now: Date): boolean =>
  claim.released === undefined && Date.parse(claim.expires_at) <= now.getTime();

/** When a lease that is granted now ends. */
export const endOfLease = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

/** True once half of a live lease is gone: the owner's next call renews it. */
export function isHalfGone(claim: Claim, now: Date): boolean {
  if (!isLive(claim, now)) return false;
  return Date.parse(claim.expires_at) - now.getTime() <= (claim.lease_seconds * 1000) / 2;
}

/** The claim after a renewal: never shorter. A length that does not reach further leaves the lease as it is. */
export function renewed(claim: Claim, now: Date, seconds: number): Claim {
  const end = endOfLease(now, seconds);
  if (Date.parse(end) <= Date.parse(claim.expires_at)) return claim;
  return { ...claim, expires_at: end, lease_seconds: seconds };
}

/** The event that makes `after` of `before`, or none when the lease is the same. */
export function renewalEvents(before: Claim, after: Claim): readonly NewEvent[] {
  if (before.expires_at === after.expires_at) return [];
  const { id, intent_id, expires_at, lease_seconds } = after;
  return [{ type: "claim.renewed", data: { claim_id: id, intent_id, expires_at, lease_seconds } }];
}
