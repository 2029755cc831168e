// Whose claims are whose, and the rules that locks follow here. Light: every call of an agent loads this.
import type { Claim, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { isSameParty, type Party } from "./holders.ts";
import type { Session } from "./session.ts";

export interface LockRules {
  /** `locks.track_reads`: a writer is stopped by readers. */
  readonly trackReads: boolean;
  /** git's core.ignorecase. */
  readonly ignoreCase: boolean;
}

export const lockRules = (session: Session): LockRules => ({
  trackReads: session.settings.locks.track_reads,
  ignoreCase: session.repository?.ignoreCase ?? false,
});

/** The party that a call on this intent is. */
export const callerOn = (session: Session, intent: Intent): Party => ({
  agent: session.who.agent,
  session: session.who.session,
  worktree: intent.worktree,
});

/** The caller's claims that were not released: by name, and by session where both say one. */
export function ownClaims(session: Session, state: State): readonly Claim[] {
  const { agent, session: sessionId } = session.who;
  return state
    .claimsBy(agent)
    .filter((claim) => isSameParty({ agent, session: sessionId }, { agent: claim.agent, session: claim.session }));
}
