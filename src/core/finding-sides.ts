// Who stands on either side of a finding: the agents of intents, and the tasks of plans that nobody works on yet.
import type { State } from "../store/state.ts";

interface Sided {
  readonly source_intent_id: string;
  readonly target_intent_id: string;
  readonly evidence: object;
}

/** Each once. A decision on record is nobody, and neither is an intent that is not in this ledger. */
export function sidesOf(
  state: State,
  { source_intent_id, target_intent_id, evidence }: Sided,
): { readonly agents: readonly string[]; readonly tasks: readonly string[] } {
  const agents = new Set<string>();
  const tasks = new Set<string>();
  for (const id of [source_intent_id, target_intent_id]) {
    const intent = state.intent(id);
    if (intent) agents.add(intent.agent);
    else if (!id.startsWith("int_") && !("decision" in evidence && evidence.decision === id)) tasks.add(id);
  }
  return { agents: [...agents], tasks: [...tasks] };
}
