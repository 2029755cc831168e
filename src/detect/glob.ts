// Patterns over paths (spec 3.2): which texts are globs, and which paths they match. How matching works is
// src/detect/glob-automaton.ts and src/detect/glob-run.ts.
import { compileGlob, type GlobAutomaton } from "./glob-automaton.ts";
import { couldMeet, pathMatcher } from "./glob-run.ts";

/** Longest glob that is looked at; a longer one is taken for a plain name. */
const MAX_LENGTH = 1024;

/** True when a path is a pattern: `*`, `?`, `[…]`, `{a,b}`, `{1..3}` or `@(…)` and its kin. */
export function isGlob(path: string): boolean {
  if (path.length > MAX_LENGTH) return false;
  return /[*?]|\[[^\]/]+\]|\{[^{}]*(,|\.\.)[^}]*\}|[@+!]\([^)]*\)/.test(path);
}

/** The part of a glob before its first pattern segment, without trailing slash; empty when the first one is a pattern. */
export function globBase(pattern: string): string {
  const kept: string[] = [];
  for (const segment of pattern.split("/")) {
    if (/[*?[\]{}]|[@+!]\(/.test(segment)) break;
    kept.push(segment);
  }
  return kept.join("/");
}

/** A compiled glob; `matches` takes a normal path (spec 3.1). */
export interface Glob {
  readonly pattern: string;
  readonly base: string;
  readonly automaton: GlobAutomaton;
  matches(path: string): boolean;
}

/** Whether a glob matches a normal path. */
export function globMatches(pattern: string, path: string, ignoreCase = false): boolean {
  return globOf(pattern, ignoreCase).matches(path);
}

/** Whether two globs could both match some path, by their text alone; a plain path is a glob of itself. */
export function globsMeet(a: string, b: string, ignoreCase = false): boolean {
  return couldMeet(globOf(a, ignoreCase).automaton, globOf(b, ignoreCase).automaton);
}

const kept = new Map<string, Glob>();

/**
 * Compiles a glob. Names with a leading dot are ordinary names; `[id]` and `(group)` may also be the characters
 * themselves, as routers name folders. With `ignoreCase` letters of either case are one.
 */
export function globOf(pattern: string, ignoreCase = false): Glob {
  const key = `${ignoreCase ? "i" : "c"}${pattern}`;
  const known = kept.get(key);
  if (known) return known;
  const glob = compile(pattern, ignoreCase);
  if (kept.size > 4096) kept.clear();
  kept.set(key, glob);
  return glob;
}

function compile(written: string, ignoreCase: boolean): Glob {
  const pattern = ignoreCase ? written.toLowerCase() : written;
  const automaton = compileGlob(pattern);
  const base = globBase(pattern);
  const matches = pathMatcher(automaton);
  return {
    pattern,
    base,
    automaton,
    matches(path) {
      const name = ignoreCase ? path.toLowerCase() : path;
      return (base === "" || name.startsWith(base)) && matches(name);
    },
  };
}
