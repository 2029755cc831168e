// A recorded conflict retold for the one who has to settle it: who plans what to which thing. Reads the ledger's state
// and, where tasks take part, the plan nodes.
import { OPERATIONS, type Operation, SCOPE_KINDS, type Scope, type Severity } from "../detect/model.ts";
import { normalise } from "../detect/normal-form.ts";
import type { PlanTree } from "../plan/tree.ts";
import type { Side, Story } from "../resolve/story.ts";
import type { Conflict, Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";

/** The story of a conflict. `tree` tells the tasks' own words and states, where somebody has read it. */
export function storyOf(state: State, conflict: Conflict, tree?: PlanTree): Story {
  const evidence = conflict.evidence as Readonly<Record<string, unknown>>;
  const sides = sidesOf(state, conflict, evidence, tree);
  const proposed = conflict.record?.participants.find(({ role }) => role === "proposed")?.task;
  const overlap = conflict.record?.overlap;
  return {
    conflictId: conflict.id,
    rule: String(evidence.rule ?? ""),
    kind: conflict.kind,
    severity: conflict.severity as Severity,
    asserted: evidence.asserted === true,
    sequenced: evidence.sequenced === true || conflict.ordered !== undefined,
    explanation: conflict.explanation,
    suggestion: conflict.suggestion,
    sides,
    ...(proposed === undefined ? {} : { proposedId: proposed }),
    files: overlap?.files ?? textsOf(evidence.files),
    elements: overlap ? [...overlap.functions, ...overlap.schema_elements] : textsOf(evidence.elements),
    evidence,
  };
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];

/** The ids that take part, the proposing one first; a side that is no plan (a module, a decision) is none of these. */
function participantsOf(conflict: Conflict): readonly string[] {
  const proposed = conflict.record?.participants.find(({ role }) => role === "proposed")?.task;
  if (conflict.record?.layer === "L4" && proposed !== undefined) return [proposed];
  const tasks = conflict.record?.participants.map(({ task }) => task) ?? [];
  const ids = tasks.length > 0 ? tasks : [conflict.source_intent_id, conflict.target_intent_id];
  return [...new Set(ids)].filter((id) => !id.startsWith("module:"));
}

function sidesOf(
  state: State,
  conflict: Conflict,
  evidence: Readonly<Record<string, unknown>>,
  tree: PlanTree | undefined,
): Story["sides"] {
  const [first, second] = participantsOf(conflict).map((id) => {
    const part = partOf(conflict, evidence, id);
    const intent = state.intent(id);
    return intent ? intentSide(intent, part) : taskSide(id, conflict, part, tree);
  });
  if (!first)
    return [taskSide(conflict.source_intent_id, conflict, { scope: known(conflict.scope), operation: null }, tree)];
  if (!second) return [first];
  const [a, b] = told(first, second);
  return isFirst(state, b, a) ? [b, a] : [a, b];
}

interface Part {
  readonly scope: Scope | null;
  readonly operation: Operation | null;
  /** Alias of the scope with its kind, for a side whose own words are not in the finding. */
  readonly alias?: string;
}

/** What the finding says of this side: its scope and what it does to it. */
function partOf(conflict: Conflict, evidence: Readonly<Record<string, unknown>>, id: string): Part {
  const side = id === conflict.source_intent_id ? "source" : "target";
  const said = evidence[`${side}_operation`];
  const operation = OPERATIONS.find((word) => word === said) ?? null;
  if (side === "source") return { scope: known(conflict.scope), operation };
  const alias = evidence.target_scope;
  // The same alias is the same name: the source's own spelling reads better than a folded one.
  if (conflict.scope && normalise(conflict.scope).alias === alias) return { scope: conflict.scope, operation };
  return typeof alias === "string" ? { scope: null, operation, alias } : { scope: null, operation };
}

function intentSide(intent: Intent, part: Part): Side {
  const scopes = [...intent.scopes, ...intent.uses];
  const alias = part.scope ? normalise(part.scope).alias : part.alias;
  const scope = scopes.find((one) => normalise(one).alias === alias) ?? part.scope ?? scopeOfAlias(alias);
  const files = intent.scopes.flatMap(({ kind, key }) => (kind === "file" ? [key] : []));
  return {
    id: intent.id,
    kind: "intent",
    name: intent.agent,
    summary: intent.summary,
    status: intent.status,
    scope: scope ? { kind: scope.kind, key: scope.key } : null,
    operation: part.operation,
    scopes: intent.scopes,
    uses: intent.uses,
    dependsOn: intent.depends_on,
    branch: intent.branch ?? null,
    files: [...new Set([...(intent.files ?? []), ...files])],
  };
}

/** A finding of another machine may name a kind that is not known here. */
const known = (scope: Scope | null): Scope | null =>
  scope !== null && (SCOPE_KINDS as readonly string[]).includes(scope.kind) ? scope : null;

function scopeOfAlias(alias: string | undefined): Scope | null {
  const at = alias?.indexOf(":") ?? -1;
  if (alias === undefined || at < 1) return null;
  return known({ kind: alias.slice(0, at) as Scope["kind"], key: alias.slice(at + 1) });
}

function taskSide(id: string, conflict: Conflict, part: Part, tree: PlanTree | undefined): Side {
  const node = tree?.withId(id)[0];
  const role = conflict.record?.participants.find(({ task }) => task === id)?.role;
  return {
    id,
    kind: "task",
    name: id,
    summary: node?.intent || id,
    status: node?.status ?? (role === "active" ? "active" : "planned"),
    scope: part.scope ?? scopeOfAlias(part.alias),
    operation: part.operation,
    scopes: [],
    uses: [],
    dependsOn: node?.dependsOn ?? [],
    branch: null,
    files: node?.artifacts.map(({ path }) => path) ?? [],
  };
}

/** Two plans of one agent are told apart by their ids. */
function told(a: Side, b: Side): readonly [Side, Side] {
  if (a.name !== b.name) return [a, b];
  return [
    { ...a, name: `${a.name} (${a.id})` },
    { ...b, name: `${b.name} (${b.id})` },
  ];
}

const RUNNING = new Set(["active", "IN_PROGRESS", "PROVISIONAL"]);

/** True when `a` comes before `b`: it runs and the other does not, or it was published earlier, or has the smaller id. */
function isFirst(state: State, a: Side, b: Side): boolean {
  const [x, y] = [state.intent(a.id), state.intent(b.id)];
  if (x && y) return compareOrder(x, y) < 0;
  const [runsA, runsB] = [RUNNING.has(a.status), RUNNING.has(b.status)];
  // What is declared and open comes before a task that nobody has begun.
  if (runsA === runsB && a.kind !== b.kind) return a.kind === "intent";
  return runsA === runsB ? a.id < b.id : runsA;
}

function compareOrder(a: Intent, b: Intent): number {
  return (
    a.order.lc - b.order.lc ||
    (a.order.replica < b.order.replica ? -1 : a.order.replica > b.order.replica ? 1 : 0) ||
    a.order.n - b.order.n
  );
}
