// The textual part of a path's canonical name (spec 3.1). Pure: symlinks and absolute prefixes are the caller's.

import { CONTROL_CHARACTER } from "./text-pattern.ts";

export interface FoldedPath {
  /** Repo-relative, `/`, NFC, no `.`, no `//`, no trailing slash; keeps leading `..` that nothing could fold. */
  readonly path: string;
  /** Written with a trailing slash: says "directory". */
  readonly directory: boolean;
  readonly absolute: boolean;
}

const NON_ASCII = /[^\x00-\x7f]/;
/** Already in its canonical form: nothing to fold. */
const PLAIN = /^(?!\.{1,2}(?:\/|$))[^\\/]+(?:\/(?!\.{1,2}(?:\/|$))[^\\/]+)*$/;

/** Folds a path by its text alone: `./src//a/../x.ts` and `src\x.ts` are `src/x.ts`. Never throws. */
export function foldPath(text: string): FoldedPath {
  const normal = NON_ASCII.test(text) ? text.normalize("NFC") : text;
  if (PLAIN.test(normal) && !/^[A-Za-z]:/.test(normal)) return { path: normal, directory: false, absolute: false };
  const slashed = normal.replaceAll("\\", "/");
  const absolute = slashed.startsWith("/") || /^[A-Za-z]:\//.test(slashed);
  const kept: string[] = [];
  for (const segment of slashed.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept[kept.length - 1] !== "..") kept.pop();
    else kept.push("..");
  }
  const path = kept.join("/");
  return {
    path: absolute && slashed.startsWith("/") ? `/${path}` : path,
    directory: /(?:^|\/)\.{0,2}$/.test(slashed),
    absolute,
  };
}

/** Why a path may not be named (spec 3.1), or undefined when it may. */
export function pathRefusal(text: string): string | undefined {
  if (CONTROL_CHARACTER.test(text)) return "it contains a control character";
  const { path, absolute } = foldPath(text);
  if (path === "" || path === "/") return "it names nothing: the repository itself is no file";
  if (absolute) return "it is absolute; write it relative to the root of the repository";
  const segments = path.split("/");
  if (segments[0] === "..") return "it leaves the repository";
  if (segments.some((segment) => segment.toLowerCase() === ".git")) return "it lies inside .git";
  if (segments[0] === ".foremerge") return "it lies inside the ledger's folder";
  return undefined;
}

/** `src`, `src/print` for `src/print/label.ts`: every directory above, outermost first. */
export function parentsOf(path: string): string[] {
  const parents: string[] = [];
  for (let at = path.indexOf("/", 1); at !== -1; at = path.indexOf("/", at + 1)) parents.push(path.slice(0, at));
  return parents;
}
