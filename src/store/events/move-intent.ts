// Moves an intent's draft along the table of transitions. Not an event type.
import type { LedgerEvent } from "../event.ts";
import { isOpenStatus, type Move, nextIntentStatus } from "../transitions.ts";
import type { DraftedIntent, IntentDraft } from "./definition.ts";

/** Moves the draft, or leaves it and answers undefined when its state does not allow the move. */
export function moveIntent(draft: IntentDraft, move: Move, event: LedgerEvent): DraftedIntent | undefined {
  const intent = draft.intent;
  const next = nextIntentStatus(intent?.status, move);
  if (!intent || next === undefined) return undefined;
  intent.status = next;
  intent.updated_at = event.at;
  return intent;
}

/** The draft's intent while it is open. */
export function openIntent(draft: IntentDraft): DraftedIntent | undefined {
  return draft.intent && isOpenStatus(draft.intent.status) ? draft.intent : undefined;
}

/** A closed intent holds no claims, also where a machine that did not know of one closed it. */
export function releaseAll(draft: IntentDraft, why: "accepted" | "discarded", at: string): void {
  for (const claim of draft.claims.values()) claim.released ??= { at, why };
}
