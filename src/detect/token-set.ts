// Token sets as sorted lists: small, and quick to hold against each other.
import { tokenList } from "./tokens.ts";

/** The tokens of a text, each once, in the order of their code units. */
export function sortedTokens(text: string): readonly string[] {
  const tokens = tokenList(text);
  if (tokens.length > 32) return tokens.sort();
  for (let i = 1; i < tokens.length; i++) {
    const token = tokens[i] as string;
    let j = i;
    for (; j > 0 && (tokens[j - 1] as string) > token; j--) tokens[j] = tokens[j - 1] as string;
    tokens[j] = token;
  }
  return tokens;
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
