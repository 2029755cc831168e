// Who holds a claim or a lock, and when two of them are one (spec 4.1, 4.3). Pure.
import type { Claim, Intent } from "../store/model.ts";

/** One party: an agent's name, told apart by session ids and worktrees where both sides have them. */
export interface Party {
  readonly agent: string;
  readonly session?: string | undefined;
  readonly worktree?: string | undefined;
}

/**
 * Whether two are one. A name alone is one agent; two sessions, or two worktrees, of one name are two, so that they
 * do not share locks by accident. What one side does not say tells nobody apart.
 */
export function isSameParty(a: Party, b: Party): boolean {
  if (a.agent !== b.agent) return false;
  const differ = (x: string | undefined, y: string | undefined): boolean =>
    x !== undefined && y !== undefined && x !== y;
  return !differ(a.session, b.session) && !differ(a.worktree, b.worktree);
}

/** The party behind a claim: its agent and session, and the worktree of its intent. */
export const partyOf = (
  claim: Pick<Claim, "agent" | "session">,
  intent: Pick<Intent, "worktree"> | undefined,
): Party => ({
  agent: claim.agent,
  session: claim.session,
  worktree: intent?.worktree,
});

/** How a party is called in a message. */
export const partyName = (party: Party): string =>
  party.session === undefined ? party.agent : `${party.agent} (session ${party.session})`;
