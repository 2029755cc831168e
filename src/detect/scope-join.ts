// Every overlapping pair of distinct scopes among many candidates (spec 1.9), found by name, by container, by glob, by
// settings and by tokens. Candidates are somebody else's: this file knows scopes and numbers.
import { declaredContainers, fitsDeclared, insideByName } from "./contains.ts";
import { globBase } from "./glob.ts";
import { MeetingTable } from "./meeting-table.ts";
import type { DetectOptions, Scope } from "./model.ts";
import { NameTable, pushHashes } from "./name-table.ts";
import { type Overlap, overlapOf, tokenOverlap } from "./overlap.ts";
import { parentsOf } from "./path.ts";
import { type PreparedScope, prepareScope } from "./prepared.ts";
import { isContractKind } from "./rules/fm-c003-shared-contract.ts";
import { disagree } from "./rules/fm-f005-dependency-version.ts";
import { TokenSets } from "./set-join-all.ts";
import { TOKEN_THRESHOLD } from "./token-threshold.ts";

const NO_TOKENS: readonly string[] = [];

/** Distinct scopes, numbered as they come. Keeps numbers of what is found again by number, and prepares anew the rest. */
export class ScopeCatalogue {
  readonly #options: DetectOptions;
  readonly #scopes: Scope[] = [];
  readonly #prepared: (PreparedScope | undefined)[] = [];
  readonly #names = new NameTable();
  readonly #tokens = new TokenSets();
  /** Scopes that lie in something, once for each container; and the hashes of the containers' names, two each. */
  readonly #inside: number[] = [];
  readonly #containers: number[] = [];
  readonly #globs: number[] = [];
  readonly #withPath: number[] = [];
  #meetings: MeetingTable | undefined;

  constructor(options: DetectOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#scopes.length;
  }

  /** The number of a scope; the same for every mention of one kind and key. */
  add(scope: Scope): number {
    // Every scope is filed under its bare key, too.
    const known = this.#names.find(scope.key.toLowerCase(), 0, (other) => {
      const { kind, key } = this.#scopes[other] as Scope;
      return kind === scope.kind && key === scope.key;
    });
    if (known !== -1) return known;
    const id = this.#scopes.length;
    this.#scopes.push(scope);
    this.#prepared.push(undefined);
    this.#file(id, prepareScope(scope, this.#options.ignoreCase, NO_TOKENS));
    return id;
  }

  /** A scope with everything that comparing it needs but its tokens: those are numbers here. */
  prepared(id: number): PreparedScope {
    let prepared = this.#prepared[id];
    if (prepared === undefined) {
      prepared = prepareScope(this.#scopes[id] as Scope, this.#options.ignoreCase, NO_TOKENS);
      this.#prepared[id] = prepared;
    }
    return prepared;
  }

  #file(id: number, scope: PreparedScope): void {
    const skip = scope.scope.kind.length + 1;
    // Full form, alias and bare key; the kind left out, so that tier 3 meets too.
    this.#names.add(scope.full, skip, id);
    if (scope.alias !== scope.full) this.#names.add(scope.alias, skip, id);
    this.#names.add(scope.lowerKey, 0, id);
    this.#tokens.add(scope.scope.key);
    for (const container of scope.containers) {
      this.#inside.push(id);
      pushHashes(container, container.indexOf(":") + 1, this.#containers);
    }
    if (scope.glob) this.#globs.push(id);
    if (scope.pathLike) this.#withPath.push(id);
  }

  /** Calls `emit` for every pair of different scopes that overlap, now and then twice; `meeting` knows them afterwards. */
  overlaps(emit: (a: number, b: number) => void): void {
    this.#meetings = new MeetingTable(this.size);
    this.#joinNames(emit);
    this.#joinContainers(emit);
    if (this.#globs.length > 0) this.#joinGlobs(emit);
    this.#joinDeclared(emit);
    this.#tokens.join(TOKEN_THRESHOLD, (a, b, alike) => this.#emitIfMet(a, b, emit, alike));
  }

  /** How two different scopes overlap, once `overlaps` has been called. */
  meeting(a: number, b: number): Overlap | undefined {
    return this.#meetings?.get(a, b);
  }

  /** Whether they are two versions of one package: FM-F005 speaks of those, and no overlap. */
  disagree(a: number, b: number): boolean {
    const one = this.#scopes[a];
    const other = this.#scopes[b];
    return one?.kind === "package" && other?.kind === "package" && disagree(one, other);
  }

  /** Whether those who use this scope must hear of it when it is modified (FM-C003). */
  isContract(id: number): boolean {
    return isContractKind((this.#scopes[id] as Scope).kind);
  }

  #joinNames(emit: (a: number, b: number) => void): void {
    for (const list of this.#names.shared()) {
      for (let i = 1; i < list.length; i++) {
        for (let j = 0; j < i; j++) this.#emitIfMet(list[i] ?? 0, list[j] ?? 0, emit);
      }
    }
  }

  #joinContainers(emit: (a: number, b: number) => void): void {
    let inner = 0;
    const visit = (outer: number): void => this.#emitIfMet(inner, outer, emit);
    for (let i = 0; i < this.#inside.length; i++) {
      inner = this.#inside[i] ?? 0;
      this.#names.eachHashed(this.#containers[2 * i] ?? 0, this.#containers[2 * i + 1] ?? 0, visit);
    }
  }

  /** `alike`: the likeness of their tokens, where it is known to be enough. */
  #emitIfMet(a: number, b: number, emit: (a: number, b: number) => void, alike?: number): void {
    if (a === b) return;
    const meetings = this.#meetings as MeetingTable;
    if (meetings.get(a, b) === undefined) {
      const met =
        overlapOf(this.prepared(a), this.prepared(b), this.#options) ??
        (alike === undefined ? undefined : tokenOverlap(alike));
      if (met === undefined || this.disagree(a, b)) return;
      meetings.add(a, b, met);
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
        this.#names.each(name, name.indexOf(":") + 1, (id) => {
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
