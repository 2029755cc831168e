// What one side touches, as files, directories and globs with normal paths (spec 3.2). Pure: naming a path and knowing
// what exists are handed in.
import { isGlob } from "../detect/glob.ts";
import type { Operation } from "../detect/model.ts";
import type { PlanArtifact } from "./node.ts";

/** One declared place. Symbols and lines narrow it to a part of a file. */
export interface FileTouch {
  /** Normal path (spec 3.1), or a glob over normal paths. */
  readonly path: string;
  readonly shape: "file" | "directory" | "glob";
  readonly read: boolean;
  /** Undefined when nobody declared one. */
  readonly operation?: Operation;
  readonly symbols?: readonly string[];
  readonly lines?: readonly [number, number];
}

/** What is known of the files of the tree. */
export interface FileTree {
  readonly ignoreCase: boolean;
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  /** Every file of the tree by its normal path, sorted by code units. May be costly the first time. */
  files(): readonly string[];
}

/** How a written path becomes a normal one; throws what is no path of the repository. */
export type NamePath = (text: string) => { readonly path: string; readonly directory: boolean };

/** True when the place is a part of a file rather than the whole of it. */
export const isNarrow = (touch: FileTouch): boolean => touch.symbols !== undefined || touch.lines !== undefined;

/**
 * The places that artifacts name; a rename touches the old and the new path. A place named twice is one.
 * @throws what `name` throws
 */
export function touchesOf(artifacts: readonly PlanArtifact[], name: NamePath, tree: FileTree): readonly FileTouch[] {
  const touches = new Map<string, FileTouch>();
  const add = (touch: FileTouch): void => {
    touches.set(JSON.stringify(touch), touch);
  };
  for (const artifact of artifacts) {
    const { path, symbols, lines, operation, read, to } = artifact;
    add({
      ...placeOf(path, name, tree),
      read,
      ...(operation ? { operation } : {}),
      ...(symbols ? { symbols } : {}),
      ...(lines ? { lines } : {}),
    });
    if (to !== undefined) add({ ...placeOf(to, name, tree), read: false, operation: "add" });
  }
  return [...touches.values()];
}

/** A written path with its shape. A name with brackets that exists as a file is that file, no pattern. */
export function placeOf(text: string, name: NamePath, tree: FileTree): Pick<FileTouch, "path" | "shape"> {
  const { path, directory } = name(text);
  if (isGlob(path) && !tree.isFile(path) && !tree.isDirectory(path)) {
    return { path: directory ? `${path}/**` : path, shape: "glob" };
  }
  return { path, shape: directory || tree.isDirectory(path) ? "directory" : "file" };
}

/** Declarations as broad as the repository or a directory at its top: worth a hint to narrow them. */
export function broadPlaces(touches: readonly FileTouch[]): readonly string[] {
  return touches
    .filter(({ path, shape, read }) => {
      if (read || shape === "file") return false;
      if (shape === "directory") return !path.includes("/");
      const plain = path.split("/").findIndex((segment) => /[*?[{]/.test(segment));
      return plain <= 1 && path.includes("**");
    })
    .map(({ path, shape }) => (shape === "directory" ? `${path}/` : path));
}
