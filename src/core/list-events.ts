// Use case: the raw record in event order, filtered (spec 2.5).
import { invalidInput } from "../errors.ts";
import { nearest } from "../nearest.ts";
import type { LedgerEvent } from "../store/event.ts";
import { EVENT_TYPES } from "../store/events/registry.ts";
import type { State } from "../store/state.ts";

export interface EventFilter {
  /** Leave out so many events from the start. */
  readonly after: number;
  readonly limit: number;
  /** Empty: every type. */
  readonly types: readonly string[];
}

export interface EventsDocument {
  readonly schema: "foremerge.events/1";
  readonly as_of_event: number;
  readonly events: readonly LedgerEvent[];
  readonly [field: string]: unknown;
}

/** @throws INVALID_INPUT for a type that neither this version nor the ledger knows */
export function listEvents(state: State, filter: EventFilter): EventsDocument {
  const unknown = new Set(filter.types.filter((type) => !(EVENT_TYPES as readonly string[]).includes(type)));
  const events: LedgerEvent[] = [];
  let at = 0;
  for (const event of state.events()) {
    if (unknown.size === 0 && events.length >= filter.limit) break;
    unknown.delete(event.type);
    if (at++ < filter.after || (filter.types.length > 0 && !filter.types.includes(event.type))) continue;
    if (events.length < filter.limit) events.push(event);
  }
  for (const type of unknown) {
    throw invalidInput(
      `--type ${JSON.stringify(type)} is no event type`,
      `write one of ${EVENT_TYPES.join(", ")}${nearest(type, EVENT_TYPES)}`,
    );
  }
  return { schema: "foremerge.events/1", as_of_event: state.asOf, events };
}
