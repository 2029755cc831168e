// The file-system part of the one path rule (spec 3.1): absolute paths made relative, symlinked parents resolved, what
// is no path of the repository refused. The textual part is src/detect/path.ts.
import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { globBase, isGlob } from "../detect/glob.ts";
import { foldPath, pathRefusal } from "../detect/path.ts";
import { invalidInput } from "../errors.ts";
import { discoverRepository } from "../git/discover.ts";
import type { Repository } from "../git/repository.ts";

/** Where paths are named from. A Session is one. */
export interface PathPlace {
  /** Worktree root, real path. */
  readonly root: string;
  readonly repository: Pick<Repository, "commonDir"> | undefined;
  /** The ledger's file, which is nobody's scope. */
  readonly place?: { readonly path: string };
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface RepoPath {
  /** Repo-relative normal form. */
  readonly path: string;
  /** A trailing slash said that a directory is meant. */
  readonly directory: boolean;
}

/**
 * Names paths from one place; parents are resolved once per folder. Relative texts start at the worktree's root,
 * absolute ones may lie in any worktree of the repository and are named from that worktree's root.
 * @throws INVALID_INPUT (from the returned function) naming the text and why it is no path of the repository
 */
export function pathNamer(place: PathPlace): (text: string) => RepoPath {
  const folders: Folders = new Map();
  return (text) => {
    if (text.trim() === "") throw refusedPath(text, "it names nothing");
    const folded = foldPath(text);
    const inTree = folded.absolute ? fromAbsolute(folded.path, place) : folded.path;
    const why = inTree === undefined ? "it leaves the repository" : pathRefusal(inTree);
    if (inTree === undefined || why !== undefined) throw refusedPath(text, why ?? "");
    const path = throughLinks(inTree, place.root, folders);
    const still = path === undefined ? "a link on its way leaves the repository" : pathRefusal(path);
    if (path === undefined || still !== undefined) throw refusedPath(text, still ?? "");
    if (place.place && join(place.root, path) === place.place.path) throw refusedPath(text, "it is the ledger");
    return { path, directory: folded.directory };
  };
}

/**
 * Reads keys of `file:` scopes: a key that only its text folds stays as written, any other becomes its normal form.
 * @throws INVALID_INPUT (from the returned function), as `pathNamer` does
 */
export function pathReader(place: PathPlace): (key: string) => string {
  const name = pathNamer(place);
  return (key) => {
    const { path, directory } = name(key.trim());
    if (path === foldPath(key.trim()).path) return key;
    return directory ? `${path}/` : path;
  };
}

/** The normal form of one path. @throws INVALID_INPUT */
export function canonicalPath(place: PathPlace, written: string): string {
  return pathNamer(place)(written).path;
}

function refusedPath(text: string, why: string): Error {
  const shown = JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text);
  return invalidInput(
    `The path ${shown} names no file of this repository: ${why}.`,
    "Write a path relative to the root of the repository, as in src/label.ts.",
  );
}

/** An absolute path relative to the worktree that holds it; undefined when no worktree of this repository does. */
function fromAbsolute(path: string, place: PathPlace): string | undefined {
  const real = realOf(path);
  const common = place.repository?.commonDir;
  if (common !== undefined) {
    // A linked worktree may lie inside another one: the innermost counts.
    const around = discoverRepository(existing(dirname(real)), place.env);
    if (around && around.commonDir === common) return within(around.root, real);
    // Inside .git, say: refused by name, which tells more than "leaves the repository".
  }
  return within(place.root, real);
}

function within(root: string, path: string): string | undefined {
  if (path === root) return "";
  const prefix = root.endsWith(sep) ? root : root + sep;
  return path.startsWith(prefix) ? foldPath(path.slice(prefix.length)).path : undefined;
}

/** Where folders of the tree really are, by their path from its root. */
type Folders = Map<string, { readonly real: string; readonly there: boolean }>;

/** The path with its parent folders resolved; undefined when a link leads out. A link at the end is itself the file. */
function throughLinks(path: string, root: string, folders: Folders): string | undefined {
  const holder = isGlob(path) ? globBase(path) : path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (holder === "") return path;
  const inside = within(root, folderAt(holder, root, folders).real);
  if (inside === undefined) return undefined;
  return inside === holder ? path : `${inside}${inside === "" ? "" : "/"}${path.slice(holder.length + 1)}`;
}

/** One look per folder: what is not there has nothing in it, and what is no link is where its name says. */
function folderAt(folder: string, root: string, folders: Folders): { readonly real: string; readonly there: boolean } {
  const known = folders.get(folder);
  if (known) return known;
  const slash = folder.lastIndexOf("/");
  const parent = slash === -1 ? { real: root, there: true } : folderAt(folder.slice(0, slash), root, folders);
  const path = join(parent.real, folder.slice(slash + 1));
  const found = { real: path, there: false };
  const info = parent.there ? look(path) : undefined;
  if (info) {
    found.there = true;
    if (info.isSymbolicLink()) found.real = realOf(path);
  }
  folders.set(folder, found);
  return found;
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a file stands where a folder would be
  }
}

/** The real path, also of what does not exist yet: links are followed as far as there is something. */
function realOf(path: string): string {
  const there = existing(path);
  try {
    return join(realpathSync.native(there), relative(there, path));
  } catch {
    return path;
  }
}

/** The deepest existing folder on the way to a path, the path itself if it exists. */
function existing(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      realpathSync.native(at);
      return at;
    } catch {
      if (dirname(at) === at) return at;
    }
  }
}
