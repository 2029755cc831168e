// Which files may be rewritten, and reading them (spec 4.5): inside the repository, no `.git`, no ledger, no symbolic
// link on the way, text only. Writing is src/resolve/file-changes.ts.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { foldPath, pathRefusal } from "../detect/path.ts";

/** Where edits may go: the worktree's root (real path) and what must never be touched below it (absolute paths). */
export interface Ground {
  readonly root: string;
  readonly guarded: readonly string[];
}

export interface TargetFile {
  /** Repo-relative, `/`. */
  readonly path: string;
  readonly absolute: string;
  readonly bytes: Buffer;
  /** Permission bits. */
  readonly mode: number;
}

export type TargetRead =
  | { readonly state: "found"; readonly file: TargetFile }
  | { readonly state: "missing" }
  | { readonly state: "refused"; readonly reason: string };

const LIMIT = 16 * 1024 * 1024;

/** Repo-relative form of a path, or the reason why it may not be written. Follows no link and reads nothing. */
export function groundedPath(path: string, root?: string): { path: string } | { reason: string } {
  const text = (root !== undefined && isAbsolute(path) ? relative(root, path) : path).trim();
  const reason = pathRefusal(text);
  return reason === undefined ? { path: foldPath(text).path } : { reason };
}

/** Reads a file that is to be edited. Never throws for what the path or the file is. */
export function readTarget(ground: Ground, path: string): TargetRead {
  const grounded = groundedPath(path, ground.root);
  if ("reason" in grounded) return { state: "refused", reason: grounded.reason };
  const absolute = join(ground.root, ...grounded.path.split("/"));
  if (ground.guarded.some((guard) => absolute === guard || absolute.startsWith(guard + sep))) {
    return { state: "refused", reason: "it belongs to the ledger" };
  }
  const way = walk(ground.root, grounded.path.split("/"));
  if (way !== "file") return way === "missing" ? { state: "missing" } : { state: "refused", reason: way };
  return open({ path: grounded.path, absolute });
}

/** Looks at every step of the way without following links. */
function walk(root: string, parts: readonly string[]): string {
  let at = root;
  for (const [i, part] of parts.entries()) {
    at = join(at, part);
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (!stat) return "missing";
    if (stat.isSymbolicLink()) {
      return `${parts.slice(0, i + 1).join("/")} is a symbolic link; name the file that it points to`;
    }
    if (i < parts.length - 1) {
      if (!stat.isDirectory()) return "missing";
      if (lstatSync(join(at, ".git"), { throwIfNoEntry: false }))
        return "it lies in another repository inside this one";
    } else if (!stat.isFile()) {
      return "it is no ordinary file";
    }
  }
  return "file";
}

function open(target: { path: string; absolute: string }): TargetRead {
  let handle: number;
  try {
    handle = openSync(target.absolute, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    return { state: "refused", reason: `it cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
  try {
    const stat = fstatSync(handle);
    if (stat.size > LIMIT) return { state: "refused", reason: "it is larger than 16 MiB" };
    const bytes = readFileSync(handle);
    return { state: "found", file: { ...target, bytes, mode: stat.mode & 0o7777 } };
  } finally {
    closeSync(handle);
  }
}

/** The text of a file, or undefined when it is binary: a NUL byte, or no valid UTF-8. The BOM stays in the text. */
export function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
