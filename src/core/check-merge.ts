// conflicts check --merge: adds to a check what open intents really changed (spec 4.3).
import { severityRank } from "../detect/severity.ts";
import type { State } from "../store/state.ts";
import type { CheckDocument, ShownFinding } from "./documents.ts";
import { overlappingEdits } from "./overlapping-edits.ts";
import type { Session } from "./session.ts";
import { type CheckPolicy, isIncomplete } from "./verdict.ts";

/** The check with `overlapping_edit` findings among its own. `subjects`: ids of the intents asked about; undefined: all. */
export async function withOverlappingEdits(
  session: Session,
  state: State,
  document: CheckDocument,
  policy: CheckPolicy,
  subjects: ReadonlySet<string> | undefined,
): Promise<CheckDocument> {
  const edits = await overlappingEdits(session, state.openIntents(), subjects);
  const added = edits.findings.map(
    (finding): ShownFinding => ({
      ...finding,
      status: "OPEN",
      previously_settled: false,
      detected_at: session.now.toISOString(),
    }),
  );
  const notAssessed = [...document.not_assessed, ...edits.notAssessed];
  return {
    ...document,
    findings: [...document.findings, ...added].sort(
      (a, b) => severityRank(a.severity) - severityRank(b.severity) || b.score - a.score || (a.id < b.id ? -1 : 1),
    ),
    not_assessed: notAssessed,
    assessment: isIncomplete(notAssessed, policy) ? "incomplete" : "complete",
  };
}
