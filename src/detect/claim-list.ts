// Claims of many candidates as numbers, and which candidates meet on a scope with operations of which a finding can
// come (spec 1.5, 1.9).
import { OPERATIONS, type Operation } from "./model.ts";
import type { PairList } from "./pair-list.ts";
import { isAdditive, isDestructive } from "./rules/rule.ts";
import type { ScopeCatalogue } from "./scope-join.ts";

/** Claims of many candidates: scope, and operation with a bit for "inferred". */
export class ClaimList {
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

/** Groups of the holders of a scope, in the order in which they lie; additive ones are `adding` and `modifying`. */
const DESTRUCTIVE = 0;
const ADDING = 1;
const MODIFYING = 2;
const USING = 3;
const GROUPS = 4;

/** Group of each operation. */
const GROUP_OF = OPERATIONS.map((operation) => {
  if (isDestructive({ operation })) return DESTRUCTIVE;
  if (!isAdditive({ operation })) return USING;
  return operation === "modify" ? MODIFYING : ADDING;
});

/** A run of candidates within `Holders.list`. */
interface Run {
  readonly from: number;
  readonly to: number;
}

/** Who holds each scope, by what could come of it: one list of candidates, cut by scope and group. */
class Holders {
  readonly list: Int32Array;
  /** Group g of scope s starts at `starts[GROUPS * s + g]`. */
  readonly #starts: Int32Array;

  constructor(scopes: number, claims: ClaimList) {
    const starts = new Int32Array(GROUPS * scopes + 1);
    const cell = (claim: number): number =>
      GROUPS * (claims.scopes[claim] ?? 0) + (GROUP_OF[(claims.codes[claim] ?? 0) >> 1] ?? USING);
    const count = claims.scopes.length;
    for (let claim = 0; claim < count; claim++) starts[cell(claim) + 1] = (starts[cell(claim) + 1] ?? 0) + 1;
    for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] ?? 0) + (starts[i - 1] ?? 0);
    this.list = new Int32Array(count);
    const filled = starts.slice();
    for (let i = 0; i + 1 < claims.starts.length; i++) {
      for (let claim = claims.starts[i] ?? 0; claim < (claims.starts[i + 1] ?? 0); claim++) {
        const place = filled[cell(claim)] ?? 0;
        this.list[place] = i;
        filled[cell(claim)] = place + 1;
      }
    }
    this.#starts = starts;
  }

  run(scope: number, first: number, last = first): Run {
    return {
      from: this.#starts[GROUPS * scope + first] ?? 0,
      to: this.#starts[GROUPS * scope + last + 1] ?? 0,
    };
  }
}

/** Pairs of candidates that hold one scope, or two that overlap, with operations of which a finding can come. */
export function joinHolders(catalogue: ScopeCatalogue, claims: ClaimList, pairs: PairList): void {
  const holders = new Holders(catalogue.size, claims);
  const { list } = holders;
  const cross = (x: Run, y: Run): void => {
    for (let a = x.from; a < x.to; a++) {
      const i = list[a] ?? 0;
      for (let b = y.from; b < y.to; b++) if (list[b] !== i) pairs.add(i, list[b] ?? 0);
    }
  };
  const crossWithin = (run: Run): void => {
    for (let a = run.from + 1; a < run.to; a++) {
      const i = list[a] ?? 0;
      for (let b = run.from; b < a; b++) if (list[b] !== i) pairs.add(i, list[b] ?? 0);
    }
  };
  for (let scope = 0; scope < catalogue.size; scope++) {
    const all = holders.run(scope, DESTRUCTIVE, USING);
    if (all.to - all.from < 2) continue;
    const destructive = holders.run(scope, DESTRUCTIVE);
    crossWithin(destructive);
    cross(destructive, holders.run(scope, ADDING, USING));
    crossWithin(holders.run(scope, ADDING, MODIFYING));
    if (catalogue.isContract(scope)) cross(holders.run(scope, MODIFYING), holders.run(scope, USING));
  }
  catalogue.overlaps((a, b) => {
    const [one, other] = [holders.run(a, DESTRUCTIVE), holders.run(b, DESTRUCTIVE)];
    cross(one, holders.run(b, DESTRUCTIVE, USING));
    cross(holders.run(a, ADDING, USING), other);
    cross(holders.run(a, ADDING, MODIFYING), holders.run(b, ADDING, MODIFYING));
    if (!catalogue.isContract(a) || !catalogue.isContract(b)) return;
    cross(holders.run(a, MODIFYING), holders.run(b, USING));
    cross(holders.run(a, USING), holders.run(b, MODIFYING));
  });
}
