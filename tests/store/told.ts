// Everything that a state says, as text: two states that tell the same are the same.
import { postingKeys } from "../../src/detect/postings.ts";
import { candidateOf, type State } from "../../src/store/state.ts";

/** Questions that name nothing but what is open come first: a state may answer those from a snapshot. */
export function told(state: State): string {
  const open = state.openIntents();
  const keys = [...new Set(open.flatMap((intent) => postingKeys(candidateOf(intent))))].sort();
  const { postings } = state;
  // Before anything asks for conflicts, which may go to the whole fold.
  const named = state.recordedAmongOpen();
  const here = {
    asOf: state.asOf,
    maxLc: state.maxLc,
    warnings: state.warnings,
    open,
    held: state.claims(),
    alive: ["12:59", "13:30", "14:30"].map((time) => state.liveClaims(new Date(`2026-11-30T${time}:00Z`))),
    laterThanAllowed: open.filter(({ updated_at }) => updated_at > state.updatedUntil),
    openConflicts: state.openConflicts(),
    unnamed: open
      .flatMap(({ id }) => state.conflictsOf(id))
      .filter((one) => [one.source_intent_id, one.target_intent_id].every((id) => open.some((each) => each.id === id)))
      .filter(({ id }) => !named.has(id)),
    agents: state.agents(),
    plans: state.plans(),
    assessments: state.assessments(),
    unscoped: state.unscoped,
    mine: ["ada", "ben", "cleo"].map((agent) => [
      state.openIntentsOf(agent),
      state.claimsBy(agent),
      state.agent(agent),
    ]),
    prefix: ["int_0000", "clm_", "cfl_000", "evt_", "dtn_", "int_00000000000000000000000002"].map((prefix) =>
      state.idsWithPrefix(prefix),
    ),
    postings: {
      size: postings.size,
      all: [...postings.all()],
      keys: keys.map((key) => [key, postings.count(key), postings.ids(key)]),
      candidates: open.map(({ id }) => postings.candidate(id)),
    },
  };
  const names = [1, 2, 3, 4].map((n) => String(n).padStart(26, "0"));
  const each = names.map((name) => [
    state.intent(`int_${name}`),
    state.claims(`int_${name}`),
    state.conflictsOf(`int_${name}`),
    state.conflict(`cfl_${name}`),
    state.plan(`T${Number(name)}`),
    postings.candidate(`int_${name}`),
  ]);
  return JSON.stringify({ here, each });
}

/** What only the whole fold can tell. */
export function toldWhole(state: State): string {
  return JSON.stringify({
    intents: state.allIntents(),
    claims: state.allClaims(),
    conflicts: state.allConflicts(),
    events: [...state.events()],
    told: told(state),
  });
}
