// The report page: one self-contained file that opens from disk, asks the network for nothing and reads without
// scripts. Stored text passes escapeHtml on every way in. Pure.
import { createHash } from "node:crypto";
import { escapeHtml } from "../escape.ts";
import { lanesHtml, timelineHtml } from "./lanes.ts";
import { findingAnchors, hotSpotsHtml, intentsHtml, openFindingsHtml, settledFindingsHtml } from "./lists.ts";
import { matrixHtml } from "./matrix.ts";
import type { ReportPage } from "./model.ts";
import { SCRIPT } from "./script.ts";
import { STYLE } from "./style.ts";
import { clipped, moment, type Naming, namingOf } from "./text.ts";

/** Only this script may run and nothing may be fetched, whatever stored text might have managed to become. */
const policy = (): string =>
  `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'; base-uri 'none'; form-action 'none'`;

/** The page as HTML text. */
export function pageHtml(page: ReportPage): string {
  const naming = namingOf(page);
  const anchors = findingAnchors(page);
  const sections: readonly (readonly [string, string, string])[] = [
    ["matrix", "Agents and scopes", matrixHtml(page, naming)],
    ["findings", "Open findings", openFindingsHtml(page, naming, anchors)],
    ["lanes", "Work over time", lanesHtml(page, naming)],
    ["timeline", "Findings over time", timelineHtml(page, naming, anchors)],
    ["hot", "Hot spots", hotSpotsHtml(page, naming)],
    ["settled", "Settled findings", settledFindingsHtml(page, naming, anchors)],
    ["intents", "Intents", intentsHtml(page, naming)],
  ];
  const links = sections.map(([id, title]) => `<li><a href="#${id}">${title}</a></li>`).join("");
  const body = sections.map(
    ([id, title, html]) => `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>\n${html}\n</section>`,
  );
  const numbers = page.numbers.map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${clipped(page.title, 200)} · foremerge</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the open findings</a>
<header>
<h1>${clipped(page.title, 200)}</h1>
<p class="meta">Made ${moment(page.made_at)} UTC by foremerge ${escapeHtml(page.version)}, as of event ${page.as_of_event}</p>
<dl class="numbers">${numbers.join("")}</dl>
<nav aria-label="Parts of this page"><ul>${links}</ul></nav>
</header>
<main>
${formHtml(page, naming)}
${body.join("\n")}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function formHtml(page: ReportPage, naming: Naming): string {
  const options = (list: readonly (readonly [string, string])[]): string =>
    list.map(([value, text]) => `<option value="${escapeHtml(value)}">${text}</option>`).join("");
  const agents = naming.agents
    .map((name, i) => [String(i), clipped(name, 60)] as const)
    .sort((a, b) => (a[1] < b[1] ? -1 : 1));
  const rules = [...new Set(page.findings.map(({ rule }) => rule))].sort().map((id) => [id, escapeHtml(id)] as const);
  return `<form id="filter" hidden aria-label="Filters">
<label>Agent <select name="agent"><option value="">all</option>${options(agents)}</select></label>
<label>Severity <select name="severity"><option value="">all</option>${options([
    ["HIGH", "HIGH"],
    ["MEDIUM", "MEDIUM"],
    ["LOW", "LOW"],
  ])}</select></label>
<label>Rule <select name="rule"><option value="">all</option>${options(rules)}</select></label>
<button type="reset">Show all</button> <span id="shown" role="status"></span>
</form>`;
}
