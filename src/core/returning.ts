// Findings below HIGH that nobody recorded because an owner was silent (spec 4.1): found again when the owner returns
// or the work is adopted, and recorded then, once.
import { checkAgainst } from "../detect/check.ts";
import type { Finding } from "../detect/model.ts";
import type { Intent } from "../store/model.ts";
import { candidateOf, type State } from "../store/state.ts";
import { detectOptions } from "./detection.ts";
import { isOpenIntent } from "./ownership.ts";
import type { Session } from "./session.ts";

/**
 * What was skipped against `own`, the open intents of one agent that was last heard of at `lastCall` (milliseconds):
 * findings with work that was published or changed when that agent was silent for too long already. The later side is
 * the source, as it would have been.
 */
export function skippedFindings(
  session: Session,
  state: State,
  own: readonly Intent[],
  lastCall: number,
): readonly Finding[] {
  const mine = new Map(own.filter(isOpenIntent).map((intent) => [intent.id, intent]));
  if (mine.size === 0) return [];
  const silentFrom = lastCall + session.settings.stopped_after * 1000;
  const found = new Map<string, Finding>();
  if (Date.parse(state.updatedUntil) <= silentFrom) return [];
  for (const other of state.openIntents()) {
    if (mine.has(other.id) || Date.parse(other.updated_at) <= silentFrom) continue;
    for (const finding of checkAgainst(candidateOf(other), state.postings, detectOptions(session, state))) {
      if (mine.has(finding.target_intent_id) && state.conflict(finding.id) === undefined)
        found.set(finding.id, finding);
    }
  }
  return [...found.values()];
}
