// Tier 4 of spec 1.4: one scope lies inside another, by its name, by a glob, or because the settings say so.
import { globMatches, globsMeet } from "./glob.ts";
import type { DetectOptions, Scope } from "./model.ts";
import { type PreparedScope, prepareScope } from "./prepared.ts";
import { parseScope } from "./scope.ts";

/** Whether `inner` lies inside `outer` by whole segments of its name, or because `outer` is a glob that matches it. */
export function insideByName(outer: PreparedScope, inner: PreparedScope, options: DetectOptions): boolean {
  const { containers } = inner;
  if (containers.length > 0 && containers.includes(outer.scope.kind === "api" ? outer.alias : outer.full)) return true;
  if (!outer.glob || outer.path === undefined || inner.path === undefined || !inner.pathLike) return false;
  if (inner.glob) return globsMeet(outer.path, inner.path, options.ignoreCase);
  if (globMatches(outer.path, inner.path, options.ignoreCase)) return true;
  return inner.directory && globsMeet(outer.path, `${inner.path}/**/*`, options.ignoreCase);
}

/** Whether the settings (`contains`) say that `inner` lies inside `outer`. */
export function insideBySettings(outer: PreparedScope, inner: PreparedScope, options: DetectOptions): boolean {
  for (const { container, patterns } of declaredContainers(options)) {
    if (container.full !== outer.full && container.alias !== outer.alias) continue;
    if (patterns.some((pattern) => fitsDeclared(pattern, inner, options))) return true;
  }
  return false;
}

export interface DeclaredPattern {
  readonly scope: PreparedScope;
  /** For kinds other than `file`: the key is a wildcard pattern. */
  readonly wildcard: RegExp | undefined;
}

export interface DeclaredContainer {
  readonly container: PreparedScope;
  readonly patterns: readonly DeclaredPattern[];
}

const read = new WeakMap<object, readonly DeclaredContainer[]>();
const readFolded = new WeakMap<object, readonly DeclaredContainer[]>();

/** The `contains` setting, parsed once. Entries that do not parse are the settings' business and are passed over. */
export function declaredContainers(options: DetectOptions): readonly DeclaredContainer[] {
  const { contains } = options;
  if (contains === undefined) return [];
  const memo = options.ignoreCase === true ? readFolded : read;
  const known = memo.get(contains);
  if (known !== undefined) return known;
  const found: DeclaredContainer[] = [];
  for (const text of Object.keys(contains)) {
    const container = tryParse(text);
    if (container === undefined) continue;
    const patterns = (contains[text] ?? []).flatMap((pattern) => {
      const scope = tryParse(pattern);
      if (scope === undefined) return [];
      return [{ scope: prepareScope(scope, options.ignoreCase), wildcard: wildcardOf(scope) }];
    });
    found.push({ container: prepareScope(container, options.ignoreCase), patterns });
  }
  memo.set(contains, found);
  return found;
}

/** Whether a scope is what a pattern of the settings names (`symbol:LegacyApi*`), or lies inside of it. */
export function fitsPattern(pattern: string, scope: Scope, ignoreCase = false): boolean {
  const parsed = tryParse(pattern);
  if (parsed === undefined) return false;
  const declared = { scope: prepareScope(parsed, ignoreCase), wildcard: wildcardOf(parsed) };
  return fitsDeclared(declared, prepareScope(scope, ignoreCase), { ignoreCase });
}

function tryParse(text: string): Scope | undefined {
  try {
    const { kind, key } = parseScope(text, { context: "either" });
    return { kind, key };
  } catch {
    return undefined;
  }
}

/** `Payment*` as an expression over the whole normal key, `*` any run of characters, `?` one. */
function wildcardOf(scope: Scope): RegExp | undefined {
  if (scope.kind === "file" || !/[*?]/.test(scope.key)) return undefined;
  const body = scope.key
    .toLowerCase()
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${body}$`, "su");
}

/** Whether a prepared scope fits one pattern of the setting. */
export function fitsDeclared(pattern: DeclaredPattern, inner: PreparedScope, options: DetectOptions): boolean {
  const { scope, wildcard } = pattern;
  if (wildcard === undefined) {
    if (scope.full === inner.full || scope.alias === inner.alias) return true;
    return insideByName(scope, inner, options);
  }
  if (scope.scope.kind !== inner.scope.kind) return false;
  const skip = inner.scope.kind.length + 1;
  return (
    wildcard.test(inner.lowerKey) || wildcard.test(inner.full.slice(skip)) || wildcard.test(inner.alias.slice(skip))
  );
}
