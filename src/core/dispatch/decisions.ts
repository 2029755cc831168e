// L4: what a task declares against the decisions on record (spec 3.5, step 3). Pure.
import type { RecordedDecision } from "../../config/settings.ts";
import { fitsPattern } from "../../detect/contains.ts";
import type { Operation, Scope } from "../../detect/model.ts";
import { printScope } from "../../detect/scope.ts";
import type { Side } from "./side.ts";

/** A declared (or inferred) change that a decision forbids. */
export interface Contradiction {
  readonly decision: RecordedDecision;
  readonly scope: Scope;
  readonly operation: Operation;
  /** The operation was declared: only then is it asserted. */
  readonly declared: boolean;
}

/** True when the decisions are asked about this task: high in the tree, or bringing something new. */
export function asksDecisions(side: Side): boolean {
  const node = side.node;
  return node !== undefined && ((node.tier !== undefined && node.tier <= 2) || node.createsNewPattern);
}

/** Contradictions, one per decision: of several changes that one forbids, a declared one counts first. */
export function contradictions(
  side: Side,
  decisions: readonly RecordedDecision[],
  ignoreCase: boolean,
): readonly Contradiction[] {
  const changes = changesOf(side);
  const found: Contradiction[] = [];
  for (const decision of decisions) {
    const hits = changes.filter(
      ({ scope, operation }) => decision.forbid.includes(operation) && fitsPattern(decision.scope, scope, ignoreCase),
    );
    const hit = hits.find(({ declared }) => declared) ?? hits[0];
    if (hit) found.push({ decision, ...hit });
  }
  return found;
}

interface Change {
  readonly scope: Scope;
  readonly operation: Operation;
  readonly declared: boolean;
}

/** Everything the task says it does: its scopes, its uses, and its artifacts with the names in them. */
function changesOf({ candidate, touches }: Side): readonly Change[] {
  const changes: Change[] = [
    ...candidate.scopes.map(({ kind, key, operation, inferred }) => ({
      scope: { kind, key },
      operation,
      declared: !inferred,
    })),
    ...candidate.uses.map(({ kind, key, inferred }) => ({
      scope: { kind, key },
      operation: "use" as const,
      declared: inferred !== true,
    })),
  ];
  for (const { path, symbols, operation, read } of touches) {
    const said = read ? ("use" as const) : (operation ?? "modify");
    const declared = read || operation !== undefined;
    changes.push({ scope: { kind: "file", key: path }, operation: said, declared });
    for (const name of symbols ?? []) {
      for (const kind of ["symbol", "schema", "api"] as const) {
        changes.push({ scope: { kind, key: name }, operation: said, declared });
      }
      changes.push({ scope: { kind: "symbol", key: `${path}#${name}` }, operation: said, declared });
    }
  }
  return changes;
}

/** The contradiction in one sentence. */
export function explainContradiction({ decision, scope, operation }: Contradiction, task: string): string {
  return `${task} would ${operation} ${printScope(scope)}, which decision ${decision.id} forbids: ${decision.why}`;
}
