// A place in the tree for a finding: the file that a scope names or the symbol's definition, else the settings file or
// the README. Code scanning services refuse results that lie nowhere (spec 5.4).
import { statSync } from "node:fs";
import { join } from "node:path";
import { globMatches, isGlob } from "../detect/glob.ts";
import type { Scope } from "../detect/model.ts";
import { foldPath } from "../detect/path.ts";
import { trackedFiles } from "../git/diff.ts";
import { type GrepHit, grepLines } from "../git/grep.ts";
import { type OutlinePlace, Outlines } from "./outlines.ts";

/** Repo-relative path and lines, from 1. */
export interface TreePlace {
  readonly path: string;
  readonly line: number;
  readonly endLine?: number;
}

/** A scope to find, and files in which it is likelier to be than elsewhere. */
export interface Sought {
  readonly scope: Scope;
  readonly near: readonly string[];
}

/** Files outlined for one scope, and scopes looked for in the text of the tree: what is beyond stays at the manifest. */
const MAX_FILES = 12;
const MAX_SCOPES = 400;

/** Where every scope stands; scopes that cannot be found are left out. Outside git nothing but existing files is found. */
export async function locateScopes(where: OutlinePlace, sought: readonly Sought[]): Promise<Map<string, TreePlace>> {
  const { root } = where;
  const inGit = where.repository !== undefined;
  const known = new Outlines(where);
  const places = new Map<string, TreePlace>();
  const open = new Map<string, Sought>();
  for (const each of sought) if (open.size < MAX_SCOPES) open.set(keyOf(each.scope), each);
  let files: readonly string[] | undefined;
  const tracked = (): readonly string[] => {
    files ??= inGit ? quietly(() => trackedFiles(root), []) : [];
    return files;
  };
  for (const [key, { scope }] of open) {
    if (scope.kind !== "file") continue;
    const path = filePlace(root, scope.key, tracked);
    if (path !== undefined) places.set(key, { path, line: 1 });
    open.delete(key);
  }
  if (!inGit || open.size === 0) return places;
  const needles = new Map([...open].map(([key, { scope }]) => [key, needleOf(scope)]));
  const hits = quietly(() => grepLines(root, [...new Set([...needles.values()])]), []);
  const outlines = new Map<string, Promise<readonly Named[]>>();
  const outline = (path: string): Promise<readonly Named[]> => {
    const names = outlines.get(path) ?? namesIn(known, path);
    outlines.set(path, names);
    return names;
  };
  for (const [key, each] of open) {
    const own = hits.filter(({ text }) => text.includes(needles.get(key) ?? ""));
    const place = await definition(each, own, outline);
    if (place) places.set(key, place);
  }
  return places;
}

/** Map key of a scope: as written. */
export const keyOf = (scope: Scope): string => `${scope.kind}:${scope.key}`;

/** The file for what lies nowhere: settings, README, any tracked file. */
export function manifestPlace(root: string, inGit: boolean): TreePlace {
  for (const name of [".foremerge.yaml", "README.md", "README", "README.rst", "README.txt", "readme.md"]) {
    if (isFile(join(root, name))) return { path: name, line: 1 };
  }
  const [first] = inGit ? quietly(() => trackedFiles(root), []) : [];
  return { path: first ?? ".foremerge.yaml", line: 1 };
}

function filePlace(root: string, key: string, tracked: () => readonly string[]): string | undefined {
  const { path } = foldPath(key);
  if (isGlob(path)) return tracked().find((file) => globMatches(path, file));
  if (path.startsWith("../") || path === "..") return undefined;
  if (isFile(join(root, path))) return path;
  return tracked().find((file) => file.startsWith(`${path}/`));
}

/** The text that a file must hold to define the scope: the last name of a symbol, the path of an api, else the key. */
function needleOf(scope: Scope): string {
  if (scope.kind === "api") return scope.key.replace(/^\s*[A-Za-z]+\s+/, "").trim() || scope.key;
  if (scope.kind === "symbol" || scope.kind === "component" || scope.kind === "schema") {
    return partsOf(scope.key).at(-1) ?? scope.key;
  }
  return scope.key.trim();
}

const partsOf = (name: string): string[] => name.match(/[\p{L}\p{N}_$]+/gu) ?? [];

interface Named {
  readonly path: string;
  readonly parts: readonly string[];
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What a file defines; nothing when it cannot be read or has no parser. */
async function namesIn(outlines: Outlines, path: string): Promise<readonly Named[]> {
  try {
    const outline = await outlines.ofFile(path, "names");
    return (outline?.symbols ?? []).map((symbol) => ({
      path,
      parts: partsOf(symbol.name).map((part) => part.toLowerCase()),
      name: symbol.name.toLowerCase(),
      start: symbol.start_line,
      end: symbol.end_line,
    }));
  } catch {
    return [];
  }
}

/** The definition whose name agrees on most parts from the end; files that the intents name count first. */
async function definition(
  { scope, near }: Sought,
  hits: readonly GrepHit[],
  outline: (path: string) => Promise<readonly Named[]>,
): Promise<TreePlace | undefined> {
  const close = (path: string): number => (near.some((each) => path === each || path.startsWith(`${each}/`)) ? 0 : 1);
  const paths = [...new Set(hits.map(({ path }) => path))].sort((a, b) => close(a) - close(b) || (a < b ? -1 : 1));
  const wanted = partsOf(scope.key).map((part) => part.toLowerCase());
  let best: { named: Named; agreed: number } | undefined;
  for (const path of paths.slice(0, MAX_FILES)) {
    for (const named of await outline(path)) {
      const agreed =
        scope.kind === "api" && named.name === scope.key.toLowerCase() ? 9 : agreement(wanted, named.parts);
      if (agreed > (best?.agreed ?? 0)) best = { named, agreed };
    }
  }
  if (best) return { path: best.named.path, line: best.named.start, endLine: best.named.end };
  // Kinds that no parser knows are found by their text; a symbol that is only mentioned is not.
  if (scope.kind === "symbol" || scope.kind === "component") return undefined;
  const [first] = [...hits].sort((a, b) => close(a.path) - close(b.path));
  return first && { path: first.path, line: first.line };
}

/** How many parts agree from the end; 0 when the last ones differ or one name contradicts the other. */
function agreement(wanted: readonly string[], has: readonly string[]): number {
  let same = 0;
  while (same < wanted.length && same < has.length && wanted.at(-1 - same) === has.at(-1 - same)) same++;
  return same === has.length || same === wanted.length || same >= 2 ? same : 0;
}

function isFile(path: string): boolean {
  return quietly(() => statSync(path).isFile(), false);
}

/** Looking for places must never fail a report. */
function quietly<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
