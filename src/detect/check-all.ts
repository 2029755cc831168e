// Every finding among many candidates (`conflicts check --all`, spec 1.9): each meets only those filed before it.
import { checkAgainst } from "./check.ts";
import { MemoryPostings } from "./memory-postings.ts";
import type { Candidate, Finding } from "./model.ts";
import type { PairOptions } from "./pair.ts";

/** All findings among the candidates, each unordered pair once; the source is the later one in the list. Sorted. */
export function checkAll(candidates: readonly Candidate[], options: PairOptions = {}): Finding[] {
  const source = new MemoryPostings();
  const found: Finding[] = [];
  for (const candidate of candidates) {
    found.push(...checkAgainst(candidate, source, options));
    source.add(candidate);
  }
  return found;
}
