// What `graph` draws: intents, the scopes they touch, the findings between them. Types and what both drawings share.
import type { Operation, Severity } from "../detect/model.ts";

export interface GraphIntent {
  readonly id: string;
  readonly agent: string;
  readonly summary: string;
  readonly status: string;
}

export interface GraphScope {
  /** Full scope with kind: its identity. */
  readonly id: string;
  /** As somebody wrote it. */
  readonly text: string;
}

export interface GraphEdge {
  readonly intent: string;
  readonly scope: string;
  readonly operation: Operation;
  readonly inferred: boolean;
}

export interface GraphFinding {
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly status: string;
  readonly source: string;
  readonly target: string;
}

export interface GraphOrder {
  readonly first: string;
  readonly second: string;
}

export interface Graph {
  readonly intents: readonly GraphIntent[];
  readonly scopes: readonly GraphScope[];
  readonly edges: readonly GraphEdge[];
  readonly findings: readonly GraphFinding[];
  /** Agreed orders: `depends_on`. */
  readonly orders: readonly GraphOrder[];
}

/** Nodes under short names of our own: stored ids never become part of a drawing's syntax. */
export function nodeNames(graph: Graph): { readonly intent: Map<string, string>; readonly scope: Map<string, string> } {
  return {
    intent: new Map(graph.intents.map(({ id }, i) => [id, `i${i}`])),
    scope: new Map(graph.scopes.map(({ id }, i) => [id, `s${i}`])),
  };
}

/** A label of bearable length: a summary may have 2,000 characters. */
export function label(text: string, most = 80): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
