// conflicts check --merge: adds to a check what open intents really changed (spec 4.3).
import { severityRank } from "../detect/severity.ts";
import type { State } from "../store/state.ts";
import type { CheckDocument, ShownFinding } from "./documents.ts";
import { type Edits, overlappingEdits } from "./overlapping-edits.ts";
import type { Session } from "./session.ts";
import { type CheckPolicy, isIncomplete } from "./verdict.ts";

/** The check with `overlapping_edit`, `contract_break` and `dependency_version` findings among its own. `subjects`: ids of the intents asked about; undefined: all. */
export async function withOverlappingEdits(
  session: Session,
  state: State,
  document: CheckDocument,
  policy: CheckPolicy,
  subjects: ReadonlySet<string> | undefined,
): Promise<CheckDocument> {
  return withFindings(session, document, policy, await overlappingEdits(session, state.openIntents(), subjects));
}

/** The check with more findings, worst first, and with what else could not be looked at. */
export function withFindings(
  session: Session,
  document: CheckDocument,
  policy: CheckPolicy,
  more: Edits,
): CheckDocument {
  const added = more.findings.map(
    (finding): ShownFinding => ({
      ...finding,
      status: "OPEN",
      previously_settled: false,
      detected_at: session.now.toISOString(),
    }),
  );
  const notAssessed = [...document.not_assessed, ...more.notAssessed];
  return {
    ...document,
    findings: [...document.findings, ...added].sort(
      (a, b) => severityRank(a.severity) - severityRank(b.severity) || b.score - a.score || (a.id < b.id ? -1 : 1),
    ),
    not_assessed: notAssessed,
    assessment: isIncomplete(notAssessed, policy) ? "incomplete" : "complete",
  };
}
