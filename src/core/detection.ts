// One candidate against everything open: findings, related work and what could not be looked at. Shared by publish,
// rescope, check and the batch forms. Decides nothing about recording; that is src/core/recording.ts.
import { checkAgainst } from "../detect/check.ts";
import type { Candidate, Finding } from "../detect/model.ts";
import type { PairOptions } from "../detect/pair.ts";
import { relatedScopes } from "../detect/related.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { NotAssessed, RelatedWork, ShownFinding, StoppedWork } from "./documents.ts";
import type { Session } from "./session.ts";
import { type SilentSince, stoppedSince } from "./stopped.ts";

export interface DetectionReport {
  /** Findings that count, most severe first. */
  readonly findings: readonly Finding[];
  /** Work of silent owners with the findings below HIGH that are not recorded because of that (spec 4.1). */
  readonly stoppedWork: readonly StoppedWork[];
  readonly notAssessed: readonly NotAssessed[];
  /** How many open intents the candidate was compared with. */
  readonly compared: number;
}

/** The detector's options as settings, repository and ledger give them. */
export function detectOptions(session: Session, state: State): PairOptions {
  const { rules, contains } = session.settings;
  return {
    rules,
    contains,
    ignoreCase: session.repository?.ignoreCase ?? false,
    dependsOn: (id) => state.intent(id)?.depends_on,
  };
}

/** Compares a candidate with all open intents of the state, itself excepted. */
export function detectAgainstState(
  session: Session,
  state: State,
  candidate: Candidate,
  options: { readonly ephemeral?: boolean } = {},
  silentSince: SilentSince = (intent) => stoppedSince(session, state, intent),
): DetectionReport {
  const found = checkAgainst(candidate, state.postings, { ...detectOptions(session, state), ...options });
  const findings: Finding[] = [];
  const quiet = new Map<
    string,
    { readonly intent: Intent; readonly since: string; readonly findings: ShownFinding[] }
  >();
  for (const finding of found) {
    const intent = state.intent(finding.target_intent_id);
    const since = intent === undefined ? undefined : silentSince(intent);
    if (intent !== undefined && since !== undefined) {
      const entry = quiet.get(intent.id) ?? { intent, since, findings: [] };
      quiet.set(intent.id, entry);
      if (finding.severity !== "HIGH") entry.findings.push(shown(finding, session.now));
    }
    if (since === undefined || finding.severity === "HIGH") findings.push(finding);
  }
  return {
    findings,
    stoppedWork: [...quiet.values()].map(({ intent, since, findings }) => ({
      intent_id: intent.id,
      agent: intent.agent,
      task: intent.task ?? null,
      summary: intent.summary,
      owner_stopped_since: since,
      findings,
    })),
    notAssessed: unscopedIntents(state, candidate.id),
    compared: state.postings.size - (state.postings.candidate(candidate.id) ? 1 : 0),
  };
}

/** Every open intent that overlaps in scope, with both operations, finding or not (spec 4.1). */
export function relatedWork(session: Session, state: State, candidate: Candidate): readonly RelatedWork[] {
  const related: RelatedWork[] = [];
  for (const [id, overlap] of relatedScopes(candidate, state.postings, detectOptions(session, state))) {
    const intent = state.intent(id);
    if (!intent) continue;
    const since = stoppedSince(session, state, intent);
    related.push({
      intent_id: id,
      agent: intent.agent,
      task: intent.task ?? null,
      summary: intent.summary,
      status: intent.status,
      overlap,
      ...(since === undefined ? {} : { owner_stopped_since: since }),
    });
  }
  return related.sort((a, b) => (a.intent_id < b.intent_id ? -1 : 1));
}

/** Open intents without any scope: they were compared by summary only, so nothing is known of what they touch. */
export function unscopedIntents(state: State, except?: string): readonly NotAssessed[] {
  return state.unscoped
    .filter((id) => id !== except)
    .map((id) => ({
      what: id,
      reason: "declares no scopes; only its summary was compared",
      side: "counterpart" as const,
    }));
}

/** What is missing of a subject that declares no scopes. */
export function subjectNotAssessed(candidate: Candidate): readonly NotAssessed[] {
  if (candidate.scopes.length + candidate.uses.length > 0) return [];
  return [{ what: candidate.id, reason: "declares no scopes; only its summary was compared", side: "subject" }];
}

/** A finding that is not recorded, as documents show it. */
export function shown(finding: Finding, now: Date): ShownFinding {
  return { ...finding, status: "OPEN", previously_settled: false, detected_at: now.toISOString() };
}
