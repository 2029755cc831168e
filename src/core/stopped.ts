// Who is silent (spec 4.1): an open intent is stopped when its owner made no call for strictly longer than
// `stopped_after` and it holds no live claim. Derived at read, never stored.
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";

/** ISO time of the owner's last call when the intent is stopped, else undefined. */
export function stoppedSince(session: Session, state: State, intent: Intent): string | undefined {
  const last = state.agent(intent.agent)?.last_event_at ?? intent.created_at;
  const silence = (session.now.getTime() - Date.parse(last)) / 1000;
  if (silence <= session.settings.stopped_after) return undefined;
  const live = state.claims(intent.id).some((claim) => Date.parse(claim.expires_at) > session.now.getTime());
  return live ? undefined : last;
}
