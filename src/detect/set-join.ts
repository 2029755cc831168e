// Finding token sets that are alike from postings (spec 1.9). A set-similarity join by prefix filtering, after Bayardo,
// Ma and Srikant, "Scaling up all pairs similarity search" (WWW 2007) and PPJoin (Xiao, Wang, Lin and Yu, WWW 2008):
// sets that must share α of n tokens share one of any n − α + 1. Every token of a set of three or more is filed, so
// that whoever asks may take the rarest. Sets of up to three, as almost all names are, are found by exact keys instead.
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
  if (n <= 3) {
    if (n > 0) into.add(wholeKey(tokens, prefix));
    if (n < 3) return;
    for (const pair of pairsOf(tokens)) into.add(`${prefix}3${pair}`);
  }
  const bucket = bucketOf(n);
  for (const token of tokens) into.add(tokenKey(prefix, bucket, token));
}

/**
 * Smallest size of the group of sizes that a set of n is filed with: 3, 4, 5, 6, 7, 8–9, 10–11, … . Sets that could be alike
 * are asked for group by group, since the larger the partner, the more it must share.
 */
function bucketOf(n: number): number {
  let start = 3;
  for (let next = 4; next <= n; next = following(start)) start = next;
  return start;
}

function following(start: number): number {
  return Math.max(start + 1, Math.floor(start * 1.27));
}

function tokenKey(prefix: string, bucket: number, token: string): string {
  return `${prefix}${bucket} ${token}`;
}

/** A set of at most three, as one key. */
function wholeKey(tokens: readonly string[], prefix: string): string {
  return `${prefix}=${tokens.join(" ")}`;
}

/** The three pairs of a set of three. */
function pairsOf([a, b, c]: readonly string[]): string[] {
  return [`${a} ${b}`, `${a} ${c}`, `${b} ${c}`];
}

/**
 * Sets of up to three are alike when they are equal, or when one is the other without one of three tokens: thresholds
 * between 0.5 and 2/3 allow nothing else. Keys that answer this for a set of up to three.
 */
function smallKeys(tokens: readonly string[], prefix: string): string[] {
  const whole = wholeKey(tokens, prefix);
  if (tokens.length === 2) return [whole, `${prefix}3${tokens.join(" ")}`];
  if (tokens.length === 3) return [whole, ...pairsOf(tokens).map((pair) => `${prefix}=${pair}`)];
  return [whole];
}

/** Adds the ids of every filed set whose Jaccard with `tokens` may reach the threshold, and few others. */
export function meetSets(
  tokens: readonly string[],
  prefix: string,
  threshold: number,
  source: PostingSource,
  into: Set<string>,
): void {
  const n = tokens.length;
  if (n === 0) return;
  if (n <= 3) {
    for (const key of smallKeys(tokens, prefix)) for (const id of source.ids(key)) into.add(id);
    if (n < 3) return;
  }
  // Partners that are not found that way: larger than three for a set of three, three or more otherwise.
  const least = n === 3 ? 4 : Math.max(3, leastPartner(threshold, n));
  const most = Math.floor(n / threshold + 1e-9);
  for (let bucket = bucketOf(least); bucket <= most; bucket = following(bucket)) {
    const needed = requiredOverlap(threshold, n, Math.max(least, bucket));
    const keys = tokens.map((token) => tokenKey(prefix, bucket, token));
    for (const id of source.underSeveral?.(keys, needed) ?? underSeveral(keys, needed, source)) into.add(id);
  }
}

/** A list is read to rule candidates out when it is at most this many times as long as they are many. */
const WORTH_READING = 32;

/** Ids under at least `least` of the keys, and some that may be: a list that costs more than it spares is not read. */
function underSeveral(keys: readonly string[], least: number, source: PostingSource): string[] {
  const lists = keys.map((key) => ({ key, count: source.count(key) })).filter(({ count }) => count > 0);
  if (lists.length < least) return [];
  lists.sort((a, b) => a.count - b.count);
  const short = lists.length - least + 1;
  const hits = new Map<string, number>();
  for (const { key } of lists.slice(0, short)) {
    for (const id of source.ids(key)) hits.set(id, (hits.get(id) ?? 0) + 1);
  }
  let unread = 0;
  for (const { key, count } of lists.slice(short)) {
    if (count > WORTH_READING * (hits.size + 32)) unread += 1;
    else for (const id of source.ids(key)) if (hits.has(id)) hits.set(id, (hits.get(id) ?? 0) + 1);
  }
  return [...hits].filter(([, seen]) => seen + unread >= least).map(([id]) => id);
}
