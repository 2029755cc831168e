// Token sets as sorted lists: small, and quick to hold against each other.
import { tokensOf } from "./tokens.ts";

/** The tokens of a text, each once, in the order of their code units. */
export function sortedTokens(text: string): readonly string[] {
  const tokens = [...tokensOf(text)];
  return tokens.length > 1 ? tokens.sort() : tokens;
}

/** |a ∩ b| / |a ∪ b| of two sorted lists; 0 when either is empty. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  const n = a.length;
  const m = b.length;
  if (n === 0 || m === 0) return 0;
  let shared = 0;
  for (let i = 0, j = 0; i < n && j < m; ) {
    const x = a[i] as string;
    const y = b[j] as string;
    if (x === y) {
      shared += 1;
      i += 1;
      j += 1;
    } else if (x < y) i += 1;
    else j += 1;
  }
  return shared / (n + m - shared);
}

/** Whether their sizes alone rule out a likeness of at least `threshold`. */
export function tooUnlikeInSize(n: number, m: number, threshold: number): boolean {
  return n < m ? n < m * threshold - 1e-9 : m < n * threshold - 1e-9;
}
