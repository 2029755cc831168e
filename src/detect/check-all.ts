// Every finding among many candidates (`conflicts check --all`, spec 1.9), by joins: never all pairs.
import { type Candidate, type Finding, OPERATIONS, type Operation } from "./model.ts";
import type { Overlap } from "./overlap.ts";
import { claimsVersion, type Met, type PairOptions, rankMet } from "./pair.ts";
import type { PreparedClaim } from "./prepared.ts";
import { DUPLICATE_THRESHOLD } from "./rules/fm-c004-duplicate-work.ts";
import { dependencyCycle } from "./rules/fm-c008-dependency-cycle.ts";
import { packageVersion, setsVersion } from "./rules/fm-f005-dependency-version.ts";
import { isAdditive, isDestructive, type Meeting } from "./rules/rule.ts";
import { ScopeCatalogue } from "./scope-join.ts";
import { DeclaredOrder } from "./sequence.ts";
import { TokenSets } from "./set-join-all.ts";
import { compareRanked, type Ranked } from "./severity.ts";
import { tokenList } from "./tokens.ts";

/** All findings among the candidates, each unordered pair once; the source is the later one in the list. Sorted. */
export function checkAll(candidates: readonly Candidate[], options: PairOptions = {}): Finding[] {
  const catalogue = new ScopeCatalogue(options);
  const claims = new ClaimList();
  const summaries = new TokenSets();
  for (const candidate of candidates) {
    for (const claim of candidate.scopes) claims.add(catalogue.add(claim), claim.operation, claim.inferred);
    for (const use of candidate.uses) claims.add(catalogue.add(use), "use", use.inferred === true);
    claims.close();
    summaries.add(tokenList(candidate.summary));
  }
  const pairs = new PairList(candidates.length);
  joinHolders(catalogue, claims, pairs);
  joinVersions(candidates, pairs);
  summaries.join(DUPLICATE_THRESHOLD, (i, j) => pairs.add(i, j));

  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const dependsOn = (id: string): readonly string[] | undefined => byId.get(id)?.dependsOn ?? options.dependsOn?.(id);
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
  for (const finding of cyclesAmong(candidates, byId, options)) {
    ranked.push({ finding, rule: "FM-C008", pair: ["", ""] });
  }
  return ranked.sort(compareRanked).map((one) => one.finding);
}

/** Pairs of candidates that set two versions of one package. */
function joinVersions(candidates: readonly Candidate[], pairs: PairList): void {
  const setters = new Map<string, { readonly index: number; readonly version: string }[]>();
  candidates.forEach(({ scopes }, index) => {
    for (const claim of scopes) {
      const set = setsVersion(claim) ? packageVersion(claim.key) : undefined;
      if (set === undefined) continue;
      const known = setters.get(set.name) ?? [];
      setters.set(set.name, known);
      for (const other of known) {
        if (other.index !== index && other.version !== set.version) pairs.add(index, other.index);
      }
      known.push({ index, version: set.version });
    }
  });
}

/** Claims of many candidates as numbers: scope, and operation with a bit for "inferred". */
class ClaimList {
  readonly scopes: number[] = [];
  readonly codes: number[] = [];
  /** Claims of candidate i stand from `starts[i]` up to `starts[i + 1]`. */
  readonly starts: number[] = [0];

  add(scope: number, operation: Operation, inferred: boolean): void {
    this.scopes.push(scope);
    this.codes.push(OPERATIONS.indexOf(operation) * 2 + Number(inferred));
  }

  /** Ends the claims of one candidate. */
  close(): void {
    this.starts.push(this.scopes.length);
  }

  operation(claim: number): Operation {
    return OPERATIONS[(this.codes[claim] ?? 0) >> 1] as Operation;
  }

  inferred(claim: number): boolean {
    return (this.codes[claim] ?? 0) % 2 === 1;
  }
}

const FULL: Overlap = { match: "full", score: 1, mayAssert: true };

/** What two of the candidates have in common, from what the joins have found. */
class MetPairs {
  readonly #catalogue: ScopeCatalogue;
  readonly #claims: ClaimList;
  readonly #summaries: TokenSets;
  /** By scope, operation and "inferred". */
  readonly #prepared = new Map<number, PreparedClaim>();

