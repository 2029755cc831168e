// What happens once the answer is out: bookkeeping that never changes the answer or the exit status (spec 2.3).
import type { Session } from "./session.ts";

/** Runs after the answer of a call that opened the ledger. Never throws. */
export function afterAnswer(session: Session): void {
  if (!session.bookkeeping) return;
}
