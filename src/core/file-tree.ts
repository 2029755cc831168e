// What is known of the files of the worktree (spec 3.2): what exists is asked of git, outside git of the file system.
import { statSync } from "node:fs";
import { join } from "node:path";
import { trackedFiles } from "../git/diff.ts";
import type { FileTree } from "../plan/artifacts.ts";

/** What listing files needs. A Session is one. */
export interface TreePlace {
  readonly root: string;
  readonly repository: { readonly ignoreCase: boolean; readonly bare: boolean } | undefined;
}

/** The tree of one call. The list of all files is made when it is first asked for; outside git it must be handed in. */
export function fileTreeOf(place: TreePlace, outside: readonly string[] = []): FileTree {
  const kinds = new Map<string, "file" | "directory" | "nothing">();
  let list: readonly string[] | undefined;
  const kindOf = (path: string): "file" | "directory" | "nothing" => {
    let kind = kinds.get(path);
    if (kind === undefined) {
      const info = statSync(join(place.root, path), { throwIfNoEntry: false });
      kind = info === undefined ? "nothing" : info.isDirectory() ? "directory" : "file";
      kinds.set(path, kind);
    }
    return kind;
  };
  return {
    ignoreCase: place.repository?.ignoreCase ?? false,
    isFile: (path) => attempt(() => kindOf(path)) === "file",
    isDirectory: (path) => attempt(() => kindOf(path)) === "directory",
    files() {
      list ??= (place.repository && !place.repository.bare ? trackedFiles(place.root) : outside)
        .map((path) => path.normalize("NFC"))
        .sort();
      return list;
    },
  };
}

/** A path that the file system refuses to look at (too long, a file on its way) is nothing. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

/** The tree, with the files listed beforehand where git cannot list them. */
export async function openFileTree(place: TreePlace): Promise<FileTree> {
  if (place.repository && !place.repository.bare) return fileTreeOf(place);
  const { listFiles } = await import("./list-files.ts");
  return fileTreeOf(place, await listFiles(place.root));
}