  constructor(catalogue: ScopeCatalogue, claims: ClaimList, summaries: TokenSets) {
    this.#catalogue = catalogue;
    this.#claims = claims;
    this.#summaries = summaries;
  }

  of(i: number, j: number): Met {
    const { scopes, starts } = this.#claims;
    const meetings: Meeting[] = [];
    const contrary: [PreparedClaim, PreparedClaim][] = [];
    for (let a = starts[i] ?? 0; a < (starts[i + 1] ?? 0); a++) {
      for (let b = starts[j] ?? 0; b < (starts[j + 1] ?? 0); b++) {
        const one = scopes[a] ?? 0;
        const other = scopes[b] ?? 0;
        const versions = this.#catalogue.disagree(one, other);
        const overlap = one === other ? FULL : this.#catalogue.meeting(one, other);
        if (overlap === undefined && !versions) continue;
        const source = this.#claim(a);
        const target = this.#claim(b);
        if (overlap !== undefined) meetings.push({ source, target, overlap });
        else if (claimsVersion(source) && claimsVersion(target)) contrary.push([source, target]);
      }
    }
    return { meetings, versions: contrary, alike: this.#summaries.likeness(i, j) };
  }

  #claim(claim: number): PreparedClaim {
    const scope = this.#claims.scopes[claim] ?? 0;
    const code = scope * 32 + (this.#claims.codes[claim] ?? 0);
    let prepared = this.#prepared.get(code);
    if (prepared === undefined) {
      const operation = this.#claims.operation(claim);
      prepared = { ...this.#catalogue.prepared(scope), operation, inferred: this.#claims.inferred(claim) };
      this.#prepared.set(code, prepared);
    }
    return prepared;
  }
}

/** Who holds a scope, by what could come of it. */
interface Holders {
  readonly destructive: number[];
  readonly additive: number[];
  readonly modifying: number[];
  readonly using: number[];
}

const NOBODY: Holders = { destructive: [], additive: [], modifying: [], using: [] };

/** Pairs of candidates that hold one scope, or two that overlap, with operations of which a finding can come. */
function joinHolders(catalogue: ScopeCatalogue, claims: ClaimList, pairs: PairList): void {
  const holders: (Holders | undefined)[] = new Array(catalogue.size);
  for (let i = 0; i + 1 < claims.starts.length; i++) {
    for (let claim = claims.starts[i] ?? 0; claim < (claims.starts[i + 1] ?? 0); claim++) {
      const scope = claims.scopes[claim] ?? 0;
      const operation = claims.operation(claim);
      let held = holders[scope];
      if (held === undefined) {
        held = { destructive: [], additive: [], modifying: [], using: [] };
        holders[scope] = held;
      }
      if (isDestructive({ operation })) held.destructive.push(i);
      else if (isAdditive({ operation })) held.additive.push(i);
      else held.using.push(i);
      if (operation === "modify") held.modifying.push(i);
    }
  }
  const holdersOf = (scope: number): Holders => holders[scope] ?? NOBODY;
  for (let scope = 0; scope < catalogue.size; scope++) {
    const held = holdersOf(scope);
    crossWithin(held.destructive, pairs);
    cross(held.destructive, held.additive, pairs);
    cross(held.destructive, held.using, pairs);
    crossWithin(held.additive, pairs);
    cross(held.modifying, held.using, pairs);
  }
  catalogue.overlaps((a, b) => {
    const one = holdersOf(a);
    const other = holdersOf(b);
    crossHalves(one, other, pairs);
    crossHalves(other, one, pairs);
    cross(one.destructive, other.destructive, pairs);
    cross(one.additive, other.additive, pairs);
  });
}

function crossHalves(x: Holders, y: Holders, pairs: PairList): void {
  cross(x.destructive, y.additive, pairs);
  cross(x.destructive, y.using, pairs);
  cross(x.modifying, y.using, pairs);
}

function cross(a: readonly number[], b: readonly number[], pairs: PairList): void {
  for (const i of a) for (const j of b) if (i !== j) pairs.add(i, j);
}

function crossWithin(list: readonly number[], pairs: PairList): void {
  list.forEach((i, at) => {
    for (const j of list.slice(0, at)) if (i !== j) pairs.add(i, j);
  });
}

/** Pairs of numbers below `count`, kept as one number each. */
class PairList {
  readonly #count: number;
  #codes = new Float64Array(1024);
  #length = 0;

  constructor(count: number) {
    this.#count = count;
  }

  add(i: number, j: number): void {
    if (this.#length === this.#codes.length) this.#grow();
    this.#codes[this.#length] = i > j ? i * this.#count + j : j * this.#count + i;
    this.#length += 1;
  }

  /** Makes room: drops what is there twice, then doubles if that was not enough. */
  #grow(): void {
    this.#settle();
    if (this.#length * 2 <= this.#codes.length) return;
    const larger = new Float64Array(this.#codes.length * 2);
    larger.set(this.#codes.subarray(0, this.#length));
    this.#codes = larger;
  }

  #settle(): void {
    const sorted = this.#codes.subarray(0, this.#length).sort();
    let kept = 0;
    for (let i = 0; i < sorted.length; i++) {
      if (i > 0 && sorted[i] === sorted[kept - 1]) continue;
      sorted[kept] = sorted[i] ?? 0;
      kept += 1;
    }
    this.#length = kept;
  }

  /** Each pair once, the larger number first and ascending. */
  forEach(visit: (larger: number, smaller: number) => void): void {
    this.#settle();
    for (let k = 0; k < this.#length; k++) {
      const code = this.#codes[k] ?? 0;
      const larger = Math.floor(code / this.#count);
      visit(larger, code - larger * this.#count);
    }
  }
}

/** Cycles of declared dependencies: each dependency that lies on one is on a cycle that is reported. */
function cyclesAmong(
  candidates: readonly Candidate[],
  byId: ReadonlyMap<string, Candidate>,
  options: PairOptions,
): Finding[] {
  const open = (id: string): readonly string[] | undefined => byId.get(id)?.dependsOn;
  const circular = onCycles(candidates, byId);
  const among = (id: string): readonly string[] | undefined =>
    open(id)?.filter((next) => circular.get(next) === circular.get(id));
  const found = new Map<string, Finding>();
  const covered = new Set<string>();
  for (let i = candidates.length - 1; i >= 0; i--) {
    const { id, dependsOn } = candidates[i] as Candidate;
    if (!circular.has(id)) continue;
    if (dependsOn.every((next) => circular.get(next) !== circular.get(id) || covered.has(`${id} ${next}`))) continue;
    for (const finding of dependencyCycle.check(id, among, options, options.ephemeral)) {
      if (!found.has(finding.id)) found.set(finding.id, finding);
      const cycle = finding.evidence.cycle as readonly string[];
      for (let k = 0; k + 1 < cycle.length; k++) covered.add(`${cycle[k]} ${cycle[k + 1]}`);
    }
  }
  return [...found.values()];
}

/** Intents in a strongly connected component of more than one, with the number of the component (Tarjan 1972). */
function onCycles(candidates: readonly Candidate[], byId: ReadonlyMap<string, Candidate>): Map<string, number> {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const component = new Map<string, number>();
  for (const { id: root, dependsOn } of candidates) {
    if (dependsOn.length === 0 || index.has(root)) continue;
    const work: { id: string; next: number }[] = [{ id: root, next: 0 }];
    while (work.length > 0) {
      const frame = work[work.length - 1] as { id: string; next: number };
      const { id } = frame;
      if (frame.next === 0) {
        index.set(id, index.size);
        low.set(id, index.get(id) ?? 0);
        stack.push(id);
        onStack.add(id);
      }
      const after = byId.get(id)?.dependsOn[frame.next];
      frame.next += 1;
      if (after !== undefined) {
        if (!byId.has(after)) continue;
        if (!index.has(after)) work.push({ id: after, next: 0 });
        else if (onStack.has(after)) low.set(id, Math.min(low.get(id) ?? 0, index.get(after) ?? 0));
        continue;
      }
      work.pop();
      const parent = work[work.length - 1]?.id;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(id) ?? 0));
      if (low.get(id) !== index.get(id)) continue;
      const members = stack.splice(stack.lastIndexOf(id));
      for (const member of members) {
        onStack.delete(member);
        if (members.length > 1) component.set(member, index.get(id) ?? 0);
      }
    }
  }
  return component;
}
