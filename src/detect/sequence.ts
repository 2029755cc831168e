// Declared order between intents (spec 1.5): who comes after whom, directly or transitively.

/** Answers what an intent depends on; undefined for one that nobody knows. */
export type DependsOn = (id: string) => readonly string[] | undefined;

/** Declared order as seen from one intent. Remembers what it has walked. */
export class DeclaredOrder {
  readonly #of: string;
  readonly #dependsOn: DependsOn;
  #before: Set<string> | undefined;
  #leadsHere: Map<string, boolean> | undefined;

  constructor(of: string, dependsOn: DependsOn) {
    this.#of = of;
    this.#dependsOn = dependsOn;
  }

  /** True when either of the two names the other in depends_on, directly or not. */
  orders(other: string): boolean {
    return this.#everythingBefore().has(other) || ((this.#dependsOn(other) ?? []).length > 0 && this.#reaches(other));
  }

  #everythingBefore(): Set<string> {
    if (this.#before !== undefined) return this.#before;
    const found = new Set<string>();
    const stack = [...(this.#dependsOn(this.#of) ?? [])];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      stack.push(...(this.#dependsOn(id) ?? []));
    }
    this.#before = found;
    return found;
  }

  #reaches(from: string): boolean {
    this.#leadsHere ??= new Map();
    const leadsHere = this.#leadsHere;
    const known = leadsHere.get(from);
    if (known !== undefined) return known;
    const walked = new Set<string>([from]);
    const stack = [from];
    let found = false;
    for (let id = stack.pop(); id !== undefined && !found; id = stack.pop()) {
      for (const next of this.#dependsOn(id) ?? []) {
        if (next === this.#of || leadsHere.get(next) === true) {
          found = true;
          break;
        }
        if (walked.has(next) || leadsHere.get(next) === false) continue;
        walked.add(next);
        stack.push(next);
      }
    }
    if (found) leadsHere.set(from, true);
    else for (const id of walked) leadsHere.set(id, false);
    return found;
  }
}
