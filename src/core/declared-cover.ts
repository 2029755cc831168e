// What was declared against what was done (spec 3.7). Pure.
import { insideByName, insideBySettings } from "../detect/contains.ts";
import {
  ADDITIVE,
  DESTRUCTIVE,
  type DetectOptions,
  type Operation,
  type Scope,
  type ScopeClaim,
} from "../detect/model.ts";
import { type PreparedScope, prepareScope } from "../detect/prepared.ts";
import type { TurnedDestructive } from "../detect/rules/fm-d001-scope-drift.ts";
import { packageVersion } from "../detect/rules/fm-f005-dependency-version.ts";
import { NameIndex } from "../syntax/names.ts";
import type { DerivedScope } from "./derived-scopes.ts";
import type { TreeChange } from "./tree-changes.ts";

/** Something that was touched and not declared; of a file also what changed in it. */
export interface Undeclared extends DerivedScope {
  readonly symbols?: readonly string[];
}

export interface Drift {
  readonly undeclared: readonly Undeclared[];
  /** Declared scopes that nothing was done to, of the kinds that a diff can show. */
  readonly untouched: readonly ScopeClaim[];
  readonly destructive: readonly TurnedDestructive[];
}

/** Kinds that are found in a diff; of others nobody can say whether they were touched. */
const SHOWN_BY_DIFF: ReadonlySet<string> = new Set(["file", "symbol", "schema", "api", "package"]);
const additive: ReadonlySet<string> = new Set(ADDITIVE);
const destructiveOperations: ReadonlySet<string> = new Set(DESTRUCTIVE);

/** @param found true for a scope whose definition stands in a file that was read */
export function compareDeclared(
  declared: readonly ScopeClaim[],
  actual: readonly DerivedScope[],
  changes: readonly TreeChange[],
  options: DetectOptions,
  found: (scope: Scope) => boolean,
): Drift {
  const claims = declared.map((claim) => ({ claim, scope: prepareScope(claim, options.ignoreCase) }));
  const done = actual.map((change) => ({ change, scope: prepareScope(change, options.ignoreCase) }));
  const covers = (outer: PreparedScope, inner: PreparedScope): boolean => isCovered(outer, inner, options);
  const covered = done.map(({ change, scope }) => {
    const file = prepareScope({ kind: "file", key: change.file }, options.ignoreCase);
    return claims.some(
      (one) => covers(one.scope, scope) || (one.scope.scope.kind === "file" && covers(one.scope, file)),
    );
  });
  const homes = declaredHomes(declared, changes);
  const undeclared: Undeclared[] = [];
  const whole = new Set<string>();
  // A file that nothing declared lies in stands for everything in it.
  done.forEach(({ change }, i) => {
    if (change.kind !== "file" || covered[i] || homes.has(change.key)) return;
    if (done.some((other, j) => covered[j] && other.change.kind !== "file" && other.change.file === change.file))
      return;
    whole.add(change.file);
    const symbols = done
      .filter((other) => other.change.kind !== "file" && other.change.file === change.file)
      .map((other) => other.change.key);
    undeclared.push(symbols.length > 0 ? { ...change, symbols } : change);
  });
  done.forEach(({ change }, i) => {
    if (change.kind !== "file" && !covered[i] && !whole.has(change.file)) undeclared.push(change);
  });
  return {
    undeclared,
    untouched: claims
      .filter(({ claim, scope }) => SHOWN_BY_DIFF.has(claim.kind) && !isTouched(scope, done, changes, options, found))
      .map(({ claim }) => claim),
    destructive: claims.flatMap(({ claim, scope }) => turned(claim, scope, done, options)),
  };
}

/** Same thing, or a part of it. */
function isCovered(outer: PreparedScope, inner: PreparedScope, options: DetectOptions): boolean {
  if (outer.full === inner.full) return true;
  // Paths that differ in case are two files, unless the repository folds them; then their full forms agree.
  if (outer.alias === inner.alias && outer.scope.kind !== "file") return true;
  if (outer.scope.kind === "package" && inner.scope.kind === "package") return samePackage(outer.scope, inner.scope);
  if (outer.scope.kind === "migration" && inner.scope.kind === "file") return isMigrationFile(outer.scope, inner.scope);
  return insideByName(outer, inner, options) || insideBySettings(outer, inner, options);
}

function samePackage(a: Scope, b: Scope): boolean {
  const nameOf = ({ key }: Scope): string => packageVersion(key)?.name ?? key.trim().toLowerCase();
  return nameOf(a) === nameOf(b);
}

/** `migration:436` and `db/migrations/0436_add_users.sql`; `migration:add_users` too. */
function isMigrationFile(migration: Scope, file: Scope): boolean {
  const name = file.key.slice(file.key.lastIndexOf("/") + 1).toLowerCase();
  const key = migration.key.trim().toLowerCase();
  const number = /^0*(\d+)/.exec(name)?.[1];
  return (/^\d+$/.test(key) && number === key.replace(/^0+(?=\d)/, "")) || name.replace(/\.\w+$/, "").includes(key);
}

/** Changed files in which a declared symbol or element lives: changing them is no surprise. */
function declaredHomes(declared: readonly ScopeClaim[], changes: readonly TreeChange[]): Set<string> {
  const homes = new Set<string>();
  const names = declared
    .filter(({ kind }) => kind === "symbol" || kind === "schema" || kind === "api")
    .map(({ key }) => key);
  for (const { file, before, after } of changes) {
    for (const outline of [before, after]) {
      if (!outline) continue;
      const index = new NameIndex(outline);
      if (names.some((name) => index.find(name).length > 0)) {
        homes.add(file.path);
        if (file.oldPath !== undefined) homes.add(file.oldPath);
      }
    }
  }
  return homes;
}

interface Done {
  readonly change: DerivedScope;
  readonly scope: PreparedScope;
}

/** True when something changed that nobody could read into. */
export function hidesSymbols(changes: readonly TreeChange[]): boolean {
  return changes.some(({ opaque }) => opaque !== undefined && opaque !== "binary");
}

function isTouched(
  claim: PreparedScope,
  done: readonly Done[],
  changes: readonly TreeChange[],
  options: DetectOptions,
  found: (scope: Scope) => boolean,
): boolean {
  if (done.some(({ scope }) => isCovered(claim, scope, options) || insideByName(scope, claim, options))) return true;
  // In a file that nobody could read into the symbol may well have been touched, unless it is known to be elsewhere.
  return hidesSymbols(changes) && claim.scope.kind !== "file" && !found(claim.scope);
}

/** A declared addition, extension or modification that took the thing, or a part of it, away. */
function turned(
  claim: ScopeClaim,
  scope: PreparedScope,
  done: readonly Done[],
  options: DetectOptions,
): TurnedDestructive[] {
  if (!additive.has(claim.operation)) return [];
  return done
    .filter(({ change }) => destructiveOperations.has(change.operation) && change.kind === claim.kind)
    .filter(({ scope: actual }) =>
      claim.kind === "file" ? actual.full === scope.full : isCovered(scope, actual, options),
    )
    .map(({ change }) => ({
      kind: change.kind,
      key: change.key,
      operation: change.operation as Operation,
      file: change.file,
      declared: claim.operation,
      destructive: true as const,
    }));
}
