// conflicts check --all: every open intent against every other (spec 4.2, 5.2). Writes nothing.
import { checkAll } from "../detect/check-all.ts";
import type { Finding } from "../detect/model.ts";
import { candidateOf, type State } from "../store/state.ts";
import { documentOf } from "./check.ts";
import { detectOptions, unscopedIntents } from "./detection.ts";
import type { CheckDocument, ShownFinding, StoppedWork } from "./documents.ts";
import { isOpen, viewOfConflict } from "./recording.ts";
import type { Session } from "./session.ts";
import { sortedBySeverity } from "./severity-order.ts";
import { silences } from "./stopped.ts";
import type { CheckPolicy } from "./verdict.ts";

/**
 * A finding that nobody recorded: it cannot be linked or settled, and its id says so (spec 1.8). Made of the detector's own
 * object, which nobody else has.
 */
function asWhatIf(finding: Finding, detectedAt: string): ShownFinding {
  Object.assign(finding.evidence, { ephemeral: true });
  return Object.assign(finding, {
    id: `eph_${finding.id.slice(4)}`,
    status: "OPEN" as const,
    previously_settled: false,
    detected_at: detectedAt,
  });
}

/** So many take over a second to compare. */
const MANY_INTENTS = 20_000;

/**
 * The whole ledger, by the same join as every check. A pair that is on record appears with its id and state (settled
 * ones are left out); one that nobody recorded yet as a what-if. Findings below HIGH with stopped work stand apart.
 */
export function checkEverything(session: Session, state: State, policy: CheckPolicy): CheckDocument {
  const intents = state.openIntents();
  if (intents.length > MANY_INTENTS) session.progress(`comparing ${intents.length} open intents`, true);
  const silentSince = silences(session, state);
  const silent = new Map<string, StoppedWork & { findings: ShownFinding[] }>();
  for (const intent of intents) {
    const since = silentSince(intent);
    if (since === undefined) continue;
    const { id, agent, summary } = intent;
    silent.set(id, {
      intent_id: id,
      agent,
      task: intent.task ?? null,
      summary,
      owner_stopped_since: since,
      findings: [],
    });
  }
  const findings: ShownFinding[] = [];
  const detectedAt = session.now.toISOString();
  const recorded = state.recordedAmongOpen();
  for (const finding of checkAll(intents.map(candidateOf), detectOptions(session, state))) {
    const known = recorded.has(finding.id) ? state.conflict(finding.id) : undefined;
    if (known && !isOpen(known)) continue;
    const view = known ? viewOfConflict(known) : asWhatIf(finding, detectedAt);
    const quiet = silent.get(finding.target_intent_id) ?? silent.get(finding.source_intent_id);
    if (!known && quiet && finding.severity !== "HIGH") quiet.findings.push(view);
    else findings.push(view);
  }
  return documentOf(state, policy, {
    ephemeral: false,
    compared: intents.length,
    findings: sortedBySeverity(findings),
    stoppedWork: [...silent.values()],
    notAssessed: unscopedIntents(state),
  });
}
