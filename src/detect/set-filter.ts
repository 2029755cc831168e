// Which posting keys make two token sets meet whenever their Jaccard reaches a threshold. Prefix filtering after
// Bayardo, Ma and Srikant, "Scaling up all pairs similarity search" (WWW 2007) and PPJoin (Xiao, Wang, Lin, Yu,
// WWW 2008), over pairs of tokens instead of single ones: two sets that must share α tokens share two of the first
// n − α + 2 in any fixed order, and pairs are far rarer than words.
import { compareText } from "./severity.ts";

export interface SetFilter {
  /** Least Jaccard that has to be found. */
  readonly threshold: number;
  /** Sets up to this size are filed by pairs. */
  readonly pairsUpTo: number;
  /** Sets from this size are filed by single tokens too: the smallest that may meet one larger than `pairsUpTo`. */
  readonly singlesFrom: number;
}

export function setFilter(threshold: number, pairsUpTo: number): SetFilter {
  return { threshold, pairsUpTo, singlesFrom: Math.ceil((pairsUpTo + 1) * threshold - 1e-9) };
}

/** Tokens that two sets of these sizes must share to reach the threshold. */
export function requiredOverlap(threshold: number, n: number, m: number): number {
  return Math.ceil((threshold / (1 + threshold)) * (n + m) - 1e-9);
}

/** The least that a set of this size must share with any partner. */
function leastOverlap(threshold: number, n: number): number {
  // The smallest partner that can reach the threshold at all.
  return requiredOverlap(threshold, n, Math.ceil(n * threshold - 1e-9));
}

/**
 * Keys under which a set is filed, and which it asks for: two sets whose Jaccard reaches the threshold have one in
 * common. Sets of one token meet only their equals.
 */
export function filterKeys(tokens: ReadonlySet<string>, filter: SetFilter): string[] {
  const n = tokens.size;
  if (n === 0) return [];
  if (n === 1) return [...tokens];
  // Long words are rare ones; the order must not depend on what is filed.
  const ordered = [...tokens].sort((a, b) => b.length - a.length || compareText(a, b));
  const least = leastOverlap(filter.threshold, n);
  const keys: string[] = [];
  if (n <= filter.pairsUpTo) {
    const prefix = n - least + 2;
    for (let i = 0; i < prefix; i++) {
      for (let j = i + 1; j < prefix; j++) keys.push(`${ordered[i]} ${ordered[j]}`);
    }
  }
  if (n >= filter.singlesFrom) {
    for (let i = 0; i <= n - least; i++) keys.push(`~${ordered[i]}`);
  }
  return keys;
}
