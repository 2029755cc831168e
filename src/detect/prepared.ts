// A scope and a candidate with everything computed once that comparing them needs. Nothing in here compares.
import { separatorsOf, splitPieces } from "./brackets.ts";
import { isGlob } from "./glob.ts";
import type { Candidate, Operation, Scope } from "./model.ts";
import { hasSourceExtension, normalise } from "./normal-form.ts";
import { foldPath, parentsOf } from "./path.ts";
import { tokensOf } from "./tokens.ts";

export interface PreparedScope {
  readonly scope: Scope;
  readonly full: string;
  readonly alias: string;
  /** The key, lower-cased (tier 3). */
  readonly lowerKey: string;
  readonly tokens: ReadonlySet<string>;
  /** `file:` keys: the folded path. Symbols that name a file: that path. Case folded under ignoreCase. */
  readonly path: string | undefined;
  /** A symbol's path really is a file's or directory's, not just a first name. */
  readonly pathLike: boolean;
  readonly glob: boolean;
  /** `file:src/` */
  readonly directory: boolean;
  /** Normal forms of everything that contains this scope by its name alone. */
  readonly containers: readonly string[];
}

export interface PreparedClaim extends PreparedScope {
  readonly operation: Operation;
  readonly inferred: boolean;
}

export interface Prepared {
  readonly candidate: Candidate;
  /** Changes and uses alike. */
  readonly claims: readonly PreparedClaim[];
  /** Words of the summary. */
  readonly words: ReadonlySet<string>;
}

/** Normal forms, tokens and containers of one scope. */
export function prepareScope(scope: Scope, ignoreCase = false): PreparedScope {
  const { full, alias } = normalise(scope, ignoreCase);
  const path = pathOf(scope, ignoreCase);
  const glob = scope.kind === "file" && path !== undefined && isGlob(path);
  return {
    scope,
    full,
    alias,
    lowerKey: scope.key.toLowerCase(),
    tokens: tokensOf(scope.key),
    path,
    pathLike: scope.kind === "file" || isPathLike(scope),
    glob,
    directory: scope.kind === "file" && foldPath(scope.key.trim()).directory,
    containers: containersOf(scope, full, alias, path),
  };
}

const PREPARED = new WeakMap<Candidate, Prepared>();
const PREPARED_FOLDED = new WeakMap<Candidate, Prepared>();

/** Prepares a candidate; the same object is prepared once. */
export function prepare(candidate: Candidate, ignoreCase = false): Prepared {
  const memo = ignoreCase ? PREPARED_FOLDED : PREPARED;
  const known = memo.get(candidate);
  if (known !== undefined) return known;
  const prepared: Prepared = {
    candidate,
    claims: [
      ...candidate.scopes.map((claim) => ({
        ...prepareScope(claim, ignoreCase),
        operation: claim.operation,
        inferred: claim.inferred,
      })),
      ...candidate.uses.map((scope) => ({
        ...prepareScope(scope, ignoreCase),
        operation: "use" as const,
        inferred: scope.inferred === true,
      })),
    ],
    words: tokensOf(candidate.summary),
  };
  memo.set(candidate, prepared);
  return prepared;
}

/** The part of a symbol's key before the first `::` or `#`, as written. */
function firstPiece(key: string): string {
  return splitPieces(key)[0] ?? key;
}

function pathOf(scope: Scope, ignoreCase: boolean): string | undefined {
  if (scope.kind !== "file" && scope.kind !== "symbol") return undefined;
  const text = scope.kind === "file" ? scope.key.trim() : firstPiece(scope.key).trim();
  if (text === "") return undefined;
  const { path } = foldPath(text);
  if (path === "") return undefined;
  return ignoreCase ? path.toLowerCase() : path;
}

function isPathLike(scope: Scope): boolean {
  if (scope.kind !== "symbol") return false;
  const piece = firstPiece(scope.key).trim();
  return /[\\/]/.test(piece) || hasSourceExtension(piece);
}

/** Full scopes (aliases for `api`) of what contains this scope by whole segments, nearest last. */
function containersOf(scope: Scope, full: string, alias: string, path: string | undefined): string[] {
  switch (scope.kind) {
    case "symbol": {
      const cuts = separatorsOf(full.slice(7), true).map(([at]) => full.slice(0, 7 + at));
      // A lone first name (`Label`) meets `file:Label` on its key already.
      if (path !== undefined && (cuts.length > 0 || path.includes("/"))) {
        cuts.push(...parentsOf(path).map((p) => `file:${p}`), `file:${path}`);
      }
      return cuts;
    }
    case "config":
    case "schema":
    case "module": {
      const cuts: string[] = [];
      for (let at = full.indexOf("."); at !== -1; at = full.indexOf(".", at + 1)) cuts.push(full.slice(0, at));
      return cuts;
    }
    case "file":
      return path === undefined ? [] : parentsOf(path).map((p) => `file:${p}`);
    case "api":
      return apiContainers(alias.slice(4));
    default:
      return [];
  }
}

/** Above `get /labels/{}`: `get /`, `get /labels`, and with no method `/`, `/labels`, `/labels/{}`. */
function apiContainers(key: string): string[] {
  const spaced = /^([a-z]+) (.*)$/.exec(key);
  const method = spaced?.[1];
  const path = spaced?.[2] ?? key;
  const above = path.startsWith("/") && path !== "/" ? ["/", ...parentsOf(path)] : parentsOf(path);
  const bare = above.map((p) => `api:${p}`);
  if (method === undefined) return bare;
  return [...above.map((p) => `api:${method} ${p}`), ...bare, `api:${path}`];
}
