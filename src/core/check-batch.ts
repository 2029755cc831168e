// Many what-ifs in one process on one reading of the ledger.
import { type BatchLine, errorLine } from "./batch.ts";
import { checkDeclaration } from "./check.ts";
import type { Session } from "./session.ts";
import { silences } from "./stopped.ts";
import type { CheckPolicy } from "./verdict.ts";

/** One check document a line, in order; bad lines answer with their error. `written` counts the answers. */
export function checkBatch(
  session: Session,
  lines: readonly BatchLine[],
  policy: CheckPolicy,
): { readonly documents: readonly unknown[]; readonly written: number; readonly failed: number } {
  const state = session.state();
  const silentSince = silences(session, state);
  let failed = 0;
  const documents = lines.map((line) => {
    try {
      if ("error" in line) throw line.error;
      return checkDeclaration(session, state, line.request, policy, silentSince);
    } catch (error) {
      failed++;
      return errorLine(error);
    }
  });
  return { documents, written: lines.length - failed, failed };
}
