// The matrix of agents and scopes: who does what to the scopes on which open work meets. Pure.
import type { Severity } from "../../detect/model.ts";
import { escapeHtml } from "../escape.ts";
import { isOpen, type ReportPage } from "./model.ts";
import { clipped, type Naming } from "./text.ts";

const MAX_ROWS = 60;
const MAX_COLUMNS = 40;
const WORSE: Readonly<Record<Severity, number>> = { HIGH: 3, MEDIUM: 2, LOW: 1 };

interface Row {
  readonly scope: string;
  readonly cells: Map<string, Set<string>>;
  worst: Severity | undefined;
  readonly rules: Set<string>;
}

/** Rows for the scopes of open intents, the most contested first. */
function rowsOf(page: ReportPage): Row[] {
  const rows = new Map<string, Row>();
  for (const intent of page.intents) {
    if (intent.closed_at !== undefined) continue;
    const agent = intent.owners.at(-1)?.agent ?? "";
    for (const { text, operation, inferred } of intent.scopes) {
      const row = rows.get(text) ?? { scope: text, cells: new Map(), worst: undefined, rules: new Set<string>() };
      rows.set(text, row);
      const cell = row.cells.get(agent) ?? new Set<string>();
      cell.add(operation + (inferred ? "?" : ""));
      row.cells.set(agent, cell);
    }
  }
  for (const finding of page.findings) {
    if (!isOpen(finding) || finding.scope === null) continue;
    const row = rows.get(finding.scope);
    if (!row) continue;
    row.rules.add(finding.rule);
    if (row.worst === undefined || WORSE[finding.severity] > WORSE[row.worst]) row.worst = finding.severity;
  }
  const rank = (row: Row): number => (row.worst ? WORSE[row.worst] * 1000 : 0) + row.cells.size;
  return [...rows.values()].sort((a, b) => rank(b) - rank(a) || (a.scope < b.scope ? -1 : 1));
}

/** The matrix as a table that scrolls in its own box. */
export function matrixHtml(page: ReportPage, naming: Naming): string {
  const all = rowsOf(page);
  if (all.length === 0) return "<p>No open intent declares a scope.</p>";
  const rows = all.slice(0, MAX_ROWS);
  const weight = new Map<string, number>();
  for (const { cells } of rows) for (const agent of cells.keys()) weight.set(agent, (weight.get(agent) ?? 0) + 1);
  const agents = [...weight].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  const columns = agents.slice(0, MAX_COLUMNS);
  const head = columns
    .map((name) => `<th scope="col" data-a="${naming.agent(name)}">${clipped(name, 40)}</th>`)
    .join("");
  const body = rows
    .map((row) => {
      const cells = columns.map((name) => {
        const words = [...(row.cells.get(name) ?? [])].sort().map(escapeHtml).join(", ");
        return `<td data-a="${naming.agent(name)}">${words}</td>`;
      });
      const worst = row.worst === undefined ? "" : `<b class="${row.worst}">${row.worst}</b>`;
      return `<tr data-s="${row.worst ?? ""}" data-r="${escapeHtml([...row.rules].join(" "))}"><th scope="row">${clipped(row.scope, 90)}</th><td>${worst}</td>${cells.join("")}</tr>`;
    })
    .join("\n");
  const left = [
    all.length > MAX_ROWS ? `${all.length - MAX_ROWS} quieter scopes` : "",
    agents.length > MAX_COLUMNS ? `${agents.length - MAX_COLUMNS} agents` : "",
  ].filter(Boolean);
  return `<div class="scroll" tabindex="0" role="region" aria-label="Matrix of agents and scopes, scrolls sideways"><table class="matrix"><thead><tr><th scope="col">Scope</th><th scope="col">Worst</th>${head}</tr></thead><tbody>
${body}
</tbody></table></div>${left.length > 0 ? `<p>Left out: ${left.join(" and ")}.</p>` : ""}`;
}
