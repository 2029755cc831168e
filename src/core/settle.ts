// Settling a conflict by hand (spec 4.2): one decision, with a reason, by somebody; the first one holds.
import { ForemergeError, invalidInput } from "../errors.ts";
import type { NewEvent } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { Conflict, Decision, SettledBy } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { requireMaySettle } from "./gate.ts";
import { resolveId } from "./ids.ts";
import { isOpen } from "./recording.ts";
import type { Session } from "./session.ts";

export type SettleAs = Decision["as"];

export interface SettleRequest {
  readonly id: string;
  readonly reason: string;
  readonly as: SettleAs;
  readonly resolution?: string;
  /** What settled it, when it was more than a word: a strategy's name, a choice. */
  readonly strategy?: string;
}

const STATUS_OF = { resolved: "RESOLVED", overridden: "OVERRIDDEN", dismissed: "DISMISSED" } as const;

/** Reasons are never blank (spec 4.1). @throws INVALID_INPUT */
export function requireReason(reason: string | undefined, flag = "--reason"): string {
  const text = reason?.trim() ?? "";
  if (text === "") throw invalidInput(`${flag} is blank`, `write ${flag} "why", one sentence that others can follow`);
  if ([...text].length > 4000) throw invalidInput(`${flag} has more than 4,000 characters`, "say it shorter");
  return text;
}

/** The conflict meant, still open. @throws NOT_FOUND, ALREADY_SETTLED saying by whom and when */
export function openConflict(state: State, typed: string): Conflict {
  const conflict = state.conflict(resolveId(state, typed, "cfl"));
  if (!conflict) throw new ForemergeError("NOT_FOUND", `no conflict ${typed}`);
  if (isOpen(conflict)) return conflict;
  const decision = conflict.decisions[0];
  throw new ForemergeError(
    "ALREADY_SETTLED",
    `${conflict.id} is ${conflict.status}${decision ? ` by ${decision.agent} at ${decision.at}: ${decision.reason}` : ""}`,
    {
      hint: `foremerge conflicts show ${conflict.id}`,
      details: { status: conflict.status, decision: decision ?? null },
    },
  );
}

/** Who settles: a person is a name in `people`, or somebody at a terminal. */
export function settledBy(session: Session): SettledBy {
  return session.interactive || session.settings.people.includes(session.who.agent) ? "human" : "agent";
}

/** The event that settles, and its decision. */
export function settlement(
  session: Session,
  conflict: Conflict,
  request: Omit<SettleRequest, "id">,
  by: SettledBy,
): { readonly event: NewEvent; readonly decision: Decision } {
  const stored = {
    id: newId("dec", session.now),
    as: request.as,
    resolution: request.resolution?.trim() || request.reason,
    reason: request.reason,
    agent: session.who.agent,
    by,
    ...(request.strategy === undefined ? {} : { strategy: request.strategy }),
  };
  return {
    event: { type: `conflict.${request.as}`, data: { conflict_id: conflict.id, decision: stored } },
    decision: { ...stored, at: session.now.toISOString() },
  };
}

export interface Settled {
  readonly conflict: Conflict;
  readonly decision: Decision;
  readonly asOf: number;
}

/**
 * Settles one conflict. @throws INVALID_INPUT (blank reason), NOT_FOUND, ALREADY_SETTLED, NOT_OWNER (gate), LEDGER_FAILED
 * when an event that comes later in order leaves it open
 */
export function settle(session: Session, request: SettleRequest): Settled {
  const reason = requireReason(request.reason);
  const { result, state: after } = session.ledger().transact({ actor: session.who.agent, at: session.now }, (state) => {
    const conflict = openConflict(state, request.id);
    const by = settledBy(session);
    requireMaySettle(session, state, conflict, by);
    const { event, decision } = settlement(session, conflict, { ...request, reason }, by);
    const settled: Conflict = {
      ...conflict,
      status: STATUS_OF[request.as],
      decisions: [...conflict.decisions, decision],
    };
    return { events: [event], result: { conflict: settled, decision, asOf: state.asOf + 1 } };
  });
  const { id } = result.conflict;
  if (isOpen(after.conflict(id) ?? result.conflict)) {
    throw new ForemergeError("LEDGER_FAILED", `the settlement of ${id} is recorded, but ${id} stays open`, {
      hint: "an event with a clock that nobody can have counted to comes after it: foremerge ledger verify names it",
    });
  }
  return result;
}
