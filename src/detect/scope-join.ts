// Every overlapping pair of distinct scopes among many candidates (spec 1.9), found by name, by container, by glob, by
// settings and by tokens. Candidates are somebody else's: this file knows scopes and numbers.
import { declaredContainers, fitsDeclared, insideByName } from "./contains.ts";
import { globBase } from "./glob.ts";
import type { DetectOptions, Scope } from "./model.ts";
import { type Overlap, overlapOf } from "./overlap.ts";
import { parentsOf } from "./path.ts";
import { type PreparedScope, prepareScope } from "./prepared.ts";
import { disagree } from "./rules/fm-f005-dependency-version.ts";
import { TokenSets } from "./set-join-all.ts";
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

  get(name: string): number | readonly number[] | undefined {
    return this.#lists.get(name);
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

/** Distinct scopes, numbered as they come. Keeps numbers of what is found again by number, and prepares anew the rest. */
export class ScopeCatalogue {
  readonly #options: DetectOptions;
  readonly #ids = new Map<string, number>();
  readonly #scopes: Scope[] = [];
  readonly #prepared: (PreparedScope | undefined)[] = [];
  readonly #names = new Names();
  readonly #tokens = new TokenSets();
  /** Pairs of scope and container, one after the other; containers are numbered by their text. */
  readonly #inside: number[] = [];
  readonly #containerIds = new Map<string, number>();
  readonly #meetings = new Map<number, Overlap>();
  readonly #globs: number[] = [];
  readonly #withPath: number[] = [];

  constructor(options: DetectOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#scopes.length;
  }

  /** The number of a scope; the same for every mention of one kind and key. */
  add(scope: Scope): number {
    const text = `${scope.kind}:${scope.key}`;
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#scopes.length;
    this.#ids.set(text, id);
    this.#scopes.push(scope);
    this.#file(id, prepareScope(scope, this.#options.ignoreCase));
    return id;
  }

  /** A scope with everything that comparing it needs. */
  prepared(id: number): PreparedScope {
    let prepared = this.#prepared[id];
    if (prepared === undefined) {
      prepared = prepareScope(this.#scopes[id] as Scope, this.#options.ignoreCase);
      this.#prepared[id] = prepared;
    }
    return prepared;
  }

  #file(id: number, scope: PreparedScope): void {
    const skip = scope.scope.kind.length + 1;
    const full = scope.full.slice(skip);
    // Full form, alias and bare key; the kind left out, so that tier 3 meets too.
    this.#names.add(full, id);
    if (scope.alias !== scope.full) this.#names.add(scope.alias.slice(skip), id);
    if (scope.lowerKey !== full) this.#names.add(scope.lowerKey, id);
    this.#tokens.add(scope.tokens);
    for (const container of scope.containers) {
      let number = this.#containerIds.get(container);
      if (number === undefined) {
        number = this.#containerIds.size;
        this.#containerIds.set(container, number);
      }
      this.#inside.push(id, number);
    }
    if (scope.glob) this.#globs.push(id);
    if (scope.pathLike) this.#withPath.push(id);
  }

  /** Calls `emit` for every pair of different scopes that overlap, now and then twice; `meeting` knows them afterwards. */
  overlaps(emit: (a: number, b: number) => void): void {
    this.#joinNames(emit);
    this.#joinContainers(emit);
    if (this.#globs.length > 0) this.#joinGlobs(emit);
    this.#joinDeclared(emit);
    this.#tokens.join(TOKEN_THRESHOLD, (a, b) => this.#emitIfMet(a, b, emit));
  }

  /** How two different scopes overlap, once `overlaps` has been called. */
  meeting(a: number, b: number): Overlap | undefined {
    return this.#meetings.get(a < b ? a * this.size + b : b * this.size + a);
  }

  /** Whether they are two versions of one package: FM-F005 speaks of those, and no overlap. */
  disagree(a: number, b: number): boolean {
    const one = this.#scopes[a];
    const other = this.#scopes[b];
    return one?.kind === "package" && other?.kind === "package" && disagree(one, other);
  }

  #joinNames(emit: (a: number, b: number) => void): void {
    for (const list of this.#names.shared()) {
      for (let i = 1; i < list.length; i++) {
        for (let j = 0; j < i; j++) this.#emitIfMet(list[i] ?? 0, list[j] ?? 0, emit);
      }
    }
  }

  #joinContainers(emit: (a: number, b: number) => void): void {
    const holders: (number | readonly number[] | undefined)[] = [];
    for (const [container, number] of this.#containerIds) {
      holders[number] = this.#names.get(container.slice(container.indexOf(":") + 1));
    }
    for (let i = 0; i < this.#inside.length; i += 2) {
      const inner = this.#inside[i] ?? 0;
      const outer = holders[this.#inside[i + 1] ?? 0];
      if (typeof outer === "number") this.#emitIfMet(inner, outer, emit);
      else if (outer !== undefined) for (const one of outer) this.#emitIfMet(inner, one, emit);
    }
  }

  #emitIfMet(a: number, b: number, emit: (a: number, b: number) => void): void {
    if (a === b) return;
    const code = a < b ? a * this.size + b : b * this.size + a;
    if (!this.#meetings.has(code)) {
      const met = overlapOf(this.prepared(a), this.prepared(b), this.#options);
      if (met === undefined || this.disagree(a, b)) return;
      this.#meetings.set(code, met);
    }
    emit(a, b);
  }

  #joinGlobs(emit: (a: number, b: number) => void): void {
    const below = new Map<string, number[]>();
    for (const id of this.#withPath) {
      const path = this.prepared(id).path ?? "";
      for (const directory of ["", ...parentsOf(path), path]) {
        const list = below.get(directory);
        if (list === undefined) below.set(directory, [id]);
        else list.push(id);
      }
    }
    for (const id of this.#globs) {
      const glob = this.prepared(id);
      for (const other of below.get(globBase(glob.path ?? "")) ?? []) {
        if (insideByName(glob, this.prepared(other), this.#options)) this.#emitIfMet(id, other, emit);
      }
    }
  }

  #joinDeclared(emit: (a: number, b: number) => void): void {
    for (const { container, patterns } of declaredContainers(this.#options)) {
      const outer: number[] = [];
      for (const name of new Set([container.full, container.alias])) {
        this.#names.each(name.slice(name.indexOf(":") + 1), (id) => {
          const scope = this.prepared(id);
          if (scope.full === container.full || scope.alias === container.alias) outer.push(id);
        });
      }
      if (outer.length === 0) continue;
      for (let b = 0; b < this.size; b++) {
        if (!patterns.some((pattern) => fitsDeclared(pattern, this.prepared(b), this.#options))) continue;
        for (const a of outer) this.#emitIfMet(a, b, emit);
      }
    }
  }
}
