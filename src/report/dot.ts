// A Graphviz graph of intents, scopes and findings. Pure.
import { visible } from "./escape.ts";
import { type Graph, label, nodeNames } from "./graph.ts";

const quoted = (text: string): string => `"${visible(label(text)).replace(/[\\"]/g, "\\$&")}"`;

const COLOUR: Readonly<Record<string, string>> = { HIGH: "#b3261e", MEDIUM: "#8a5300", LOW: "#0b5cad" };

/** The graph as DOT text. */
export function dotText(graph: Graph): string {
  const { intent, scope } = nodeNames(graph);
  const lines = [
    "digraph foremerge {",
    "  rankdir=LR;",
    '  node [fontname="sans-serif"];',
    '  edge [fontname="sans-serif"];',
  ];
  for (const each of graph.intents) {
    lines.push(
      `  ${intent.get(each.id)} [shape=box, label=${quoted(`${each.agent}: ${each.summary} (${each.status})`)}];`,
    );
  }
  for (const each of graph.scopes) lines.push(`  ${scope.get(each.id)} [shape=ellipse, label=${quoted(each.text)}];`);
  for (const edge of graph.edges) {
    const [from, to] = [intent.get(edge.intent), scope.get(edge.scope)];
    if (from && to) lines.push(`  ${from} -> ${to} [label=${quoted(edge.operation + (edge.inferred ? "?" : ""))}];`);
  }
  for (const order of graph.orders) {
    const [from, to] = [intent.get(order.first), intent.get(order.second)];
    if (from && to) lines.push(`  ${from} -> ${to} [style=bold, label="before"];`);
  }
  for (const finding of graph.findings) {
    const [from, to] = [intent.get(finding.source), intent.get(finding.target)];
    const text = `${finding.severity} ${finding.rule}${finding.status === "OPEN" ? "" : ` ${finding.status}`}`;
    const colour = COLOUR[finding.severity] ?? "#1b1f24";
    if (from && to) {
      lines.push(
        `  ${from} -> ${to} [dir=both, style=dashed, constraint=false, color="${colour}", fontcolor="${colour}", label=${quoted(text)}];`,
      );
    }
  }
  return `${lines.join("\n")}\n}\n`;
}
