// What an event type is: a payload check, the entity it belongs to and its step of the fold. Types only; one file per
// type in this folder, all of them named in registry.ts.
import type { EventData, EventType, LedgerEvent } from "../event.ts";
import type { Claim, Conflict, Intent, PlanEntry } from "../model.ts";
import type { Move } from "../transitions.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Growing<T, K extends keyof T> = { [P in K]: T[P] extends readonly (infer U)[] ? U[] : T[P] };

type ConflictLists = "detections" | "decisions" | "notes" | "merges" | "answers" | "modifications" | "arbitrations";

export type DraftedIntent = Omit<Mutable<Intent>, "previous_owners"> & Growing<Mutable<Intent>, "previous_owners">;
export type DraftedConflict = Omit<Mutable<Conflict>, ConflictLists> & Growing<Mutable<Conflict>, ConflictLists>;

/** An intent and its claims while their events are applied in event order. */
export interface IntentDraft {
  intent: DraftedIntent | undefined;
  readonly claims: Map<string, Mutable<Claim>>;
}

export interface ConflictDraft {
  conflict: DraftedConflict | undefined;
}

interface Common<T extends EventType> {
  readonly type: T;
  /** The pointer of the first wrong field of a payload, or undefined. */
  check(data: unknown): string | undefined;
  /** Session named by the payload, for agents' records. */
  readonly session?: (data: EventData[T]) => string | undefined;
}

/** Belongs to one intent: the intent itself, or a claim of it. */
export interface IntentEvent<T extends EventType> extends Common<T> {
  readonly of: "intent";
  readonly subject: (data: EventData[T]) => string;
  readonly move: (data: EventData[T]) => Move;
  readonly apply: (draft: IntentDraft, event: LedgerEvent<T>) => void;
}

/** Belongs to one conflict; `nodes` names plan nodes whose history it enters too. */
export interface ConflictEvent<T extends EventType> extends Common<T> {
  readonly of: "conflict";
  /** Null: no conflict is named, only `nodes` count. */
  readonly subject: (data: EventData[T]) => string | null;
  readonly move: (data: EventData[T]) => Move;
  readonly apply: (draft: ConflictDraft, event: LedgerEvent<T>) => void;
  /** The two subjects of a detection. */
  readonly sides?: (data: EventData[T]) => readonly [string, string];
  readonly nodes?: (data: EventData[T]) => readonly string[];
}

/** Enters the history of plan nodes. */
export interface PlanEvent<T extends EventType> extends Common<T> {
  readonly of: "plan";
  readonly nodes: (data: EventData[T]) => readonly string[];
}

/** Belongs to no entity: read by whoever walks the events. */
export interface PlainEvent<T extends EventType> extends Common<T> {
  readonly of: "nothing" | "assessment";
}

export type EventDefinition<T extends EventType> = IntentEvent<T> | ConflictEvent<T> | PlanEvent<T> | PlainEvent<T>;

export type PlanEntryType = PlanEntry["type"];
