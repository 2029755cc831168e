// conflicts check: what-ifs on text, stored findings by intent (spec 4.2, 5.2). Writes nothing. The whole ledger is
// src/core/check-everything.ts.
import type { Candidate, Scope } from "../detect/model.ts";
import { ForemergeError, invalidInput } from "../errors.ts";
import type { Intent } from "../store/model.ts";
import { candidateOf, type State } from "../store/state.ts";
import { detectAgainstState, shown, subjectNotAssessed } from "./detection.ts";
import type { CheckDocument, NotAssessed, ShownFinding, StoppedWork } from "./documents.ts";
import { looksLikeId, resolveId } from "./ids.ts";
import { isOpenIntent } from "./ownership.ts";
import { isOpen, viewOfConflict } from "./recording.ts";
import { candidateFor, type Declaration, declare, dependencies } from "./request.ts";
import type { Session } from "./session.ts";
import { bySeverity } from "./severity-order.ts";
import type { SilentSince } from "./stopped.ts";
import { type CheckPolicy, isIncomplete } from "./verdict.ts";

interface Found {
  readonly ephemeral: boolean;
  readonly compared: number;
  readonly findings: readonly ShownFinding[];
  readonly stoppedWork?: readonly StoppedWork[];
  readonly notAssessed: readonly NotAssessed[];
  readonly warnings?: readonly string[];
}

/** The document of a check from what was found. */
export function documentOf(state: State, policy: CheckPolicy, found: Found): CheckDocument {
  return {
    schema: "foremerge.check/1",
    as_of_event: state.asOf,
    ephemeral: found.ephemeral,
    blocking: found.findings.some((finding) => finding.severity === "HIGH" && !finding.previously_settled),
    checked_intents: found.compared,
    findings: found.findings,
    stopped_work: found.stoppedWork ?? [],
    assessment: isIncomplete(found.notAssessed, policy) ? "incomplete" : "complete",
    not_assessed: found.notAssessed,
    policy: policy.failOn,
    ...(found.warnings?.length ? { warnings: found.warnings } : {}),
  };
}

/** The scopes that a declaration changes. @throws INVALID_INPUT */
export const scopesDeclared = (session: Session, declaration: Declaration): readonly Scope[] =>
  declare(session, declaration).scopes;

/** A what-if on a declaration; `silentSince` for those who ask about many. @throws INVALID_INPUT, also for text that looks like an intent id */
export function checkDeclaration(
  session: Session,
  state: State,
  declaration: Declaration,
  policy: CheckPolicy,
  silentSince?: SilentSince,
): CheckDocument {
  if (looksLikeId(declaration.summary, "int")) {
    throw invalidInput(
      `${JSON.stringify(declaration.summary)} is an intent id, not a summary`,
      `write --intent ${declaration.summary.trim()}`,
    );
  }
  const declared = declare(session, declaration);
  const candidate = candidateFor(
    session,
    "int_what-if",
    declaration.agent ?? session.who.agent,
    declared,
    dependencies(state, declaration.dependsOn),
  );
  return whatIf(session, state, candidate, policy, declared.warnings, silentSince);
}

function whatIf(
  session: Session,
  state: State,
  candidate: Candidate,
  policy: CheckPolicy,
  warnings: readonly string[],
  silentSince?: SilentSince,
): CheckDocument {
  const found = detectAgainstState(session, state, candidate, { ephemeral: true }, silentSince);
  return documentOf(state, policy, {
    ephemeral: true,
    compared: found.compared,
    findings: found.findings.map((finding) => shown(finding, session.now)),
    stoppedWork: found.stoppedWork,
    notAssessed: [...subjectNotAssessed(candidate), ...found.notAssessed],
    warnings,
  });
}

export interface IntentCheck {
  readonly id: string;
  /** Replacements make it a what-if. */
  readonly scopes?: readonly string[];
  readonly uses?: readonly string[];
  readonly dependsOn?: readonly string[];
}

/** By intent id: the stored findings that are open; with replacements a what-if on that intent. */
export function checkIntent(session: Session, state: State, request: IntentCheck, policy: CheckPolicy): CheckDocument {
  const intent = state.intent(resolveId(state, request.id, "int"));
  if (!intent) throw new ForemergeError("NOT_FOUND", `no intent ${request.id}`);
  if (request.scopes === undefined && request.uses === undefined && request.dependsOn === undefined) {
    return storedFindings(state, [intent], policy);
  }
  const declared = declare(session, {
    summary: intent.summary,
    scopes:
      request.scopes ??
      intent.scopes.map((s) => (s.inferred ? `${s.kind}:${s.key}` : `${s.kind}:${s.key}=${s.operation}`)),
    uses: request.uses ?? intent.uses.map((s) => `${s.kind}:${s.key}`),
    dependsOn: [],
  });
  const dependsOn =
    request.dependsOn === undefined ? intent.depends_on : dependencies(state, request.dependsOn, intent.id);
  const candidate = { ...candidateOf(intent), scopes: declared.scopes, uses: declared.uses, dependsOn };
  return whatIf(session, state, candidate, policy, declared.warnings);
}

/** The caller's open intents. @throws INVALID_INPUT when there are none: an all-clear about nothing would be false */
export function checkMine(session: Session, state: State, policy: CheckPolicy): CheckDocument {
  const mine = state.openIntentsOf(session.who.agent);
  if (mine.length === 0) {
    throw invalidInput(
      `${session.who.agent} has no open intents to check`,
      "write a summary with --scope, --intent ID, or --all; --agent NAME says who you are",
    );
  }
  return storedFindings(state, mine, policy);
}

function storedFindings(state: State, intents: readonly Intent[], policy: CheckPolicy): CheckDocument {
  const seen = new Set<string>();
  const findings: ShownFinding[] = [];
  for (const intent of intents) {
    for (const conflict of state.conflictsOf(intent.id)) {
      if (!isOpen(conflict) || seen.has(conflict.id) || !isOpenIntent(intent)) continue;
      seen.add(conflict.id);
      findings.push(viewOfConflict(conflict));
    }
  }
  findings.sort(bySeverity);
  const notAssessed: NotAssessed[] = intents.flatMap((intent) => subjectNotAssessed(candidateOf(intent)));
  return documentOf(state, policy, { ephemeral: false, compared: intents.length, findings, notAssessed });
}
