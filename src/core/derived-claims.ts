// Declared and derived claims of one publication together. Pure, and light: every publication loads it.
import type { ScopeClaim } from "../detect/model.ts";
import { normalise } from "../detect/normal-form.ts";
import { MAX_SCOPES } from "../detect/request.ts";

/** Declared claims, and of the derived ones those that nobody declared. */
export function withDerived(declared: readonly ScopeClaim[], derived: readonly ScopeClaim[]): ScopeClaim[] {
  const known = new Set(declared.map((claim) => normalise(claim).full));
  const added = derived.filter((claim) => !known.has(normalise(claim).full));
  return [...declared, ...added].slice(0, MAX_SCOPES);
}
