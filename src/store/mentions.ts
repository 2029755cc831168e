// Which ids a set of new events names, for ledgers that a newer version has written to (spec 2.2). Pure.
import type { NewEvent } from "./event.ts";

const DETECTIONS = new Set(["conflict.detected", "conflict.redetected"]);

/**
 * Ids that the events name. Detections do not count (what was found is a fact about both sides), and neither does
 * anything written along with a publication: publishing goes on.
 */
export function* mentionsOf(events: readonly NewEvent[]): Iterable<string> {
  if (events.some(({ type }) => type === "intent.published")) return;
  for (const { type, data } of events) {
    if (DETECTIONS.has(type)) continue;
    for (const [id] of JSON.stringify(data).matchAll(/\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b/g)) yield id;
  }
}
