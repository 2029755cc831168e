// One candidate against many (spec 1.5, 1.9): against a list, or against an index at the cost of what it finds.
import type { Candidate, Finding } from "./model.ts";
import { type PairOptions, rankPair } from "./pair.ts";
import type { PostingSource } from "./posting-source.ts";
import { meetingIds } from "./postings.ts";
import { prepare } from "./prepared.ts";
import { dependencyCycle } from "./rules/fm-c008-dependency-cycle.ts";
import { DeclaredOrder, type DependsOn } from "./sequence.ts";
import { compareRanked, type Ranked } from "./severity.ts";

/** Findings between a candidate and each of the others, and cycles through it; sorted. Compares every one. */
export function detect(candidate: Candidate, others: Iterable<Candidate>, options: PairOptions = {}): Finding[] {
  const known = new Map<string, Candidate>();
  for (const other of others) if (other.id !== candidate.id) known.set(other.id, other);
  return compareAll(candidate, known.values(), (id) => known.get(id), options);
}

/** The same answer from an index: only candidates that meet under a posting key are compared. */
export function checkAgainst(candidate: Candidate, source: PostingSource, options: PairOptions = {}): Finding[] {
  const met = new Map<string, Candidate>();
  for (const id of meetingIds(candidate, source, options)) {
    const other = id === candidate.id ? undefined : source.candidate(id);
    if (other !== undefined) met.set(id, other);
  }
  return compareAll(candidate, met.values(), (id) => source.candidate(id), options);
}

function compareAll(
  candidate: Candidate,
  others: Iterable<Candidate>,
  lookup: (id: string) => Candidate | undefined,
  options: PairOptions,
): Finding[] {
  const open: DependsOn = (id) => (id === candidate.id ? candidate.dependsOn : lookup(id)?.dependsOn);
  const order = new DeclaredOrder(candidate.id, (id) => open(id) ?? options.dependsOn?.(id));
  const prepared = prepare(candidate, options.ignoreCase);
  const ranked: Ranked[] = [];
  for (const other of others) {
    for (const one of rankPair(prepared, prepare(other, options.ignoreCase), order, options)) ranked.push(one);
  }
  for (const finding of dependencyCycle.check(candidate.id, open, options, options.ephemeral)) {
    ranked.push({ finding, rule: "FM-C008", pair: ["", ""] });
  }
  return ranked.sort(compareRanked).map((one) => one.finding);
}
