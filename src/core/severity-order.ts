// The order in which conflicts are worked through: the most severe first.

import type { Finding } from "../detect/model.ts";
import { severityRank } from "../detect/severity.ts";

type Ordered = Pick<Finding, "severity" | "score" | "id">;

/** HIGH first, then the higher score, then the id. */
export const bySeverity = (a: Ordered, b: Ordered): number =>
  severityRank(a.severity) - severityRank(b.severity) || b.score - a.score || (a.id < b.id ? -1 : 1);

/** Letters of an id behind its tag that fit a number without loss. */
const LETTERS = 10;

/** Number that orders as the first letters behind an id's tag do; NaN for an id that is none of ours. */
function leadOf(id: string): number {
  let lead = 0;
  for (let i = 4; i < 4 + LETTERS; i++) {
    const code = id.charCodeAt(i);
    // Digits stand before small letters, as in the order of texts.
    if (code >= 48 && code <= 57) lead = lead * 36 + code - 48;
    else if (code >= 97 && code <= 122) lead = lead * 36 + code - 87;
    else return Number.NaN;
  }
  return lead;
}

/** The same order over many: what decides almost always lies side by side, not in objects all over the memory. */
export function sortedBySeverity<T extends Ordered>(findings: readonly T[]): T[] {
  const tags = new Set<string>();
  const lead = new Float64Array(findings.length);
  const rank = new Float64Array(findings.length);
  findings.forEach(({ id, severity, score }, i) => {
    tags.add(id.slice(0, 4));
    lead[i] = leadOf(id);
    rank[i] = 2 * severityRank(severity) - score;
  });
  // Ids of one tag are ordered by what follows it; of two, by the tag first.
  const oneTag = tags.size === 1;
  const order = Array.from(findings.keys());
  order.sort((a, b) => {
    const byRank = (rank[a] ?? 0) - (rank[b] ?? 0);
    if (byRank !== 0) return byRank;
    const byLead = oneTag ? (lead[a] ?? 0) - (lead[b] ?? 0) : 0;
    return byLead || bySeverity(findings[a] as T, findings[b] as T);
  });
  return order.map((i) => findings[i] as T);
}
