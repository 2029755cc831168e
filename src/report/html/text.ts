// Stored text on the page: clipped to a budget of bytes, escaped, and named by numbers of our own. Pure.
import { escapeHtml } from "../escape.ts";
import { isOpen, type ReportPage } from "./model.ts";

/** Bytes that the texts of all intents together may take in one place, shared evenly: the page stays under 1 MB. */
const SUMMARY_BUDGET = 120_000;
const TITLE_BUDGET = 50_000;
const NAME_BUDGET = 32_000;
/** The same for explanations, and for advice, of all open findings together. */
const ADVICE_BUDGET = 60_000;

const bytesOf = (character: string): number => {
  const point = character.codePointAt(0) as number;
  if (point < 0x80) return /[&<>"']/.test(character) ? 6 : 1;
  return point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
};

/** The text, or its beginning and `…`, escaped, in about so many bytes. */
export function clipped(text: string, bytes: number): string {
  let size = 0;
  let out = "";
  for (const character of text) {
    size += bytesOf(character);
    if (size > bytes) return `${escapeHtml(out)}…`;
    out += character;
  }
  return escapeHtml(text);
}

/** Names and budgets of one page. */
export interface Naming {
  /** Number of an agent, in order of first appearance. */
  readonly agent: (name: string) => number;
  readonly agents: readonly string[];
  /** Anchor of an intent, or undefined when the page does not hold it. */
  readonly intent: (id: string) => string | undefined;
  /** Bytes for a summary in the list of intents, and in the title of a bar. */
  readonly summaryBytes: number;
  readonly titleBytes: number;
  /** For an agent or a scope where it stands once per intent. */
  readonly nameBytes: number;
  /** For an explanation, and for an advice. */
  readonly adviceBytes: number;
}

export function namingOf(page: ReportPage): Naming {
  const agents = new Map<string, number>();
  const agent = (name: string): number => {
    const known = agents.get(name);
    if (known !== undefined) return known;
    agents.set(name, agents.size);
    return agents.size - 1;
  };
  for (const { owners } of page.intents) for (const owner of owners) agent(owner.agent);
  for (const finding of page.findings) finding.agents.forEach(agent);
  const intents = new Map(page.intents.map(({ id }, i) => [id, `i${i}`]));
  const share = (budget: number, least: number, most: number, among = page.intents.length): number =>
    Math.round(Math.min(most, Math.max(least, budget / Math.max(1, among))));
  return {
    agent,
    agents: [...agents.keys()],
    intent: (id) => intents.get(id),
    summaryBytes: share(SUMMARY_BUDGET, 60, 600),
    titleBytes: share(TITLE_BUDGET, 40, 200),
    nameBytes: share(NAME_BUDGET, 32, 90),
    adviceBytes: share(ADVICE_BUDGET, 300, 1200, page.findings.filter(isOpen).length),
  };
}

/** `2026-11-30 12:00` of an ISO time, in UTC. */
export function moment(at: string): string {
  return escapeHtml(at.slice(0, 16).replace("T", " "));
}
