// The graph of what is going on: open intents, the scopes they declare, the findings and agreed orders between them.
import { normalise } from "../detect/normal-form.ts";
import type { Graph, GraphEdge, GraphFinding, GraphOrder, GraphScope } from "../report/graph.ts";
import type { Conflict, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";

export interface GraphRequest {
  /** Closed intents and settled findings too. */
  readonly all: boolean;
  /** Only this agent's intents and what they meet. */
  readonly by: string | undefined;
  /** Full ids; only these intents and what they meet. */
  readonly intents: readonly string[] | undefined;
  readonly ignoreCase: boolean;
}

export interface GraphDocument extends Graph {
  readonly schema: "foremerge.graph/1";
  readonly as_of_event: number;
  readonly [extra: string]: unknown;
}

/** The graph document of a state. */
export function graphDocument(state: State, request: GraphRequest): GraphDocument {
  const everything = request.all ? state.allIntents() : state.openIntents();
  const conflicts = (request.all ? state.allConflicts() : state.openConflicts()).filter(
    ({ source_intent_id, target_intent_id }) => source_intent_id !== target_intent_id,
  );
  const intents = chosen(everything, conflicts, request);
  const kept = new Set(intents.map(({ id }) => id));
  const { scopes, edges } = scopesOf(intents, request.ignoreCase);
  return {
    schema: "foremerge.graph/1",
    as_of_event: state.asOf,
    intents: intents.map(({ id, agent, summary, status }) => ({ id, agent, summary, status })),
    scopes,
    edges,
    findings: conflicts.filter((c) => kept.has(c.source_intent_id) && kept.has(c.target_intent_id)).map(findingOf),
    orders: ordersOf(intents, conflicts, kept),
  };
}

/** The intents that were asked for, and those that they have findings with. */
function chosen(all: readonly Intent[], conflicts: readonly Conflict[], request: GraphRequest): readonly Intent[] {
  const { by, intents } = request;
  if (by === undefined && intents === undefined) return all;
  const named = new Set(
    all
      .filter(({ id, agent }) => (by === undefined || agent === by) && (intents === undefined || intents.includes(id)))
      .map(({ id }) => id),
  );
  const wanted = new Set(named);
  for (const { source_intent_id: a, target_intent_id: b } of conflicts) {
    if (named.has(a)) wanted.add(b);
    if (named.has(b)) wanted.add(a);
  }
  return all.filter(({ id }) => wanted.has(id));
}

function scopesOf(intents: readonly Intent[], ignoreCase: boolean): { scopes: GraphScope[]; edges: GraphEdge[] } {
  const scopes = new Map<string, GraphScope>();
  const edges: GraphEdge[] = [];
  for (const intent of intents) {
    const uses = intent.uses.map((scope) => ({ ...scope, operation: "use" as const, inferred: false }));
    for (const scope of [...intent.scopes, ...uses]) {
      const { full } = normalise(scope, ignoreCase);
      if (!scopes.has(full)) scopes.set(full, { id: full, text: `${scope.kind}:${scope.key}` });
      edges.push({ intent: intent.id, scope: full, operation: scope.operation, inferred: scope.inferred });
    }
  }
  return { scopes: [...scopes.values()], edges };
}

function findingOf(conflict: Conflict): GraphFinding {
  const { rule } = conflict.evidence as { readonly rule?: unknown };
  return {
    id: conflict.id,
    rule: typeof rule === "string" ? rule : conflict.kind,
    severity: conflict.severity,
    status: conflict.status,
    source: conflict.source_intent_id,
    target: conflict.target_intent_id,
  };
}

/** Orders that were declared (`depends_on`) or agreed (SERIALIZE), each once. */
function ordersOf(intents: readonly Intent[], conflicts: readonly Conflict[], kept: ReadonlySet<string>): GraphOrder[] {
  const orders = new Map<string, GraphOrder>();
  const add = (first: string, second: string): void => {
    if (kept.has(first) && kept.has(second)) orders.set(`${first} ${second}`, { first, second });
  };
  for (const intent of intents) for (const first of intent.depends_on) add(first, intent.id);
  for (const { ordered } of conflicts) if (ordered) add(ordered[0], ordered[1]);
  return [...orders.values()];
}
