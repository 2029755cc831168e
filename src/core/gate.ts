// What stands between finished work and acceptance (spec 4.1, 4.2): open HIGH findings, unless an order lets this
// intent go first; and who may settle a HIGH.
import { ForemergeError } from "../errors.ts";
import type { Conflict, Intent, SettledBy } from "../store/model.ts";
import type { State } from "../store/state.ts";
import { isOpenIntent } from "./ownership.ts";
import { isOpen } from "./recording.ts";
import type { Session } from "./session.ts";

/** Open findings of an intent: unsettled, and at least one side still open (spec 4.2). */
export function openFindings(state: State, intent: Intent): readonly Conflict[] {
  const other = (conflict: Conflict): string =>
    conflict.source_intent_id === intent.id ? conflict.target_intent_id : conflict.source_intent_id;
  return state.conflictsOf(intent.id).filter((conflict) => {
    if (!isOpen(conflict)) return false;
    if (isOpenIntent(intent)) return true;
    const counterpart = state.intent(other(conflict));
    return counterpart !== undefined && isOpenIntent(counterpart);
  });
}

/** The HIGH findings that refuse acceptance of this intent. An order gates only the second. */
export function gatingConflicts(state: State, intent: Intent): readonly Conflict[] {
  return openFindings(state, intent).filter(
    (conflict) => conflict.severity === "HIGH" && conflict.ordered?.[0] !== intent.id,
  );
}

/** What `depends_on` says about accepting now. */
export interface Dependencies {
  /** Not accepted yet: these refuse. */
  readonly waiting: readonly { readonly id: string; readonly status: string }[];
  /** Will never be accepted: listed, and do not block. */
  readonly discarded: readonly string[];
}

export function dependenciesOf(state: State, intent: Intent): Dependencies {
  const waiting: { id: string; status: string }[] = [];
  const discarded: string[] = [];
  for (const id of intent.depends_on) {
    const status = state.intent(id)?.status ?? "not known here";
    if (status === "DISCARDED") discarded.push(id);
    else if (status !== "ACCEPTED") waiting.push({ id, status });
  }
  return { waiting, discarded };
}

/**
 * Refuses a settlement of a HIGH by somebody whom `gate.settle_high` does not allow (spec 4.2). `counterpart` is the
 * owner of the intent that was there first: who came later may not wave it through alone.
 * @throws NOT_OWNER
 */
export function requireMaySettle(session: Session, state: State, conflict: Conflict, by: SettledBy): void {
  const rule = session.settings.gate.settle_high;
  if (conflict.severity !== "HIGH" || rule === "anyone") return;
  const refuse = (message: string, hint: string, details: Record<string, unknown>): never => {
    throw new ForemergeError("NOT_OWNER", message, {
      hint,
      details: { conflict_id: conflict.id, settle_high: rule, ...details },
    });
  };
  const { agent } = session.who;
  if (rule === "human") {
    if (by === "human") return;
    refuse(
      `${conflict.id} is HIGH: a person settles it here (gate.settle_high: human), and ${agent} is none`,
      `note what was agreed (foremerge resolve ${conflict.id} --coordinate TEXT); a name in people, or somebody at a terminal, settles it`,
      { people: session.settings.people },
    );
  }
  const owner = state.intent(conflict.target_intent_id)?.agent;
  if (owner === agent) return;
  refuse(
    `${conflict.id} is HIGH: ${owner ?? "the owner of the other intent"} settles it here (gate.settle_high: counterpart)`,
    `say what you propose: foremerge resolve ${conflict.id} --coordinate TEXT`,
    { owner: owner ?? null },
  );
}
