// Every finding among many candidates (`conflicts check --all`, spec 1.9), by joins: never all pairs.
import { ClaimList, joinHolders } from "./claim-list.ts";
import { MetPairs } from "./met-pairs.ts";
import type { Candidate, Finding } from "./model.ts";
import { cyclesAmong } from "./open-cycles.ts";
import { type PairOptions, rankMet } from "./pair.ts";
import { PairList } from "./pair-list.ts";
import { DUPLICATE_THRESHOLD } from "./rules/fm-c004-duplicate-work.ts";
import { packageVersion, setsVersion } from "./rules/fm-f005-dependency-version.ts";
import { ScopeCatalogue } from "./scope-join.ts";
import { DeclaredOrder } from "./sequence.ts";
import { TokenSets } from "./set-join-all.ts";
import { compareRanked, type Ranked } from "./severity.ts";

/** All findings among the candidates, each unordered pair once; the source is the later one in the list. Sorted. */
export function checkAll(candidates: readonly Candidate[], options: PairOptions = {}): Finding[] {
  const catalogue = new ScopeCatalogue(options);
  const claims = new ClaimList();
  const summaries = new TokenSets();
  for (const candidate of candidates) {
    for (const claim of candidate.scopes) claims.add(catalogue.add(claim), claim.operation, claim.inferred);
    for (const use of candidate.uses) claims.add(catalogue.add(use), "use", use.inferred === true);
    claims.close();
    summaries.add(candidate.summary);
  }
  const pairs = new PairList(candidates.length);
  joinHolders(catalogue, claims, pairs);
  joinVersions(candidates, pairs);
  summaries.join(DUPLICATE_THRESHOLD, (i, j) => pairs.add(i, j));

  let known: Map<string, Candidate> | undefined;
  const byId = (): ReadonlyMap<string, Candidate> => {
    known ??= new Map(candidates.map((candidate) => [candidate.id, candidate]));
    return known;
  };
  const dependsOn = (id: string): readonly string[] | undefined => byId().get(id)?.dependsOn ?? options.dependsOn?.(id);
  const met = new MetPairs(catalogue, claims, summaries);
  const ranked: Ranked[] = [];
  let order: DeclaredOrder | undefined;
  let orderOf = -1;
  pairs.forEach((later, earlier) => {
    const source = candidates[later] as Candidate;
    const target = candidates[earlier] as Candidate;
    if (source.id === target.id) return;
    if (order === undefined || orderOf !== later) {
      order = new DeclaredOrder(source.id, dependsOn);
      orderOf = later;
    }
    const found = rankMet({ candidate: source }, { candidate: target }, met.of(later, earlier), order, options);
    for (const one of found) ranked.push(one);
  });
  if (candidates.some((candidate) => candidate.dependsOn.length > 0)) {
    for (const finding of cyclesAmong(candidates, byId(), options)) {
      ranked.push({ finding, rule: "FM-C008", pair: ["", ""] });
    }
  }
  return ranked.sort(compareRanked).map((one) => one.finding);
}

/** Pairs of candidates that set two versions of one package. */
function joinVersions(candidates: readonly Candidate[], pairs: PairList): void {
  const setters = new Map<string, { readonly index: number; readonly version: string }[]>();
  for (const [index, { scopes }] of candidates.entries()) {
    for (const claim of scopes) {
      const set = claim.kind === "package" && setsVersion(claim) ? packageVersion(claim.key) : undefined;
      if (set === undefined) continue;
      const known = setters.get(set.name) ?? [];
      setters.set(set.name, known);
      for (const other of known) {
        if (other.index !== index && other.version !== set.version) pairs.add(index, other.index);
      }
      known.push({ index, version: set.version });
    }
  }
}
