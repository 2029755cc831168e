// Rescoping (spec 4.1): the owner replaces scopes, uses or dependencies; findings whose scopes no longer overlap are
// dismissed in the same write, those that remain or come are recorded.
import { ForemergeError, invalidInput } from "../errors.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { detectAgainstState, relatedWork, subjectNotAssessed } from "./detection.ts";
import type { PublishDocument } from "./documents.ts";
import { resolveId } from "./ids.ts";
import { isOpenIntent, requireOwner } from "./ownership.ts";
import { isOpen, recordFindings } from "./recording.ts";
import { candidateFor, declare, dependencies } from "./request.ts";
import type { Session } from "./session.ts";
import { viewOfIntent } from "./views.ts";

export interface RescopeRequest {
  readonly id: string;
  /** Undefined: left as it is. */
  readonly scopes: readonly string[] | undefined;
  readonly uses: readonly string[] | undefined;
  readonly dependsOn: readonly string[] | undefined;
}

/** Findings that this detector run decides about; records of plan checks and locks have their own life. */
const RESCOPABLE = /^FM-(?:C00[1-9]|F005)$/;

/** Replaces what is given and compares again. @throws NOT_OWNER, INVALID_STATE, the refusals of spec 1.1 */
export function rescope(session: Session, request: RescopeRequest): PublishDocument {
  if (request.scopes === undefined && request.uses === undefined && request.dependsOn === undefined) {
    throw invalidInput("nothing to replace", "write --scope, --uses or --depends-on with what holds from now on");
  }
  const by = { actor: session.who.agent, at: session.now };
  return session.ledger().transact(by, (state) => {
    const { events, report } = decideRescope(session, state, request);
    return { events, result: { ...report, as_of_event: state.asOf + events.length } };
  }).result;
}

function decideRescope(
  session: Session,
  state: State,
  request: RescopeRequest,
): { readonly events: readonly NewEvent[]; readonly report: PublishDocument } {
  const intent = state.intent(resolveId(state, request.id, "int"));
  if (!intent) throw new ForemergeError("NOT_FOUND", `no intent ${request.id}`);
  requireOwner(session, intent, "rescope");
  if (!isOpenIntent(intent)) {
    throw new ForemergeError("INVALID_STATE", `${intent.id} is ${intent.status} and cannot be rescoped`, {
      hint: "publish a new intent",
    });
  }
  const declared = declare(session, {
    summary: intent.summary,
    scopes:
      request.scopes ??
      intent.scopes.map((s) => (s.inferred ? `${s.kind}:${s.key}` : `${s.kind}:${s.key}=${s.operation}`)),
    uses: request.uses ?? intent.uses.map((s) => `${s.kind}:${s.key}`),
    dependsOn: [],
  });
  const changesScopes = request.scopes !== undefined || request.uses !== undefined;
  const scopes = changesScopes ? declared.scopes : intent.scopes;
  const uses = changesScopes ? declared.uses : intent.uses;
  const dependsOn =
    request.dependsOn === undefined ? intent.depends_on : dependencies(state, request.dependsOn, intent.id);
  const candidate = {
    ...candidateFor(session, intent.id, intent.agent, { ...declared, scopes, uses }, dependsOn),
    ...(intent.worktree === undefined ? {} : { worktree: intent.worktree }),
  };
  const found = detectAgainstState(session, state, candidate);
  const recording = recordFindings(state, found.findings, session.now);
  const still = new Set(
    [...found.findings, ...found.stoppedWork.flatMap((work) => work.findings ?? [])].map(({ id }) => id),
  );
  const dismissed = state
    .conflictsOf(intent.id)
    .filter(
      (conflict) => isOpen(conflict) && !still.has(conflict.id) && RESCOPABLE.test(String(conflict.evidence.rule)),
    )
    .filter((conflict) => conflict.evidence.rule !== "FM-C005")
    .map((conflict): NewEvent => {
      const decision = {
        id: newId("dec", session.now),
        as: "dismissed" as const,
        resolution: "rescoped",
        reason: `${intent.agent} rescoped ${intent.id}: the scopes no longer overlap`,
        agent: session.who.agent,
        by: "auto" as const,
        strategy: "rescoped",
      };
      return { type: "conflict.dismissed", data: { conflict_id: conflict.id, decision } };
    });
  const notAssessed = [...subjectNotAssessed(candidate), ...found.notAssessed];
  const rescoped: Intent = { ...intent, scopes, uses, depends_on: dependsOn, updated_at: session.now.toISOString() };
  return {
    events: [
      {
        type: "intent.rescoped",
        data: {
          intent_id: intent.id,
          ...(changesScopes ? { scopes, uses } : {}),
          ...(request.dependsOn === undefined ? {} : { depends_on: dependsOn }),
        },
      },
      ...recording.events,
      ...dismissed,
    ],
    report: {
      schema: "foremerge.publish/1",
      as_of_event: state.asOf,
      intent: viewOfIntent(rescoped),
      findings: recording.shown,
      related_work: relatedWork(session, state, candidate),
      warnings: declared.warnings,
      blocking: recording.shown.some((finding) => finding.severity === "HIGH" && !finding.previously_settled),
      assessment: notAssessed.some(({ side }) => side === "subject") ? "incomplete" : "complete",
      not_assessed: notAssessed,
      dismissed: dismissed.map((event) => (event.data as { conflict_id: string }).conflict_id),
    },
  };
}
