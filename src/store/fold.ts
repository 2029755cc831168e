// From the events of one entity, in event order, to the entity. Pure. What an event does is src/store/events/.
import type { EventData, EventType, LedgerEvent } from "./event.ts";
import type { ConflictDraft, IntentDraft } from "./events/definition.ts";
import { definitionOf } from "./events/registry.ts";
import type { Claim, Conflict, Intent, PlanEntry } from "./model.ts";

/** An intent with all claims it ever had, in the order they were taken. */
export interface FoldedIntent {
  readonly intent: Intent;
  readonly claims: readonly Claim[];
}

/** Folds the events of one intent and its claims; undefined when none of them publishes it. */
export function foldIntent(events: Iterable<LedgerEvent>): FoldedIntent | undefined {
  const draft: IntentDraft = { intent: undefined, claims: new Map() };
  for (const event of events) {
    const definition = definitionOf(event.type);
    if (definition?.of === "intent") definition.apply(draft, event as never);
  }
  return draft.intent && { intent: draft.intent, claims: [...draft.claims.values()] };
}

/** Folds the events of one conflict; undefined when none of them detects it. */
export function foldConflict(events: Iterable<LedgerEvent>): Conflict | undefined {
  const draft: ConflictDraft = { conflict: undefined };
  for (const event of events) {
    const definition = definitionOf(event.type);
    if (definition?.of === "conflict") definition.apply(draft, event as never);
  }
  return draft.conflict;
}

/** One entry of a node's history. */
export function planEntry(event: LedgerEvent): PlanEntry {
  return {
    type: event.type as PlanEntry["type"],
    at: event.at,
    event_id: event.id,
    agent: event.actor,
    data: event.data as EventData[EventType] & Readonly<Record<string, unknown>>,
  };
}
