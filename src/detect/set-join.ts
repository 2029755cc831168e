// Finding token sets that are alike from postings (spec 1.9). A set-similarity join by prefix filtering, after Bayardo,
// Ma and Srikant, "Scaling up all pairs similarity search" (WWW 2007) and PPJoin (Xiao, Wang, Lin and Yu, WWW 2008):
// sets that must share α of n tokens share one of any n − α + 1. Every token of a set of three or more is filed, so
// that whoever asks may take the rarest. Sets of two or three are filed by pairs of tokens as well, since almost all
// names have two or three words, and pairs of words are far rarer than words.
import type { PostingSource } from "./posting-source.ts";

/** Tokens that sets of n and m must share for a Jaccard of at least `threshold`. */
export function requiredOverlap(threshold: number, n: number, m: number): number {
  return Math.ceil((threshold / (1 + threshold)) * (n + m) - 1e-9);
}

/** The smallest partner that can reach the threshold with a set of n. */
export function leastPartner(threshold: number, n: number): number {
  return Math.ceil(n * threshold - 1e-9);
}

/** Keys under which a sorted token set is filed. */
export function fileSet(tokens: readonly string[], prefix: string, into: Set<string>): void {
  const n = tokens.length;
  if (n === 1) into.add(`${prefix}1${tokens[0]}`);
  if (n === 2 || n === 3) addPairs(tokens, prefix, into);
  if (n >= 3) for (const token of tokens) into.add(prefix + token);
}

function addPairs(tokens: readonly string[], prefix: string, into: Set<string>): void {
  for (let i = 0; i < tokens.length; i++) {
    for (let j = i + 1; j < tokens.length; j++) into.add(`${prefix}2${tokens[i]} ${tokens[j]}`);
  }
}

/** Longest list of postings that is read only to rule candidates out, as a multiple of what it could rule out. */
const WORTH_READING = 32;

/** Adds the ids of every filed set whose Jaccard with `tokens` may reach the threshold, and few others. */
export function meetSets(
  tokens: readonly string[],
  prefix: string,
  threshold: number,
  source: PostingSource,
  into: Set<string>,
): void {
  const n = tokens.length;
  if (n <= 3) {
    const keys = new Set<string>();
    if (n === 1) keys.add(`${prefix}1${tokens[0]}`);
    else addPairs(tokens, prefix, keys);
    for (const key of keys) for (const id of source.ids(key)) into.add(id);
    if (n < 3) return;
  }
  // Partners that are not found by pairs: larger than three for a set of three, three or more otherwise.
  const needed = requiredOverlap(threshold, n, n === 3 ? 4 : Math.max(3, leastPartner(threshold, n)));
  const lists: { key: string; count: number }[] = [];
  for (const token of tokens) {
    const key = prefix + token;
    const count = source.count(key);
    if (count > 0) lists.push({ key, count });
  }
  if (lists.length < needed) return;
  lists.sort((a, b) => a.count - b.count);
  const rarest = lists.length - needed + 1;
  const hits = new Map<string, number>();
  for (const { key } of lists.slice(0, rarest)) {
    for (const id of source.ids(key)) hits.set(id, (hits.get(id) ?? 0) + 1);
  }
  const rest = lists.slice(rarest);
  // Lists that cost more to read than they spare are taken to hold everything.
  const read = rest.filter(({ count }) => count <= WORTH_READING * (hits.size + 32)).map(({ key }) => source.ids(key));
  const granted = rest.length - read.length;
  for (const [id, seen] of hits) {
    if (into.has(id)) continue;
    let count = seen + granted;
    for (let i = 0; i < read.length && count < needed; i++) {
      if (holds(read[i] ?? [], id)) count += 1;
      else if (count + (read.length - i - 1) < needed) break;
    }
    if (count >= needed) into.add(id);
  }
}

/** Binary search in ascending ids. */
function holds(ids: readonly string[], id: string): boolean {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = ids[middle] as string;
    if (at === id) return true;
    if (at < id) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
