// Publishing an intent (spec 4.1): validate, compare with everything open and append, all under one lock, so that of
// two that publish at the same moment the later one sees the earlier one.
import type { Finding, ScopeClaim } from "../detect/model.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Intent, ModuleDeclaration, PublishedIntent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { withDerived } from "./derived-claims.ts";
import { detectAgainstState, relatedWork, subjectNotAssessed } from "./detection.ts";
import type { PublishDocument } from "./documents.ts";
import { recordFindings } from "./recording.ts";
import { candidateFor, type Declaration, type Declared, declare, dependencies } from "./request.ts";
import type { Session } from "./session.ts";
import { viewOfIntent } from "./views.ts";

export interface PublishRequest extends Declaration {
  readonly rationale?: string;
  readonly group?: string;
  readonly modules?: readonly ModuleDeclaration[];
  /** Scopes out of a diff, beside those that were declared (spec 3.7). */
  readonly fromDiff?: { readonly claims: readonly ScopeClaim[]; readonly warnings: readonly string[] };
  /** Findings of its modules, once the id of the intent is known (spec 4.5). */
  readonly moduleFindings?: (state: State, intentId: string) => readonly Finding[];
}

/** A request that passed every refusal that needs no ledger. */
export interface Prepared {
  readonly request: PublishRequest;
  readonly declared: Declared;
  readonly agent: string;
}

/** Checks a request before the lock is taken. @throws INVALID_INPUT */
export function prepare(session: Session, request: PublishRequest): Prepared {
  const declared = declare(session, request);
  const { fromDiff } = request;
  return {
    request,
    declared: fromDiff
      ? {
          ...declared,
          scopes: withDerived(declared.scopes, fromDiff.claims),
          warnings: [...declared.warnings, ...fromDiff.warnings],
        }
      : declared,
    agent: request.agent ?? session.who.agent,
  };
}

/** Everything that one publication appends, and its answer. */
export function decidePublish(
  session: Session,
  state: State,
  prepared: Prepared,
): { readonly events: readonly NewEvent[]; readonly report: PublishDocument } {
  const { request, declared, agent } = prepared;
  const { repository, now } = session;
  const dependsOn = dependencies(state, request.dependsOn);
  const published: PublishedIntent = {
    id: newId("int", now),
    agent,
    ...(session.who.session === undefined ? {} : { session: session.who.session }),
    ...(request.task === undefined ? {} : { task: request.task }),
    summary: declared.summary,
    ...(request.rationale === undefined ? {} : { rationale: request.rationale }),
    scopes: declared.scopes,
    uses: declared.uses,
    depends_on: dependsOn,
    ...(request.group === undefined ? {} : { group: request.group }),
    ...(repository?.branch === undefined ? {} : { branch: repository.branch }),
    ...(repository?.head === undefined ? {} : { base: repository.head }),
    ...(repository === undefined ? {} : { worktree: repository.worktreeName, worktree_path: repository.root }),
    ...(request.modules === undefined ? {} : { modules: request.modules }),
    ...(request.fromDiff ? { derived: true } : {}),
  };
  const candidate = candidateFor(session, published.id, agent, declared, dependsOn);
  const found = detectAgainstState(session, state, candidate);
  const ofModules = request.moduleFindings?.(state, published.id) ?? [];
  const recording = recordFindings(state, [...found.findings, ...ofModules], now);
  const notAssessed = [...subjectNotAssessed(candidate), ...found.notAssessed];
  const at = now.toISOString();
  const intent: Intent = {
    ...published,
    status: "INTENT",
    created_at: at,
    updated_at: at,
    order: { lc: 0, replica: "", n: 0 },
    previous_owners: [],
  };
  return {
    events: [{ type: "intent.published", data: { intent: published } }, ...recording.events],
    report: {
      schema: "foremerge.publish/1",
      as_of_event: state.asOf,
      intent: viewOfIntent(intent),
      findings: recording.shown,
      related_work: relatedWork(session, state, candidate),
      warnings: declared.warnings,
      blocking: recording.shown.some((finding) => finding.severity === "HIGH"),
      assessment: notAssessed.some(({ side }) => side === "subject") ? "incomplete" : "complete",
      not_assessed: notAssessed,
    },
  };
}

/** Publishes one intent. @throws the refusals of spec 1.1 and 2.3 */
export function publish(session: Session, prepared: Prepared): PublishDocument {
  const { result } = session.ledger().transact({ actor: prepared.agent, at: session.now }, (state) => {
    const { events, report } = decidePublish(session, state, prepared);
    return { events, result: { ...report, as_of_event: state.asOf + events.length } };
  });
  return result;
}
