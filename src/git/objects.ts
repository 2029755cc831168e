// Content out of the object store: many blobs in one process, files of a commit by path.
import { git, gitList } from "./run.ts";

export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly type: "blob" | "tree" | "commit";
  readonly id: string;
}

/** Entries of a commit or tree, folders descended; optionally only these paths (files, or folders with all in them). */
export function treeEntries(cwd: string, commit: string, paths: readonly string[] = []): TreeEntry[] {
  const only = paths.length === 0 ? [] : ["--", ...paths];
  return gitList(["ls-tree", "-r", "-z", "--full-tree", commit, ...only], { cwd }).map((entry) => {
    const tab = entry.indexOf("\t");
    const [mode = "", type = "blob", id = ""] = entry.slice(0, tab).split(" ");
    return { path: entry.slice(tab + 1), mode, type: type as TreeEntry["type"], id };
  });
}

/** Content of blobs by id, in one process; ids that do not exist are left out. `env` may name other object folders. */
export function readBlobs(
  cwd: string,
  ids: Iterable<string>,
  env?: Readonly<Record<string, string>>,
): Map<string, Buffer> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, Buffer>();
  if (wanted.length === 0) return found;
  const input = `${wanted.join("\n")}\n`;
  const { stdout } = git(["cat-file", "--batch"], { cwd, input, ...(env === undefined ? {} : { env }) });
  let at = 0;
  for (const id of wanted) {
    const end = stdout.indexOf(10, at);
    if (end < 0) break;
    const head = /^[0-9a-f]+ \S+ (\d+)$/.exec(stdout.toString("latin1", at, end));
    at = end + 1;
    if (!head) continue; // "… missing"
    const size = Number(head[1]);
    found.set(id, stdout.subarray(at, at + size));
    at += size + 1;
  }
  return found;
}

/** A file as it is in a commit; undefined when it is not there or is no file. */
export function fileAt(cwd: string, commit: string, path: string): Buffer | undefined {
  const entry = treeEntries(cwd, commit, [path]).find((one) => one.path === path && one.type === "blob");
  return entry && readBlobs(cwd, [entry.id]).get(entry.id);
}
