// Every overlapping pair of distinct scopes among many candidates (spec 1.9), found by name, by container, by glob, by
// settings and by tokens. Candidates are somebody else's: this file knows scopes and numbers.
import { declaredContainers, fitsPattern, insideByName } from "./contains.ts";
import { globBase } from "./glob.ts";
import type { DetectOptions, Scope } from "./model.ts";
import { overlapOf } from "./overlap.ts";
import { parentsOf } from "./path.ts";
import { type PreparedScope, prepareScope } from "./prepared.ts";
import { joinSets } from "./set-join-all.ts";
import { TOKEN_THRESHOLD } from "./token-threshold.ts";

/** Numbers by name: most names have one. */
class Names {
  readonly #lists = new Map<string, number | number[]>();

  add(name: string, id: number): void {
    const list = this.#lists.get(name);
    if (list === undefined) this.#lists.set(name, id);
    else if (typeof list === "number") {
      if (list !== id) this.#lists.set(name, [list, id]);
    } else if (list[list.length - 1] !== id) list.push(id);
  }

  each(name: string, visit: (id: number) => void): void {
    const list = this.#lists.get(name);
    if (typeof list === "number") visit(list);
    else if (list !== undefined) for (const id of list) visit(id);
  }

  /** Lists of the names that several have. */
  *shared(): Iterable<readonly number[]> {
    for (const list of this.#lists.values()) if (typeof list !== "number") yield list;
  }
}

/** Distinct scopes, numbered as they come. */
export class ScopeCatalogue {
  readonly scopes: PreparedScope[] = [];
  readonly #ids = new Map<string, number>();
  readonly #tokens = new Map<string, string>();
  readonly #options: DetectOptions;

  constructor(options: DetectOptions) {
    this.#options = options;
  }

  /** The number of a scope; the same for every spelling of the same kind and key. */
  add(scope: Scope): number {
    const text = `${scope.kind}:${scope.key}`;
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.scopes.length;
      this.#ids.set(text, id);
      const prepared = prepareScope(scope, this.#options.ignoreCase);
      this.scopes.push({ ...prepared, tokens: this.shareWords(prepared.tokens) });
    }
    return id;
  }

  /** The same words as one copy each: many sets, few words. */
  shareWords(words: readonly string[]): readonly string[] {
    return words.map((word) => {
      const known = this.#tokens.get(word);
      if (known !== undefined) return known;
      this.#tokens.set(word, word);
      return word;
    });
  }

  /** Calls `emit` for every overlapping pair of different scopes, now and then twice. */
  overlaps(emit: (a: number, b: number) => void): void {
    const names = this.#byName();
    this.#joinNames(names, emit);
    this.#joinGlobs(names, emit);
    this.#joinDeclared(emit);
    joinSets(
      this.scopes.map((scope) => scope.tokens),
      TOKEN_THRESHOLD,
      emit,
    );
  }

  /** Scopes by full form, alias and bare key; the kind left out, so that tier 3 meets too. */
  #byName(): Names {
    const names = new Names();
    this.scopes.forEach((scope, id) => {
      const skip = scope.scope.kind.length + 1;
      const full = scope.full.slice(skip);
      names.add(full, id);
      if (scope.alias !== scope.full) names.add(scope.alias.slice(skip), id);
      if (scope.lowerKey !== full) names.add(scope.lowerKey, id);
    });
    return names;
  }

  #joinNames(names: Names, emit: (a: number, b: number) => void): void {
    for (const list of names.shared()) {
      for (let i = 1; i < list.length; i++) {
        for (let j = 0; j < i; j++) this.#emitIfMet(list[i], list[j], emit);
      }
    }
    this.scopes.forEach((scope, id) => {
      for (const container of scope.containers) {
        names.each(container.slice(container.indexOf(":") + 1), (other) => this.#emitIfMet(id, other, emit));
      }
    });
  }

  #emitIfMet(a: number | undefined, b: number | undefined, emit: (a: number, b: number) => void): void {
    if (a === undefined || b === undefined || a === b) return;
    const left = this.scopes[a];
    const right = this.scopes[b];
    if (left === undefined || right === undefined) return;
    if (overlapOf(left, right, this.#options) !== undefined) emit(a, b);
  }

  #joinGlobs(names: Names, emit: (a: number, b: number) => void): void {
    if (!this.scopes.some((scope) => scope.glob)) return;
    const below = new Map<string, number[]>();
    this.scopes.forEach((scope, id) => {
      if (!scope.pathLike || scope.path === undefined) return;
      for (const directory of ["", ...parentsOf(scope.path), scope.path]) {
        const list = below.get(directory);
        if (list === undefined) below.set(directory, [id]);
        else list.push(id);
      }
    });
    this.scopes.forEach((glob, id) => {
      if (!glob.glob || glob.path === undefined) return;
      const base = globBase(glob.path);
      const visit = (other: number): void => {
        const inner = this.scopes[other];
        if (other !== id && inner !== undefined && insideByName(glob, inner, this.#options)) emit(id, other);
      };
      for (const other of below.get(base) ?? []) visit(other);
      names.each(base.toLowerCase(), visit);
    });
  }

  #joinDeclared(emit: (a: number, b: number) => void): void {
    for (const { container, patterns } of declaredContainers(this.#options)) {
      const outer: number[] = [];
      const inner: number[] = [];
      this.scopes.forEach((scope, id) => {
        if (scope.full === container.full || scope.alias === container.alias) outer.push(id);
      });
      if (outer.length === 0) continue;
      this.scopes.forEach((scope, id) => {
        if (patterns.some((pattern) => fitsPattern(pattern, scope, this.#options))) inner.push(id);
      });
      for (const a of outer) for (const b of inner) if (a !== b) emit(a, b);
    }
  }
}
