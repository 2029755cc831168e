// Scopes derived from what changed (spec 3.7): files, and the symbols and schema elements in them. Pure.
import { DESTRUCTIVE, type Operation, type Scope, type ScopeKind } from "../detect/model.ts";
import { normalise } from "../detect/normal-form.ts";
import type { SymbolChange } from "../syntax/diff.ts";
import { nameKey } from "../syntax/names.ts";
import { isElementKind, type SymbolKind } from "../syntax/outline.ts";
import type { TreeChange } from "./tree-changes.ts";

export interface DerivedScope extends Scope {
  readonly operation: Operation;
  readonly derived: true;
  /** File that it was found in. */
  readonly file: string;
  /** The signature changed, and the text does not say whether old uses still fit. */
  readonly signature_changed?: true;
  /** Only its comments or its layout changed. */
  readonly cosmetic?: true;
  /** What it is called, or where it lies, from now on. */
  readonly to?: string;
  readonly mode_changed?: true;
  /** The inside of the file was not looked at, and why. */
  readonly opaque?: string;
  /** What became narrower or different, in words. */
  readonly why?: readonly string[];
}

/** One scope per changed thing, files first in each file, in git's order of files. */
export function derivedScopes(changes: readonly TreeChange[]): DerivedScope[] {
  const scopes = changes.flatMap((change) => [
    ...fileScopes(change),
    ...change.symbols.map((symbol) => scopeOf(symbol, change)),
  ]);
  return foldSame(moved(scopes));
}

function fileScopes({ file, opaque }: TreeChange): DerivedScope[] {
  const base = { kind: "file" as const, derived: true as const, ...(opaque === undefined ? {} : { opaque }) };
  const modeChanged = file.oldMode !== undefined && file.newMode !== undefined && file.oldMode !== file.newMode;
  const mode = modeChanged ? { mode_changed: true as const } : {};
  const { path } = file;
  if (file.oldPath !== undefined) {
    return [
      { ...base, key: file.oldPath, operation: "rename", file: file.oldPath, to: path, ...mode },
      { ...base, key: path, operation: "add", file: path },
    ];
  }
  const operation: Operation = file.status === "added" ? "add" : file.status === "deleted" ? "remove" : "modify";
  return [{ ...base, key: path, operation, file: path, ...mode }];
}

function scopeOf(change: SymbolChange, { file, before, after }: TreeChange): DerivedScope {
  const language = (after ?? before)?.language;
  const path = change.operation === "remove" ? (file.oldPath ?? file.path) : file.path;
  const kind = scopeKind(change.kind);
  const version = (change.after ?? change.before)?.version;
  return {
    kind,
    key: scopeKey(kind, change.name, language, path, version),
    operation: change.kind === "dependency" && change.operation === "replace" ? "modify" : change.operation,
    derived: true,
    file: path,
    ...(change.signature_changed ? { signature_changed: true as const } : {}),
    ...(change.cosmetic ? { cosmetic: true as const } : {}),
    ...(change.new_name === undefined ? {} : { to: scopeKey(kind, change.new_name, language, path, version) }),
    ...(change.why ? { why: change.why } : {}),
  };
}

export function scopeKind(kind: SymbolKind): ScopeKind {
  if (kind === "dependency") return "package";
  if (kind === "operation") return "api";
  return isElementKind(kind) ? "schema" : "symbol";
}

/**
 * The key under which people declare such a thing: `Basket::push`, `accounts.email`, `GET /labels`, `chalk@5.6.2`.
 * A nameless default export is told from all others by its file.
 */
export function scopeKey(
  kind: ScopeKind,
  name: string,
  language: string | undefined,
  path: string,
  version?: string,
): string {
  if (kind === "package") return version === undefined ? name : `${name}@${version}`;
  if (kind !== "symbol") return name;
  const parts = nameKey(name, language);
  const key = parts.join("::");
  return parts[0] === "default" ? `${path}#${key}` : key;
}

const destructive: ReadonlySet<string> = new Set(DESTRUCTIVE);

/** What is gone here and new there has moved: one renaming instead of a removal and an addition. */
function moved(scopes: readonly DerivedScope[]): DerivedScope[] {
  const added = new Map(
    scopes.filter((scope) => scope.kind === "symbol" && scope.operation === "add").map((scope) => [scope.key, scope]),
  );
  const gone = new Set(
    scopes
      .filter((scope) => scope.kind === "symbol" && scope.operation === "remove" && added.has(scope.key))
      .map(({ key }) => key),
  );
  return scopes.flatMap((scope): DerivedScope[] => {
    if (scope.kind !== "symbol" || !gone.has(scope.key)) return [scope];
    if (scope.operation === "add") return [];
    return scope.operation === "remove"
      ? [{ ...scope, operation: "rename", to: `${added.get(scope.key)?.file}#${scope.key}` }]
      : [scope];
  });
}

/** One full scope has one operation in one request: of several, the one that takes most away. */
function foldSame(scopes: readonly DerivedScope[]): DerivedScope[] {
  const byScope = new Map<string, DerivedScope>();
  for (const scope of scopes) {
    const { full } = normalise(scope);
    const known = byScope.get(full);
    if (!known || weight(scope.operation) > weight(known.operation)) byScope.set(full, scope);
  }
  return [...byScope.values()];
}

function weight(operation: Operation): number {
  return destructive.has(operation) ? 3 : operation === "modify" ? 2 : operation === "extend" ? 1 : 0;
}
