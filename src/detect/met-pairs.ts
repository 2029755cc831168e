// What two of many candidates have in common, from what the joins have found: nothing is compared again.
import type { ClaimList } from "./claim-list.ts";
import type { Overlap } from "./overlap.ts";
import { claimsVersion, type Met } from "./pair.ts";
import { claimOn, type PreparedClaim } from "./prepared.ts";
import type { Meeting } from "./rules/rule.ts";
import type { ScopeCatalogue } from "./scope-join.ts";
import type { TokenSets } from "./set-join-all.ts";

const FULL: Overlap = { match: "full", score: 1, mayAssert: true };

export class MetPairs {
  readonly #catalogue: ScopeCatalogue;
  readonly #claims: ClaimList;
  readonly #summaries: TokenSets;
  /** By the number of the claim, as far as it was asked for. */
  readonly #prepared: (PreparedClaim | undefined)[];

  constructor(catalogue: ScopeCatalogue, claims: ClaimList, summaries: TokenSets) {
    this.#catalogue = catalogue;
    this.#claims = claims;
    this.#summaries = summaries;
    this.#prepared = new Array(claims.scopes.length).fill(undefined);
  }

  of(i: number, j: number): Met {
    const { scopes, starts } = this.#claims;
    const meetings: Meeting[] = [];
    const contrary: [PreparedClaim, PreparedClaim][] = [];
    for (let a = starts[i] ?? 0; a < (starts[i + 1] ?? 0); a++) {
      for (let b = starts[j] ?? 0; b < (starts[j + 1] ?? 0); b++) {
        const one = scopes[a] ?? 0;
        const other = scopes[b] ?? 0;
        const overlap = one === other ? FULL : this.#catalogue.meeting(one, other);
        if (overlap !== undefined) {
          meetings.push({ source: this.#claim(a), target: this.#claim(b), overlap });
        } else if (this.#catalogue.disagree(one, other)) {
          const [source, target] = [this.#claim(a), this.#claim(b)];
          if (claimsVersion(source) && claimsVersion(target)) contrary.push([source, target]);
        }
      }
    }
    return { meetings, versions: contrary, alike: this.#summaries.likeness(i, j) };
  }

  #claim(claim: number): PreparedClaim {
    let prepared = this.#prepared[claim];
    if (prepared === undefined) {
      const scope = this.#catalogue.prepared(this.#claims.scopes[claim] ?? 0);
      prepared = claimOn(scope, this.#claims.operation(claim), this.#claims.inferred(claim));
      this.#prepared[claim] = prepared;
    }
    return prepared;
  }
}
