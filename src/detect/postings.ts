// The index of spec 1.9: under which keys a candidate is filed, and which keys a candidate asks for. Two candidates
// with a finding between them always meet under one key; whether they do have one is decided by comparing them.
// Keys do not depend on settings: `file:` forms are filed with their case folded and compared exactly afterwards.
import { declaredContainers } from "./contains.ts";
import { globBase } from "./glob.ts";
import type { Candidate, DetectOptions } from "./model.ts";
import { parentsOf } from "./path.ts";
import { type PreparedScope, prepare } from "./prepared.ts";
import { DUPLICATE_THRESHOLD } from "./rules/fm-c004-duplicate-work.ts";
import { filterKeys, setFilter } from "./set-filter.ts";
import { TOKEN_THRESHOLD } from "./token-threshold.ts";

const KEY_TOKENS = setFilter(TOKEN_THRESHOLD, 12);
const SUMMARY_WORDS = setFilter(DUPLICATE_THRESHOLD, 16);

/** Letters of a name under which it is filed for wildcard patterns of the settings. */
const HEAD = 3;

/**
 * Keys under which a candidate is filed. First letter: `n` full scope or alias, `k` bare key, `c` what contains it,
 * `g` directory that a glob starts from, `t` key tokens, `s` summary words, `h` first letters of its names.
 */
export function postingKeys(candidate: Candidate): string[] {
  const { claims, words } = prepare(candidate, true);
  const keys = new Set<string>();
  for (const claim of claims) {
    keys.add(`n${claim.full}`);
    keys.add(`n${claim.alias}`);
    keys.add(`k${claim.lowerKey}`);
    for (const container of claim.containers) keys.add(`c${container}`);
    if (claim.pathLike) keys.add("cfile:");
    if (claim.glob) keys.add(`g${globBase(claim.path ?? "")}`);
    for (const token of filterKeys(claim.tokens, KEY_TOKENS)) keys.add(`t${token}`);
    for (const head of headsOf(claim)) keys.add(head);
  }
  for (const word of filterKeys(words, SUMMARY_WORDS)) keys.add(`s${word}`);
  return [...keys];
}

function headsOf(claim: PreparedScope): string[] {
  const { kind } = claim.scope;
  const names = new Set([claim.full.slice(kind.length + 1), claim.alias.slice(kind.length + 1), claim.lowerKey]);
  return [...names].map((name) => `h${kind}:${name.slice(0, HEAD)}`);
}

export interface Probe {
  readonly keys: readonly string[];
  /** A pattern of the settings that no key can answer: every candidate has to be looked at. */
  readonly everything: boolean;
}

/** Keys under which everything is filed that a candidate could have a finding with. */
export function probeKeys(candidate: Candidate, options: DetectOptions): Probe {
  const { claims, words } = prepare(candidate, true);
  const keys = new Set<string>();
  let everything = false;
  for (const claim of claims) {
    keys.add(`n${claim.full}`);
    keys.add(`n${claim.alias}`);
    keys.add(`k${claim.lowerKey}`);
    addContainment(claim, keys);
    for (const token of filterKeys(claim.tokens, KEY_TOKENS)) keys.add(`t${token}`);
    if (options.contains !== undefined && addDeclared(claim, options, keys)) everything = true;
  }
  for (const word of filterKeys(words, SUMMARY_WORDS)) keys.add(`s${word}`);
  return { keys: [...keys], everything };
}

function addContainment(claim: PreparedScope, keys: Set<string>): void {
  // What lies in it, and what it lies in.
  keys.add(`c${claim.scope.kind === "api" ? claim.alias : claim.full}`);
  for (const container of claim.containers) keys.add(`n${container}`);
  if (!claim.pathLike || claim.path === undefined) return;
  // Globs that may match it start from a directory above it (or from itself: `src/auth/**` matches `src/auth`).
  for (const key of globsAbove(claim.path)) keys.add(key);
  if (claim.glob) addBelow(claim.path, keys);
  else if (claim.directory) keys.add(`g${claim.path}`);
}

function globsAbove(path: string): string[] {
  return ["g", ...parentsOf(path).map((parent) => `g${parent}`), `g${path}`];
}

/** Everything at or below the directory that a glob starts from. */
function addBelow(glob: string, keys: Set<string>): void {
  const base = globBase(glob);
  keys.add(`cfile:${base}`);
  if (base === "") return;
  keys.add(`nfile:${base}`);
}

/** Keys for the `contains` setting; true when a pattern can only be answered by looking at everything. */
function addDeclared(claim: PreparedScope, options: DetectOptions, keys: Set<string>): boolean {
  let everything = false;
  for (const { container, patterns } of declaredContainers({ ...options, ignoreCase: true })) {
    // The claim may lie in the container: whoever names the container is asked for.
    keys.add(`n${container.full}`);
    keys.add(`n${container.alias}`);
    if (container.full !== claim.full && container.alias !== claim.alias) continue;
    for (const { scope, wildcard } of patterns) {
      if (wildcard === undefined) {
        keys.add(`n${scope.full}`);
        keys.add(`n${scope.alias}`);
        keys.add(`c${scope.scope.kind === "api" ? scope.alias : scope.full}`);
        if (scope.glob) addBelow(scope.path ?? "", keys);
        if (scope.path !== undefined) for (const key of globsAbove(scope.path)) keys.add(key);
        continue;
      }
      const literal = /^[^*?]*/.exec(scope.lowerKey)?.[0] ?? "";
      if (literal.length < HEAD) everything = true;
      else keys.add(`h${scope.scope.kind}:${literal.slice(0, HEAD)}`);
    }
  }
  return everything;
}
