// The readable part of the page: open findings with their advice, settled ones, hot spots, the list of intents. Pure.
import { escapeHtml } from "../escape.ts";
import { isOpen, type PageCount, type PageFinding, type PageIntent, type ReportPage } from "./model.ts";
import { clipped, moment, type Naming } from "./text.ts";

/** Findings with advice; more would make the page heavy and nobody reads them. */
const MAX_OPEN = 200;
const MAX_SETTLED = 300;
const MAX_SCOPES = 3;

/** Anchors of the findings that the page holds in full. */
export function findingAnchors(page: ReportPage): ReadonlyMap<string, string> {
  const open = page.findings.filter(isOpen).slice(0, MAX_OPEN);
  const settled = page.findings.filter((each) => !isOpen(each)).slice(0, MAX_SETTLED);
  return new Map([...open, ...settled].map(({ id }, i) => [id, `f${i}`]));
}

const attributes = (finding: PageFinding, naming: Naming): string =>
  `data-a="${finding.agents.map(naming.agent).join(" ")}" data-s="${finding.severity}" data-r="${escapeHtml(finding.rule)}"`;

const intentLink = (id: string, naming: Naming): string => {
  const anchor = naming.intent(id);
  return anchor === undefined
    ? `<code>${escapeHtml(id)}</code>`
    : `<a href="#${anchor}"><code>${escapeHtml(id)}</code></a>`;
};

/** Open findings, worst first, each with what it means and what to do. */
export function openFindingsHtml(page: ReportPage, naming: Naming, anchors: ReadonlyMap<string, string>): string {
  const open = page.findings.filter(isOpen);
  if (open.length === 0) return "<p>No open finding.</p>";
  const cards = open.slice(0, MAX_OPEN).map(
    (
      finding,
    ) => `<article id="${anchors.get(finding.id)}" class="card ${finding.severity}" ${attributes(finding, naming)}>
<h3><b class="${finding.severity}">${finding.severity}</b> ${escapeHtml(finding.rule)} ${escapeHtml(finding.kind.replaceAll("_", " "))}${finding.scope === null ? "" : ` on <code>${clipped(finding.scope, 160)}</code>`}</h3>
<p>${clipped(finding.explanation, naming.adviceBytes)}</p>
<p><strong>Advice:</strong> ${clipped(finding.suggestion, naming.adviceBytes)}</p>
<p class="meta">${finding.agents.map((name) => clipped(name, 60)).join(" and ")} · ${moment(finding.detected_at)} · score ${finding.score}${finding.status === "OPEN" ? "" : ` · ${escapeHtml(finding.status)}`}<br>${intentLink(finding.source_intent_id, naming)} against ${intentLink(finding.target_intent_id, naming)}<br><code>foremerge resolve ${escapeHtml(finding.id)} --reason "…"</code></p>
</article>`,
  );
  const rest = open.length - MAX_OPEN;
  return `<div class="cards">${cards.join("\n")}</div>${rest > 0 ? `<p>${rest} more: <code>foremerge conflicts list</code></p>` : ""}`;
}

/** Settled findings, one line each. */
export function settledFindingsHtml(page: ReportPage, naming: Naming, anchors: ReadonlyMap<string, string>): string {
  const settled = page.findings.filter((each) => !isOpen(each));
  if (settled.length === 0) return "<p>Nothing was settled yet.</p>";
  const rows = settled
    .slice(0, MAX_SETTLED)
    .map(
      (finding) =>
        `<tr id="${anchors.get(finding.id)}" ${attributes(finding, naming)}><td><b class="${finding.severity}">${finding.severity}</b></td><td>${escapeHtml(finding.rule)}</td><td>${clipped(finding.scope ?? "–", 90)}</td><td>${escapeHtml(finding.status)}</td><td>${finding.settled_at === undefined ? "" : moment(finding.settled_at)}</td></tr>`,
    );
  const rest = settled.length - MAX_SETTLED;
  return `${scrolling("Settled findings", ["Severity", "Rule", "Scope", "Settled as", "When (UTC)"], rows)}${rest > 0 ? `<p>${rest} older ones are left out.</p>` : ""}`;
}

/** Every intent: what bars and findings link to. */
export function intentsHtml(page: ReportPage, naming: Naming): string {
  if (page.intents.length === 0) return "<p>No intent.</p>";
  const rows = page.intents.map((intent) => intentRow(intent, naming));
  return scrolling("Intents", ["Intent", "Agent", "Status", "Scopes", "Published (UTC)"], rows);
}

function intentRow(intent: PageIntent, naming: Naming): string {
  const shown = intent.scopes
    .slice(0, MAX_SCOPES)
    .map(({ text, operation }) => `${clipped(text, naming.nameBytes)}=${escapeHtml(operation)}`);
  if (intent.scopes.length > MAX_SCOPES) shown.push(`+${intent.scopes.length - MAX_SCOPES}`);
  const owners = intent.owners.map(({ agent }) => clipped(agent, naming.nameBytes)).join(" ⇢ ");
  const numbers = [...new Set(intent.owners.map(({ agent }) => naming.agent(agent)))].join(" ");
  const why = intent.handovers
    .map(({ reason }) => `<br><small>taken over: ${clipped(reason, naming.nameBytes)}</small>`)
    .join("");
  return `<tr id="${naming.intent(intent.id)}" data-a="${numbers}"><td>${clipped(intent.summary, naming.summaryBytes)}${why}<br><code>${escapeHtml(intent.id)}</code></td><td>${owners}</td><td>${intent.status}${intent.stopped_since === undefined ? "" : ", stopped"}</td><td>${shown.join("<br>") || "none"}</td><td>${moment(intent.created_at)}</td></tr>`;
}

function scrolling(name: string, columns: readonly string[], rows: readonly string[]): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="${name}, scrolls sideways"><table><thead><tr>${columns.map((title) => `<th scope="col">${title}</th>`).join("")}</tr></thead><tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

/** Where it happens most: scopes, files, agents. */
export function hotSpotsHtml(page: ReportPage, naming: Naming): string {
  const { scopes, files, agents } = page.hot;
  const part = (title: string, counts: readonly PageCount[], byAgent: boolean): string => {
    const most = Math.max(1, ...counts.map(({ count }) => count));
    const items = counts.slice(0, 10).map(({ name, count }) => {
      const filter = byAgent ? ` data-a="${naming.agent(name)}"` : "";
      const width = Math.max(2, Math.round((count / most) * 100));
      return `<li${filter}><span class="name">${clipped(name, 120)}</span> <b>${count}</b><i class="heat" style="width:${width}%"></i></li>`;
    });
    return `<div><h3>${title}</h3>${items.length === 0 ? "<p>None.</p>" : `<ol>${items.join("")}</ol>`}</div>`;
  };
  return `<div class="hot">${part("Scopes", scopes, false)}${part("Files", files, false)}${part("Agents", agents, true)}</div>`;
}
