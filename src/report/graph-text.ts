// `graph` for people at a terminal: the matrix of agents and scopes, and which intents collide. Pure.
import type { View } from "../commands/command.ts";
import type { Graph } from "./graph.ts";
import { type Cell, heading, paragraph, table } from "./table.ts";
import { severityCell } from "./words.ts";

/** Agents across, scopes down, operations in the cells; the most shared scopes first. */
export function matrixText(view: View, graph: Graph): string {
  const agentOf = new Map(graph.intents.map(({ id, agent }) => [id, agent]));
  const rows = new Map<string, Map<string, Set<string>>>();
  for (const { intent, scope, operation, inferred } of graph.edges) {
    const agent = agentOf.get(intent);
    if (agent === undefined) continue;
    const row = rows.get(scope) ?? new Map<string, Set<string>>();
    rows.set(scope, row);
    const cell = row.get(agent) ?? new Set<string>();
    row.set(agent, cell.add(operation + (inferred ? "?" : "")));
  }
  const text = new Map(graph.scopes.map((scope) => [scope.id, scope.text]));
  const agents = [...new Set(graph.intents.map(({ agent }) => agent))].sort();
  const records = [...rows]
    .sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
    .map(([scope, cells]): Cell[] => [
      text.get(scope) ?? scope,
      ...agents.map((agent) => [...(cells.get(agent) ?? [])].sort()),
    ]);
  return table(view, [{ title: "Scope", min: 12 }, ...agents.map((title) => ({ title, min: 7 }))], blank(records));
}

/** An empty cell of a matrix is empty, not `-`. */
const blank = (records: readonly (readonly Cell[])[]): Cell[][] =>
  records.map((record) => record.map((cell) => (Array.isArray(cell) && cell.length === 0 ? " " : cell)));

/** Table form of `foremerge.graph/1`. */
export function graphText(view: View, graph: Graph): string {
  if (graph.intents.length === 0) return view.width === undefined ? "" : paragraph(view, "No open intent.");
  const agentOf = new Map(graph.intents.map(({ id, agent }) => [id, agent]));
  const findings =
    graph.findings.length === 0
      ? ""
      : `\n${heading(view, "Who collides with whom:")}${table(
          view,
          [
            { title: "Severity", rigid: true },
            { title: "Rule", rigid: true },
            { title: "Between", min: 12 },
            { title: "Finding", rigid: true },
          ],
          graph.findings.map(({ severity, rule, source, target, id }) => [
            severityCell(severity),
            rule,
            [agentOf.get(source) ?? source, agentOf.get(target) ?? target],
            id,
          ]),
        )}`;
  const orders = graph.orders.map(({ first, second }) =>
    paragraph(view, `${first} (${agentOf.get(first)}) before ${second} (${agentOf.get(second)})`, { indent: 2 }),
  );
  const order = orders.length === 0 ? "" : `\n${heading(view, "Agreed order:")}${orders.join("")}`;
  return matrixText(view, graph) + findings + order;
}
