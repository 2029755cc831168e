// What the ledger has to offer to somebody who types: ids, agents, scopes. Reads only, and never fails a shell.
import { OPERATIONS, SCOPE_KINDS } from "../detect/model.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";

export type ValueKind = "intent" | "conflict" | "claim" | "agent" | "scope" | "rule" | "task";

export interface Suggestion {
  readonly value: string;
  readonly about?: string;
}

/** Values of a kind that begin as typed; none where there is no ledger. */
export async function ledgerValues(session: Session, kind: ValueKind, typed: string): Promise<readonly Suggestion[]> {
  if (kind === "rule") {
    const { RULES } = await import("../detect/registry.ts");
    return starting(
      typed.toUpperCase(),
      RULES.map(({ id, summary }) => ({ value: id, about: summary })),
    );
  }
  let state: State | undefined;
  try {
    state = session.state();
  } catch {
    // Nothing to offer from a ledger that is not there or cannot be read.
  }
  if (kind === "scope") return scopes(state, typed);
  return state ? starting(typed, VALUES[kind](state)) : [];
}

const VALUES: Readonly<Record<Exclude<ValueKind, "rule" | "scope">, (state: State) => Suggestion[]>> = {
  intent: (state) =>
    state.openIntents().map(({ id, agent, summary }) => ({ value: id, about: `${agent}: ${summary}` })),
  conflict: (state) =>
    state.openConflicts().map(({ id, severity, kind, scope }) => ({
      value: id,
      about: `${severity} ${kind}${scope ? ` ${scope.kind}:${scope.key}` : ""}`,
    })),
  claim: (state) =>
    state.claims().map(({ id, agent, scope }) => ({ value: id, about: `${agent}: ${scope.kind}:${scope.key}` })),
  agent: (state) => state.agents().map(({ agent }) => ({ value: agent })),
  task: (state) => [
    ...state
      .openIntents()
      .flatMap(({ task, summary }) => (task === undefined ? [] : [{ value: task, about: summary }])),
    ...state.plans().map(({ node }) => ({ value: node })),
  ],
};

/** Scopes of open work; before the colon the kinds, behind an `=` the operations. */
function scopes(state: State | undefined, typed: string): readonly Suggestion[] {
  const equals = typed.lastIndexOf("=");
  if (equals > 0) {
    return starting(
      typed,
      OPERATIONS.map((operation) => ({ value: `${typed.slice(0, equals)}=${operation}` })),
    );
  }
  const known = (state?.openIntents() ?? []).flatMap((intent) =>
    intent.scopes.map(({ kind, key }) => ({ value: `${kind}:${key}`, about: intent.agent })),
  );
  const kinds = typed.includes(":") ? [] : SCOPE_KINDS.map((kind) => ({ value: `${kind}:` }));
  return starting(typed, [...known, ...kinds]);
}

/** At most so many: more help nobody. */
const MOST = 200;

/** The suggestions that begin as typed, each once, sorted; what could disturb a terminal or a shell is left out. */
export function starting(typed: string, all: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Map<string, Suggestion>();
  for (const each of all) {
    if (!each.value.startsWith(typed) || seen.has(each.value) || !HARMLESS.test(each.value)) continue;
    seen.set(each.value, each);
  }
  return [...seen.values()].sort((a, b) => (a.value < b.value ? -1 : 1)).slice(0, MOST);
}

const HARMLESS = /^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+$/u;
