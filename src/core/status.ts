// One screen of who does what (`foremerge.status/1`): open work, open findings worst first, leases, stopped work.
import type { Severity } from "../detect/model.ts";
import { printScope } from "../detect/scope.ts";
import { ForemergeError } from "../errors.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { StatusDocument, StatusFinding, StatusLease, StatusWork } from "./documents.ts";
import { sidesOf } from "./finding-sides.ts";
import { lockRules } from "./held-claims.ts";
import { listConflicts } from "./inspect.ts";
import { lostLocks } from "./locks.ts";
import type { Session } from "./session.ts";
import { lastHeard, stoppedSince } from "./stopped.ts";
import { lastSync } from "./sync-memory.ts";
import { unseenOf } from "./unseen.ts";
import { mergedIntents } from "./work-commits.ts";

/** The status document of the whole ledger. */
export function status(session: Session, state: State): StatusDocument {
  const work: StatusWork[] = [];
  const stopped: StatusWork[] = [];
  for (const intent of state.openIntents()) {
    const since = stoppedSince(session, state, intent);
    (since === undefined ? work : stopped).push(workOf(session, state, intent, since));
  }
  const findings = listConflicts(state, {}).map((conflict): StatusFinding => {
    const { agents, tasks } = sidesOf(state, conflict);
    return {
      id: conflict.id,
      rule: String(conflict.evidence.rule ?? ""),
      kind: conflict.kind,
      severity: conflict.severity,
      status: conflict.status,
      scope: conflict.scope === null ? null : printScope(conflict.scope),
      agents,
      ...(tasks.length > 0 ? { tasks } : {}),
      detected_at: conflict.detected_at,
    };
  });
  const leases = leasesOf(session, state);
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  return {
    schema: "foremerge.status/1",
    as_of_event: state.asOf,
    work: work.sort((a, b) => newer(a.last_seen_at, b.last_seen_at) || (a.intent_id < b.intent_id ? -1 : 1)),
    findings,
    leases,
    stopped: stopped.sort((a, b) => newer(b.last_seen_at, a.last_seen_at) || (a.intent_id < b.intent_id ? -1 : 1)),
    merged: mergedWorkOf(session, state),
    counts: {
      open_intents: work.length + stopped.length,
      agents: new Set([...work, ...stopped].map(({ agent }) => agent)).size,
      open_findings: { HIGH: count("HIGH"), MEDIUM: count("MEDIUM"), LOW: count("LOW") },
      live_claims: leases.filter(({ lapsed }) => !lapsed).length,
    },
    synced_at: lastSync(session)?.synced_at ?? null,
    unseen: unseenOf(session, state),
  };
}

/** Git trouble never hides the rest of the screen. */
function mergedWorkOf(session: Session, state: State): readonly StatusWork[] {
  try {
    return mergedIntents(session, state).map(({ intent }) =>
      workOf(session, state, intent, stoppedSince(session, state, intent)),
    );
  } catch (error) {
    if (!(error instanceof ForemergeError)) throw error;
    session.warn(`merged work not assessed: ${error.message}`);
    return [];
  }
}

const newer = (a: string, b: string): number => (a > b ? -1 : a < b ? 1 : 0);

function workOf(session: Session, state: State, intent: Intent, since: string | undefined): StatusWork {
  const heard = lastHeard(session, state, intent.agent);
  return {
    intent_id: intent.id,
    agent: intent.agent,
    task: intent.task ?? null,
    summary: intent.summary,
    status: intent.status,
    scopes: intent.scopes.map(printScope),
    last_seen_at: heard === undefined ? intent.updated_at : new Date(heard).toISOString(),
    ...(since === undefined ? {} : { stopped_since: since }),
  };
}

function leasesOf(session: Session, state: State): readonly StatusLease[] {
  const lost = lostLocks(state, lockRules(session), session.now);
  return state
    .claims()
    .map((claim) => {
      const winner = lost.get(claim.id);
      return {
        claim_id: claim.id,
        intent_id: claim.intent_id,
        agent: claim.agent,
        scope: printScope(claim.scope),
        exclusive: claim.exclusive,
        expires_at: claim.expires_at,
        lapsed: Date.parse(claim.expires_at) <= session.now.getTime(),
        ...(winner === undefined ? {} : { lost_to: { claim_id: winner.id, agent: winner.agent } }),
      };
    })
    .sort((a, b) =>
      a.expires_at < b.expires_at ? -1 : a.expires_at > b.expires_at ? 1 : a.claim_id < b.claim_id ? -1 : 1,
    );
}
