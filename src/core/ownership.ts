// Who may do what to an intent (spec 4.1): the owner is an agent's name.
import { ForemergeError } from "../errors.ts";
import { type Intent, OPEN_STATES } from "../store/model.ts";
import type { Session } from "./session.ts";

/** True for the four states that are compared. */
export const isOpenIntent = (intent: Intent): boolean => (OPEN_STATES as readonly string[]).includes(intent.status);

/** @throws NOT_OWNER naming the owner */
export function requireOwner(session: Session, intent: Intent, action: string): void {
  if (intent.agent === session.who.agent) return;
  throw new ForemergeError(
    "NOT_OWNER",
    `${intent.id} belongs to ${intent.agent}; ${session.who.agent} may not ${action} it`,
    {
      hint: `ask ${intent.agent}, or settle it together: foremerge conflicts list --intent ${intent.id}`,
      details: { owner: intent.agent, intent_id: intent.id },
    },
  );
}
