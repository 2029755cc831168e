// Trees of git as bytes: read, changed and written without a process each. Names are kept as bytes in latin1, so that
// whatever lies there comes out as it went in.
import { ForemergeError } from "../errors.ts";
import type { ObjectReader } from "./object-reader.ts";

export interface TreeEntry {
  /** As git writes it: `100644`, `40000` for a folder. */
  readonly mode: string;
  readonly name: string;
  readonly id: string;
}

const FOLDER = "40000";
export const isFolder = ({ mode }: TreeEntry): boolean => mode === FOLDER;

/** Entries of a tree object. `idLength`: hexadecimal digits of an object id (40, or 64 with SHA-256). */
export function parseTree(body: Buffer, idLength: number): TreeEntry[] {
  const entries: TreeEntry[] = [];
  const bytes = idLength / 2;
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(32, at);
    const nul = body.indexOf(0, space);
    if (space === -1 || nul === -1) break;
    entries.push({
      mode: body.toString("latin1", at, space),
      name: body.toString("latin1", space + 1, nul),
      id: body.toString("hex", nul + 1, nul + 1 + bytes),
    });
    at = nul + 1 + bytes;
  }
  return entries;
}

/** The bytes of a tree object, in git's order: folders as if their names ended in a slash. */
export function treeBody(entries: readonly TreeEntry[]): Buffer {
  const key = (entry: TreeEntry): string => (isFolder(entry) ? `${entry.name}/` : entry.name);
  const sorted = entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(id, "hex")]),
  );
}

/** Entries of a tree by name or id; none when there is no such tree. @throws GIT_FAILED when it is too large to be read */
export async function treeAt(reader: ObjectReader, name: string): Promise<TreeEntry[]> {
  const found = await reader.ask(name);
  if (found?.type !== "tree") return [];
  if (found.body === undefined) throw new ForemergeError("GIT_FAILED", `the tree ${found.id} is too large to be read`);
  return parseTree(found.body, found.id.length);
}

export interface TreeFile {
  readonly path: string;
  readonly id: string;
}

/** A file of `after` that is new or has another content than in `before`. */
export interface ChangedFile extends TreeFile {
  /** Its blob in `before`. */
  readonly was: string | undefined;
}

export interface TreeChange {
  readonly changed: readonly ChangedFile[];
  /** Files of `before` that `after` does not have. */
  readonly gone: readonly string[];
}

/**
 * What differs between two trees, by id; folders that are the same are not opened, and none lies deeper than `depth`.
 * `before` undefined: everything is new.
 */
export async function compareTrees(
  reader: ObjectReader,
  before: string | undefined,
  after: string | undefined,
  depth: number,
  prefix = "",
): Promise<TreeChange> {
  if (before === after) return { changed: [], gone: [] };
  const [old, now] = await Promise.all([
    before === undefined ? [] : treeAt(reader, before),
    after === undefined ? [] : treeAt(reader, after),
  ]);
  const changed: ChangedFile[] = [];
  const gone: string[] = [];
  const inside: Promise<TreeChange>[] = [];
  const was = new Map(old.map((entry) => [entry.name, entry]));
  const is = new Set(now.map(({ name }) => name));
  for (const entry of now) {
    const earlier = was.get(entry.name);
    if (earlier?.id === entry.id) continue;
    const path = `${prefix}${entry.name}`;
    const isTree = isFolder(entry);
    const wasTree = earlier !== undefined && isFolder(earlier);
    if (isTree || wasTree) {
      if (depth > 0) {
        const [a, b] = [wasTree ? earlier.id : undefined, isTree ? entry.id : undefined];
        inside.push(compareTrees(reader, a, b, depth - 1, `${path}/`));
      }
      if (earlier !== undefined && !wasTree) gone.push(path);
    }
    if (!isTree) changed.push({ path, id: entry.id, was: wasTree ? undefined : earlier?.id });
  }
  for (const entry of old) {
    if (is.has(entry.name)) continue;
    if (!isFolder(entry)) gone.push(`${prefix}${entry.name}`);
    else if (depth > 0) {
      inside.push(compareTrees(reader, entry.id, undefined, depth - 1, `${prefix}${entry.name}/`));
    }
  }
  for (const part of await Promise.all(inside)) {
    for (const file of part.changed) changed.push(file);
    for (const path of part.gone) gone.push(path);
  }
  return { changed, gone };
}
