// A Mermaid flowchart of intents, scopes and findings. Pure.
import { visible } from "./escape.ts";
import { type Graph, label, nodeNames } from "./graph.ts";

/** Text inside a quoted label: everything that Mermaid or a browser would read becomes a character code. */
function quoted(text: string): string {
  return `"${visible(label(text)).replace(/[#&<>"'`%{}|\\;[\]]/g, (c) => `#${c.charCodeAt(0)};`)}"`;
}

const LINK: Readonly<Record<string, string>> = {
  HIGH: "stroke:#b3261e",
  MEDIUM: "stroke:#8a5300",
  LOW: "stroke:#0b5cad",
};

/** The graph as Mermaid text. */
export function mermaidText(graph: Graph): string {
  const { intent, scope } = nodeNames(graph);
  const lines = ["flowchart LR"];
  const styles: string[] = [];
  let links = 0;
  const link = (text: string, style?: string): void => {
    lines.push(`  ${text}`);
    if (style !== undefined) styles.push(`  linkStyle ${links} ${style}`);
    links++;
  };
  for (const each of graph.intents) {
    lines.push(`  ${intent.get(each.id)}[${quoted(`${each.agent}: ${each.summary} (${each.status})`)}]`);
  }
  for (const each of graph.scopes) lines.push(`  ${scope.get(each.id)}([${quoted(each.text)}])`);
  for (const edge of graph.edges) {
    const [from, to] = [intent.get(edge.intent), scope.get(edge.scope)];
    if (from && to) link(`${from} -->|${quoted(edge.operation + (edge.inferred ? "?" : ""))}| ${to}`);
  }
  for (const order of graph.orders) {
    const [from, to] = [intent.get(order.first), intent.get(order.second)];
    if (from && to) link(`${from} ==>|"before"| ${to}`);
  }
  for (const finding of graph.findings) {
    const [from, to] = [intent.get(finding.source), intent.get(finding.target)];
    const text = `${finding.severity} ${finding.rule}${finding.status === "OPEN" ? "" : ` ${finding.status}`}`;
    if (from && to) link(`${from} <-. ${quoted(text)} .-> ${to}`, LINK[finding.severity]);
  }
  return `${[...lines, ...styles].join("\n")}\n`;
}
