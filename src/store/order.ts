// Event order (spec 2.2): Lamport clock, replica, counter; ids decide where a copied replica gave one number twice. Pure.
import type { OrderKey } from "./model.ts";

/** Canonical order of two events. */
export function compareEvents(a: OrderKey & { id: string }, b: OrderKey & { id: string }): number {
  return compareKeys(a, b) || compareTexts(a.id, b.id);
}

export function compareKeys(a: OrderKey, b: OrderKey): number {
  return a.lc - b.lc || compareTexts(a.replica, b.replica) || a.n - b.n;
}

/** Order of what two entities were made by; ids decide between things that one event made. */
export function byOrder(a: { order: OrderKey; id: string }, b: { order: OrderKey; id: string }): number {
  return compareKeys(a.order, b.order) || compareTexts(a.id, b.id);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
