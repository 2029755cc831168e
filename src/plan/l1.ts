// L1: which files two sides both touch, and how sure that is (spec 3.2). Pure.
import { type Glob, globOf } from "../detect/glob.ts";
import { compileTree } from "../detect/glob-automaton.ts";
import { couldMeet } from "../detect/glob-run.ts";
import type { FileTouch, FileTree } from "./artifacts.ts";

/** One file (or, where none exists yet, directory or pair of globs) that both sides touch. */
export interface FileOverlap {
  readonly file: string;
  readonly confidence: number;
  /** The places of either side that reach it. */
  readonly left: readonly FileTouch[];
  readonly right: readonly FileTouch[];
}

const SAME_FILE = 1;
const CONTAINED = 0.95;
const GLOB_AND_FILE = 0.9;
const GLOBS_ON_FILES = 0.7;
const GLOBS_COULD_MEET = 0.4;

/** Everything both sides touch, by file; of two matches for one file the surer counts. Two readers do not meet. */
export function overlapsOf(
  left: readonly FileTouch[],
  right: readonly FileTouch[],
  tree: FileTree,
): readonly FileOverlap[] {
  const found = new Map<string, { confidence: number; left: Set<FileTouch>; right: Set<FileTouch> }>();
  for (const a of left) {
    for (const b of right) {
      if (a.read && b.read) continue;
      const match = matchOf(a, b, tree);
      for (const file of match?.files ?? []) {
        const known = found.get(file);
        if (!known) found.set(file, { confidence: match?.confidence ?? 0, left: new Set([a]), right: new Set([b]) });
        else {
          known.confidence = Math.max(known.confidence, match?.confidence ?? 0);
          known.left.add(a);
          known.right.add(b);
        }
      }
    }
  }
  return [...found]
    .map(([file, { confidence, left: lefts, right: rights }]) => ({
      file,
      confidence,
      left: [...lefts],
      right: [...rights],
    }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

interface Match {
  readonly confidence: number;
  readonly files: readonly string[];
}

/** The row of the table that holds for two places, or undefined when they cannot meet. */
export function matchOf(a: FileTouch, b: FileTouch, tree: FileTree): Match | undefined {
  if (a.shape === "glob") return b.shape === "glob" ? twoGlobs(a, b, tree) : globAndPlace(a, b, tree);
  if (b.shape === "glob") return globAndPlace(b, a, tree);
  const [x, y] = [folded(a.path, tree), folded(b.path, tree)];
  if (x === y) {
    const sure = a.shape === "file" && b.shape === "file";
    return { confidence: sure ? SAME_FILE : CONTAINED, files: [a.path] };
  }
  // A path above another one is a directory, whatever its own side called it.
  if (y.startsWith(x) && y[x.length] === "/") return { confidence: CONTAINED, files: [b.path] };
  if (x.startsWith(y) && x[y.length] === "/") return { confidence: CONTAINED, files: [a.path] };
  return undefined;
}

const folded = (path: string, tree: FileTree): string => (tree.ignoreCase ? path.toLowerCase() : path);

function globAndPlace(touch: FileTouch, place: FileTouch, tree: FileTree): Match | undefined {
  const glob = globOf(touch.path, tree.ignoreCase);
  const path = folded(place.path, tree);
  if (!within(glob.base, path)) return undefined;
  if (place.shape === "file") {
    if (glob.matches(place.path)) return { confidence: GLOB_AND_FILE, files: [place.path] };
    // A name that is not there and has no extension may become a directory.
    if (tree.isFile(place.path) || /\.[^/]*$/.test(place.path)) return undefined;
  }
  const files = matchedFiles(glob, tree).filter((file) => folded(file, tree).startsWith(`${path}/`));
  if (files.length > 0) return { confidence: GLOBS_ON_FILES, files };
  if (!couldMeet(glob.automaton, compileTree(path))) return undefined;
  return { confidence: GLOBS_COULD_MEET, files: [touch.path, place.path] };
}

function twoGlobs(a: FileTouch, b: FileTouch, tree: FileTree): Match | undefined {
  const [x, y] = [globOf(a.path, tree.ignoreCase), globOf(b.path, tree.ignoreCase)];
  if (!within(x.base, y.base)) return undefined;
  const other = new Set(matchedFiles(y, tree));
  const files = matchedFiles(x, tree).filter((file) => other.has(file));
  if (files.length > 0) return { confidence: GLOBS_ON_FILES, files };
  if (!couldMeet(x.automaton, y.automaton)) return undefined;
  return { confidence: GLOBS_COULD_MEET, files: [...new Set([a.path, b.path])] };
}

/** True when one of two plain prefixes lies on the way to the other. */
function within(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short === "" || (long.startsWith(short) && (long.length === short.length || long[short.length] === "/"));
}

const matched = new WeakMap<FileTree, Map<string, readonly string[]>>();

/** Files of the tree that a glob matches, found once per tree. */
function matchedFiles(glob: Glob, tree: FileTree): readonly string[] {
  let known = matched.get(tree);
  if (!known) {
    known = new Map();
    matched.set(tree, known);
  }
  const kept = known.get(glob.pattern);
  if (kept) return kept;
  const files = below(tree, glob.base).filter((file) => glob.matches(file));
  known.set(glob.pattern, files);
  return files;
}

/** The files below a directory: a slice of the sorted list, where letters are told apart. */
function below(tree: FileTree, directory: string): readonly string[] {
  const files = tree.files();
  if (directory === "" || tree.ignoreCase) return files;
  const first = lowerBound(files, `${directory}/`);
  return files.slice(first, lowerBound(files, `${directory}0`)); // "0" follows "/"
}

function lowerBound(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
