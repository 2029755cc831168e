// One line of the ledger: from bytes to an event and back (spec 2.2). Knows nothing of files or of order.
import type { LedgerEvent } from "./event.ts";
import { isRecord, isTime } from "./events/check.ts";

/** Longest line that is written or read, its line end included. */
export const LINE_LIMIT = 256 * 1024;
/** Version of the event form that this program writes. */
export const EVENT_VERSION = 1;
/** `prev` of a replica's first event. */
export const NO_PREVIOUS = "0".repeat(64);

/** An event of any type, known or not. */
export type AnyEvent = Omit<LedgerEvent, "type" | "data"> & {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Counters and clocks above this are no honest ones. */
export const MAX_CLOCK = 2 ** 48;
const isCounter = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_CLOCK;
const isName = (value: unknown): boolean => typeof value === "string" && value !== "" && value.length <= 512;

/** Undefined when the value has the form of an event; else what is wrong with it, for people. */
export function envelopeFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "it is no JSON object";
  if (!isCounter(value.v)) return "v is no version";
  if (!isName(value.id)) return "id is missing";
  if (!isName(value.replica)) return "replica is missing";
  if (!isCounter(value.n)) return "n is no counter";
  if (!isCounter(value.lc)) return "lc is no counter";
  if (!isName(value.type)) return "type is missing";
  if (value.v !== EVENT_VERSION) return undefined;
  if (!isTime(value.at)) return "at is no time";
  if (!isName(value.actor)) return "actor is missing";
  if (!isRecord(value.data)) return "data is missing";
  if (value.batch !== undefined && !isBatch(value.batch)) return "batch is malformed";
  return undefined;
}

function isBatch(value: unknown): boolean {
  return (
    isRecord(value) &&
    isName(value.id) &&
    isCounter(value.k) &&
    isCounter(value.of) &&
    (value.k as number) <= (value.of as number)
  );
}

/** An event as the ledger stores it, without the line end. Keys in the order of spec 2.2, the optional batch last. */
export function lineOf(event: LedgerEvent): string {
  const { v, id, replica, n, lc, at, actor, type, data, prev, batch } = event;
  return JSON.stringify({ v, id, replica, n, lc, at, actor, type, data, prev, ...(batch ? { batch } : {}) });
}

/** True for the lines that git writes around the two sides of a merge conflict. */
export function isConflictMarker(text: string): boolean {
  return /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(text);
}
