// conflicts check --staged (spec 5.2): what is about to be committed, as `file:PATH=modify` against open intents, and
// the claims that others hold on it. Writes nothing.
import type { Candidate, Finding } from "../detect/model.ts";
import { overlappingClaim } from "../detect/rules/fm-c005-overlapping-claim.ts";
import { invalidInput } from "../errors.ts";
import { stagedPaths } from "../git/staged.ts";
import type { Claim } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { documentOf } from "./check.ts";
import { detectAgainstState, detectOptions, shown } from "./detection.ts";
import type { CheckDocument } from "./documents.ts";
import { isLive } from "./leases.ts";
import type { Session } from "./session.ts";
import { bySeverity } from "./severity-order.ts";
import type { CheckPolicy } from "./verdict.ts";

export interface StagedCheck {
  readonly document: CheckDocument;
  readonly paths: readonly string[];
  /** Exclusive claims of other agents on what is staged: a lock that the commit would walk over. */
  readonly locked: readonly Claim[];
}

const WHAT_IF = "int_staged";

/** @throws INVALID_INPUT outside a working tree of git */
export function checkStaged(session: Session, state: State, policy: CheckPolicy): StagedCheck {
  const { repository, who, now } = session;
  if (!repository || repository.bare) {
    throw invalidInput("--staged needs a working tree of a git repository", "run it inside one");
  }
  const paths = stagedPaths(repository, session.env).map((path) => path.normalize("NFC"));
  const candidate: Candidate = {
    id: WHAT_IF,
    summary: "",
    agent: who.agent,
    worktree: repository.worktreeName,
    scopes: paths.map((key) => ({ kind: "file", key, operation: "modify", inferred: false })),
    uses: [],
    dependsOn: [],
  };
  const found = detectAgainstState(session, state, candidate, { ephemeral: true });
  const mine = new Set(
    state.openIntentsOf(who.agent).flatMap(({ id, worktree }) => (worktree === repository.worktreeName ? [id] : [])),
  );
  const claims = state.claims().filter((claim) => claim.agent !== who.agent && isLive(claim, now));
  const held = claimFindings(session, state, paths, claims);
  const findings = [...found.findings.filter((finding) => !mine.has(finding.target_intent_id)), ...held.findings];
  const document = documentOf(state, policy, {
    ephemeral: true,
    compared: found.compared,
    findings: findings.map((finding) => shown(finding, now)).sort(bySeverity),
    stoppedWork: found.stoppedWork,
    notAssessed: found.notAssessed,
  });
  const locked = held.claims.filter(({ exclusive }) => exclusive);
  return {
    document: { ...document, staged: paths, blocking: document.blocking || locked.length > 0 },
    paths,
    locked,
  };
}

/** FM-C005 for every other intent that claims something staged, told with holder, reason and end. */
function claimFindings(
  session: Session,
  state: State,
  paths: readonly string[],
  claims: readonly Claim[],
): { readonly findings: readonly Finding[]; readonly claims: readonly Claim[] } {
  const own = paths.map((key) => ({
    intentId: WHAT_IF,
    agent: session.who.agent,
    scope: { kind: "file" as const, key },
  }));
  const met: Claim[] = [];
  const findings: Finding[] = [];
  for (const claim of claims) {
    const theirs = { intentId: claim.intent_id, agent: claim.agent, scope: claim.scope };
    const [finding] = overlappingClaim.check(own, [theirs], detectOptions(session, state));
    if (!finding) continue;
    met.push(claim);
    const why = claim.reason ?? state.intent(claim.intent_id)?.summary;
    const how = claim.exclusive ? "holds exclusively" : "claims";
    const on = `${finding.scope?.kind}:${finding.scope?.key}`;
    findings.push({
      ...finding,
      id: finding.id.replace(/^cfl_/, "eph_"),
      explanation: `${on} is staged, and ${claim.agent} ${how} ${claim.scope.kind}:${claim.scope.key} until ${claim.expires_at}${
        why === undefined ? "" : ` (${claim.intent_id}: ${why})`
      }.`,
      evidence: {
        ...finding.evidence,
        ephemeral: true,
        holder: claim.agent,
        claim_id: claim.id,
        exclusive: claim.exclusive,
      },
    });
  }
  return { findings, claims: met };
}
