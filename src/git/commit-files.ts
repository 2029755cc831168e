// Writes a commit in which some files have a new content: from the tree of its parent, by plumbing alone.
import type { ObjectReader } from "./object-reader.ts";
import type { Repository } from "./repository.ts";
import { isFolder, treeAt, treeBody } from "./tree-object.ts";
import { formatOf, type NewObject, newObject, type ObjectFormat, writeObjects } from "./write-objects.ts";

const MODE = "100644";

export interface CommitWish {
  /** Undefined: a first commit. */
  readonly parent: string | undefined;
  /** Content by path; every other file stays as it is in the parent. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly message: string;
  readonly at: Date;
}

interface Folder {
  readonly files: Map<string, Buffer>;
  readonly folders: Map<string, Folder>;
}

/** The hash by which a repository names its objects. */
export const objectFormat = (repository: Repository | undefined): ObjectFormat =>
  repository?.config("extensions", undefined, "objectformat") === "sha256" ? "sha256" : "sha1";

/** Writes the commit with all that is new in it, in one process, and answers its id. @throws GIT_FAILED */
export async function commitFiles(
  reader: ObjectReader,
  cwd: string,
  { parent, files, message, at }: CommitWish,
  format: ObjectFormat = parent === undefined ? "sha1" : formatOf(parent),
): Promise<string> {
  const objects: NewObject[] = [];
  const add = (type: NewObject["type"], body: Buffer): string => {
    const object = newObject(type, body, format);
    objects.push(object);
    return object.id;
  };
  const write = async (folder: Folder, base: string | undefined): Promise<string> => {
    const entries = new Map((base === undefined ? [] : await treeAt(reader, base)).map((each) => [each.name, each]));
    for (const [name, body] of folder.files) entries.set(name, { mode: MODE, name, id: add("blob", body) });
    for (const [name, inner] of folder.folders) {
      const old = entries.get(name);
      entries.set(name, { mode: "40000", name, id: await write(inner, old && isFolder(old) ? old.id : undefined) });
    }
    return add("tree", treeBody([...entries.values()]));
  };
  const tree = await write(foldersOf(files), parent && `${parent}^{tree}`);
  const commit = add("commit", commitBody(tree, parent, message, at));
  writeObjects(cwd, objects, format);
  return commit;
}

/** An empty commit, for trying out what a remote takes. */
export function emptyCommit(
  cwd: string,
  message: string,
  at: Date,
  format: ObjectFormat,
  parent: string | undefined,
): string {
  const tree = newObject("tree", Buffer.alloc(0), format);
  const commit = newObject("commit", commitBody(tree.id, parent, message, at), format);
  writeObjects(cwd, [tree, commit], format);
  return commit.id;
}

function commitBody(tree: string, parent: string | undefined, message: string, at: Date): Buffer {
  const who = `foremerge <foremerge@localhost> ${Math.floor(at.getTime() / 1000)} +0000`;
  const lines = [`tree ${tree}`, ...(parent ? [`parent ${parent}`] : []), `author ${who}`, `committer ${who}`];
  return Buffer.from(`${lines.join("\n")}\n\n${message}\n`, "utf8");
}

function foldersOf(files: ReadonlyMap<string, Buffer>): Folder {
  const root: Folder = { files: new Map(), folders: new Map() };
  for (const [path, body] of files) {
    const parts = path.split("/");
    const name = parts.pop() as string;
    let at = root;
    for (const part of parts) {
      let next = at.folders.get(part);
      if (!next) {
        next = { files: new Map(), folders: new Map() };
        at.folders.set(part, next);
      }
      at = next;
    }
    at.files.set(name, body);
  }
  return root;
}
