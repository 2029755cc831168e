// Discarding an intent (spec 4.1): with a reason; its claims are released, its open findings dismissed, one that waited
// in an order resolved, all in one write.
import { ForemergeError } from "../errors.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { IntentDocument } from "./documents.ts";
import { resolveId } from "./ids.ts";
import { isOpenIntent, requireOwner } from "./ownership.ts";
import { isOpen } from "./recording.ts";
import type { Session } from "./session.ts";
import { requireReason } from "./settle.ts";
import { viewOfIntent } from "./views.ts";

/** Ends an open intent. @throws INVALID_INPUT (blank reason), NOT_OWNER, INVALID_STATE */
export function discard(session: Session, typed: string, reasonGiven: string | undefined): IntentDocument {
  const reason = requireReason(reasonGiven);
  return session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => {
    const intent = state.intent(resolveId(state, typed, "int"));
    if (!intent) throw new ForemergeError("NOT_FOUND", `no intent ${typed}`);
    requireOwner(session, intent, "discard");
    if (!isOpenIntent(intent)) {
      throw new ForemergeError("INVALID_STATE", `${intent.id} is ${intent.status} already`, {
        hint: `foremerge intent show ${intent.id}`,
      });
    }
    const events = [
      { type: "intent.discarded", data: { intent_id: intent.id, reason } } as const,
      ...endOfWork(session, state, intent, "discarded", reason),
    ];
    const closed = { at: session.now.toISOString(), reason };
    const view = viewOfIntent({ ...intent, status: "DISCARDED", updated_at: closed.at, closed });
    const document: IntentDocument = {
      schema: "foremerge.intent/1",
      as_of_event: state.asOf + events.length,
      intent: view,
      claims: [],
      open_conflicts: [],
    };
    return { events, result: document };
  }).result;
}

/** What ends with an intent's work: its claims, and on discard its open findings. */
export function endOfWork(
  session: Session,
  state: State,
  intent: Intent,
  why: "discarded" | "accepted",
  reason: string,
): readonly NewEvent[] {
  const released = state.claims(intent.id).map(
    (claim): NewEvent => ({
      type: "claim.released",
      data: { claim_id: claim.id, intent_id: intent.id, why },
    }),
  );
  if (why !== "discarded") return released;
  const settled = state
    .conflictsOf(intent.id)
    .filter(isOpen)
    .map((conflict): NewEvent => {
      const as = conflict.ordered ? "resolved" : "dismissed";
      const decision = {
        id: newId("dec", session.now),
        as,
        resolution: `${intent.id} was discarded`,
        reason,
        agent: session.who.agent,
        by: "auto",
        strategy: conflict.ordered ? "SERIALIZE" : "discarded",
      } as const;
      return { type: `conflict.${as}`, data: { conflict_id: conflict.id, decision } };
    });
  return [...released, ...settled];
}
