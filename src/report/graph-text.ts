// `graph` for people at a terminal: the matrix of agents and scopes, and which intents collide. Pure.
import type { View } from "../commands/command.ts";
import { displayWidth } from "../term/width.ts";
import { visible } from "./escape.ts";
import type { Graph } from "./graph.ts";
import { clip } from "./screen.ts";
import { type Cell, heading, paragraph, table } from "./table.ts";
import { severityCell } from "./words.ts";

interface Matrix {
  readonly agents: readonly string[];
  /** Scope as written, and what each agent does to it; the most shared first. */
  readonly rows: readonly (readonly [string, ReadonlyMap<string, ReadonlySet<string>>])[];
}

function matrixOf(graph: Graph): Matrix {
  const agentOf = new Map(graph.intents.map(({ id, agent }) => [id, agent]));
  const rows = new Map<string, Map<string, Set<string>>>();
  for (const { intent, scope, operation, inferred } of graph.edges) {
    const agent = agentOf.get(intent);
    if (agent === undefined) continue;
    const row = rows.get(scope) ?? new Map<string, Set<string>>();
    rows.set(scope, row);
    row.set(agent, (row.get(agent) ?? new Set<string>()).add(operation + (inferred ? "?" : "")));
  }
  const text = new Map(graph.scopes.map((scope) => [scope.id, scope.text]));
  return {
    agents: [...new Set(graph.intents.map(({ agent }) => agent))].sort(),
    rows: [...rows]
      .sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
      .map(([scope, cells]) => [text.get(scope) ?? scope, cells] as const),
  };
}

/** Agents across, scopes down, operations in the cells; in letters where the words do not fit. */
export function matrixText(view: View, graph: Graph): string {
  const matrix = matrixOf(graph);
  const { agents, rows } = matrix;
  if (rows.length === 0) return "";
  const words = 3 * agents.length + agents.reduce((sum, name) => sum + Math.max(8, displayWidth(visible(name))), 24);
  if (view.width !== undefined && words > view.width) return lettersText(view, matrix, view.width);
  const records = rows.map(([scope, cells]): Cell[] => [
    scope,
    // An empty cell of a matrix is empty, not `-`.
    ...agents.map((agent) => (cells.has(agent) ? [...(cells.get(agent) ?? [])].sort() : " ")),
  ]);
  return table(view, [{ title: "Scope", min: 12 }, ...agents.map((title) => ({ title, min: 7 }))], records);
}

const LETTERS: Readonly<Record<string, string>> = {
  add: "a",
  extend: "e",
  modify: "m",
  replace: "R",
  remove: "D",
  rename: "N",
  migrate: "G",
  use: "u",
};
const LETTER_LEGEND =
  "a add · e extend · m modify · R replace · D remove · N rename · G migrate · u use · capitals take something away";

/** One column of two cells an agent, numbered; as many agents side by side as fit, the others in blocks below. */
function lettersText(view: View, { agents, rows }: Matrix, width: number): string {
  const left = Math.min(40, Math.max(12, Math.floor(width / 3)));
  const block = Math.max(1, Math.floor((width - left - 1) / 3));
  let out = "";
  for (let from = 0; from < agents.length; from += block) {
    const some = agents.slice(from, from + block);
    const numbers = some.map((_, i) => String(from + i + 1).padStart(3)).join("");
    out += `${" ".repeat(left)}${view.paint("strong", numbers)}\n`;
    for (const [scope, cells] of rows) {
      if (!some.some((agent) => cells.has(agent))) continue;
      const name = clip(visible(scope), left);
      const letters = some.map((agent) => {
        const own = [...(cells.get(agent) ?? [])].map((words) => LETTERS[words.replace("?", "")] ?? "?");
        return [...new Set(own)].sort().join("").slice(0, 2).padStart(3);
      });
      out += `${name}${" ".repeat(left - displayWidth(name))}${letters.join("")}`.trimEnd();
      out += "\n";
    }
  }
  const names = agents.map((name, i) => `${i + 1} ${name}`).join(" · ");
  return out + paragraph(view, names, { role: "dim" }) + paragraph(view, LETTER_LEGEND, { role: "dim" });
}

/** Table form of `foremerge.graph/1`. */
export function graphText(view: View, graph: Graph): string {
  if (graph.intents.length === 0) return view.width === undefined ? "" : paragraph(view, "No open intent.");
  const agentOf = new Map(graph.intents.map(({ id, agent }) => [id, agent]));
  const rank: Readonly<Record<string, number>> = { HIGH: 0, MEDIUM: 1, LOW: 2 };
  const findings = [...graph.findings].sort((a, b) => (rank[a.severity] ?? 3) - (rank[b.severity] ?? 3));
  const collisions =
    findings.length === 0
      ? ""
      : `\n${heading(view, "Who collides with whom:")}${table(
          view,
          [
            { title: "Severity", rigid: true },
            { title: "Rule", rigid: true },
            { title: "Between", min: 12 },
            { title: "Finding", rigid: true },
          ],
          findings.map(({ severity, rule, source, target, id }) => [
            severityCell(severity),
            rule,
            `${agentOf.get(source) ?? source} and ${agentOf.get(target) ?? target}`,
            id,
          ]),
        )}`;
  const orders = graph.orders.map(({ first, second }) =>
    paragraph(view, `${first} (${agentOf.get(first)}) before ${second} (${agentOf.get(second)})`, { indent: 2 }),
  );
  const order = orders.length === 0 ? "" : `\n${heading(view, "Agreed order:")}${orders.join("")}`;
  return matrixText(view, graph) + collisions + order;
}
