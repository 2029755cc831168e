// A scope and a candidate with everything computed once that comparing them needs. Nothing in here compares.
import { separatorsOf, splitPieces } from "./brackets.ts";
import { isGlob } from "./glob.ts";
import type { Candidate, Operation, Scope } from "./model.ts";
import { cleanForms, hasSourceExtension, isCleanSymbol, normalise } from "./normal-form.ts";
import { foldPath, parentsOf } from "./path.ts";
import { sortedTokens } from "./token-set.ts";

export interface PreparedScope {
  readonly scope: Scope;
  readonly full: string;
  readonly alias: string;
  /** The key, lower-cased (tier 3). */
  readonly lowerKey: string;
  /** Sorted. */
  readonly tokens: readonly string[];
  /** `file:` keys: the folded path. Symbols: the path or first name that their key starts with. Folded under ignoreCase. */
  readonly path: string | undefined;
  /** A symbol's path really is a file's or directory's, not just a first name. */
  readonly pathLike: boolean;
  readonly glob: boolean;
  /** `file:src/` */
  readonly directory: boolean;
  /** Full scopes (aliases for `api`) of everything that contains this scope by its name alone. */
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
  /** Words of the summary, sorted. */
  readonly words: readonly string[];
}

const NONE: readonly string[] = [];

/** Normal forms, tokens and containers of one scope; `tokens` for those who have them or need none. */
export function prepareScope(
  { kind, key }: Scope,
  ignoreCase = false,
  tokens: readonly string[] = sortedTokens(key),
): PreparedScope {
  const scope = { kind, key };
  if (kind === "symbol" && isCleanSymbol(key)) return cleanSymbol(scope, ignoreCase, tokens);
  const { full, alias } = normalise(scope, ignoreCase);
  const lowerKey = key.toLowerCase();
  if (kind === "file") {
    const { directory } = foldPath(key.trim());
    const path = full.slice(5);
    const containers = parentsOf(path).map((parent) => `file:${parent}`);
    return { scope, full, alias, lowerKey, tokens, path, pathLike: true, glob: isGlob(path), directory, containers };
  }
  let path: string | undefined;
  let pathLike = false;
  let containers = NONE;
  if (kind === "symbol") {
    const cuts = separatorsOf(full, true).map(([at]) => full.slice(0, at));
    const first = (splitPieces(key)[0] ?? "").trim();
    pathLike = first.includes("/") || hasSourceExtension(first);
    if (pathLike || (first !== "" && !first.includes("\\"))) {
      const folded = foldPath(first).path;
      path = ignoreCase ? folded.toLowerCase() : folded;
      // A lone first name (`Label`) meets `file:Label` on its key already.
      if (cuts.length > 0 || pathLike) {
        for (const parent of parentsOf(path)) cuts.push(`file:${parent}`);
        cuts.push(`file:${path}`);
      }
    }
    containers = cuts;
  } else if (kind === "api") {
    containers = apiContainers(alias.slice(4));
  } else if (kind === "config" || kind === "schema" || kind === "module") {
    containers = dottedContainers(full);
  }
  return { scope, full, alias, lowerKey, tokens, path, pathLike, glob: false, directory: false, containers };
}

/** The quick way for a symbol whose key is plain names joined by separators: no brackets, no path, no file's ending. */
function cleanSymbol(scope: Scope, ignoreCase: boolean, tokens: readonly string[]): PreparedScope {
  const { key } = scope;
  const lowerKey = key.toLowerCase();
  const { full, alias } = cleanForms(lowerKey);
  let containers = NONE;
  const first = firstPiece(key);
  const path = first.includes("\\") ? undefined : ignoreCase ? first.toLowerCase() : first;
  if (full.length > alias.length || full.includes("::")) {
    const cuts: string[] = [];
    for (let at = "symbol:".length; at < full.length; at++) {
      const code = full.charCodeAt(at);
      if (code !== 46 && code !== 58) continue;
      cuts.push(full.slice(0, at));
      if (code === 58) at += 1;
    }
    // A lone first name (`Label`) meets `file:Label` on its key already.
    if (path !== undefined && cuts.length > 0) cuts.push(`file:${path}`);
    containers = cuts;
  }
  return {
    scope,
    full,
    alias,
    lowerKey,
    tokens,
    path,
    pathLike: false,
    glob: false,
    directory: false,
    containers,
  };
}

/** What stands before the first `::` or `#` of a clean key. */
function firstPiece(key: string): string {
  const colon = key.indexOf(":");
  const hash = key.indexOf("#");
  const end = colon === -1 ? hash : hash === -1 ? colon : Math.min(colon, hash);
  return end === -1 ? key : key.slice(0, end);
}

/** A scope with what is done to it. Written out: copying by `...` takes several times as long. */
export function claimOn(prepared: PreparedScope, operation: Operation, inferred: boolean): PreparedClaim {
  const { scope, full, alias, lowerKey, tokens, path, pathLike, glob, directory, containers } = prepared;
  return {
    scope,
    full,
    alias,
    lowerKey,
    tokens,
    path,
    pathLike,
    glob,
    directory,
    containers,
    operation,
    inferred,
  };
}

/** Prepares a candidate from scratch, remembering nothing. */
export function prepareOnce(candidate: Candidate, ignoreCase = false): Prepared {
  const claims: PreparedClaim[] = [];
  for (const claim of candidate.scopes) {
    claims.push(claimOn(prepareScope(claim, ignoreCase), claim.operation, claim.inferred));
  }
  for (const use of candidate.uses) {
    claims.push(claimOn(prepareScope(use, ignoreCase), "use", use.inferred === true));
  }
  return { candidate, claims, words: sortedTokens(candidate.summary) };
}

const known = new WeakMap<Candidate, Prepared>();
const knownFolded = new WeakMap<Candidate, Prepared>();

/** Prepares a candidate; the same object is prepared once. */
export function prepare(candidate: Candidate, ignoreCase = false): Prepared {
  const memo = ignoreCase ? knownFolded : known;
  let prepared = memo.get(candidate);
  if (prepared === undefined) {
    prepared = prepareOnce(candidate, ignoreCase);
    memo.set(candidate, prepared);
  }
  return prepared;
}

/** `config:mail`, `config:mail.smtp` of `config:mail.smtp.retry`. */
function dottedContainers(full: string): readonly string[] {
  let at = full.indexOf(".");
  if (at === -1) return NONE;
  const cuts: string[] = [];
  for (; at !== -1; at = full.indexOf(".", at + 1)) cuts.push(full.slice(0, at));
  return cuts;
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
