// Finds and reads the plan files of a worktree (spec 3.4). What a node means is src/plan's business; rewriting files
// is src/core/rewrite-plan.ts, which loads the YAML parser.
import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { globOf } from "../detect/glob.ts";
import { type BrokenNode, type PlanNode, readNode } from "../plan/node.ts";
import { heldNode, type PendingFields } from "../plan/status.ts";
import { type PlanTree, planTree } from "../plan/tree.ts";
import type { PlanHistory } from "../store/model.ts";

/** What reading the plans needs. A Session is one. */
export interface PlanPlace {
  /** Worktree root, real path. */
  readonly root: string;
  readonly settings: { readonly plans: readonly string[] };
}

export interface LoadedPlans {
  /** Nodes as they hold: what the ledger knows better than a file is in them. */
  readonly tree: PlanTree;
  /** What is still to be written into files of this worktree, by path. */
  readonly pending: ReadonlyMap<string, PendingFields>;
}

/** A file that a `plans` glob matches. */
interface Found {
  /** Repo-relative. */
  readonly path: string;
  /** It is a link, or lies behind one that leaves the repository. */
  readonly linked: boolean;
}

/** Frontmatter is looked for in this much of a file; a longer head is read once more. */
const HEAD = 64 * 1024;
const LONG_HEAD = 320 * 1024;
const OUTSIDE = "it is a link that leaves the repository";

/**
 * Reads every node of the worktree. `history` answers what the ledger knows of a node; without it the files speak
 * for themselves.
 */
export async function loadPlans(
  place: PlanPlace,
  history: (id: string) => PlanHistory | undefined = () => undefined,
): Promise<LoadedPlans> {
  const nodes: PlanNode[] = [];
  const broken: BrokenNode[] = [];
  const pending = new Map<string, PendingFields>();
  for (const { path, linked } of planFiles(place)) {
    const read = await readPlanFile(place.root, path, linked);
    if (read === undefined) continue;
    if ("broken" in read) {
      broken.push(read.broken);
      continue;
    }
    const held = heldNode(read.node, history(read.node.id));
    nodes.push(held.node);
    if (held.pending.size > 0) pending.set(path, held.pending);
  }
  return { tree: planTree(nodes, broken), pending };
}

/** Files that the `plans` globs match, by path, each once. Linked folders are entered only where a glob names them. */
function planFiles(place: PlanPlace): readonly Found[] {
  const found = new Map<string, Found>();
  for (const pattern of place.settings.plans) {
    const glob = globOf(pattern.replaceAll("\\", "/").replace(/^\.\//, ""));
    let linked = false;
    try {
      linked = !isInside(place.root, realpathSync.native(join(place.root, glob.base)));
    } catch {
      continue; // no such folder
    }
    walk(place.root, glob.base, (path, isLink) => {
      if (glob.matches(path)) found.set(path, { path, linked: isLink || linked });
    });
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function walk(root: string, folder: string, found: (path: string, isLink: boolean) => void): void {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(join(root, folder));
  } catch {
    return; // a folder that may not be read holds no node that anybody here could write
  }
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name !== ".git" && entry.name !== "node_modules") walk(root, path, found);
    } else if (entry.isFile() || entry.isSymbolicLink()) found(path, entry.isSymbolicLink());
  }
}

const readEntries = (path: string) => readdirSync(path, { withFileTypes: true });

const isInside = (root: string, real: string): boolean => {
  const inside = relative(root, real);
  return inside !== ".." && !inside.startsWith(`..${sep}`) && inside !== real;
};

/** One plan file; undefined when it is no node. A file that cannot be read is a broken node, never left out. */
export async function readPlanFile(root: string, path: string, linked = true): ReturnType<typeof readNode> {
  let bytes: Buffer;
  try {
    bytes = readHead(linked ? realPlanFile(root, path) : join(root, path));
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const reason = message === OUTSIDE ? OUTSIDE : `it cannot be read: ${code ?? message}`;
    return { broken: { path, id: undefined, line: 1, reason, foreign: false } };
  }
  return readNode(path, bytes);
}

/** The file itself, behind links; throws when it lies outside the worktree or is no ordinary file. */
export function realPlanFile(root: string, path: string): string {
  const real = realpathSync.native(join(root, path));
  if (!isInside(root, real)) throw new Error(OUTSIDE);
  if (!statSync(real).isFile()) throw new Error("it is no ordinary file");
  return real;
}

let shared: Buffer | undefined;

function readHead(file: string): Buffer {
  const fd = openSync(file, "r");
  try {
    shared ??= Buffer.allocUnsafe(HEAD);
    const size = readSync(fd, shared, 0, HEAD, 0);
    if (size < HEAD) return Buffer.from(shared.subarray(0, size));
    const long = Buffer.allocUnsafe(LONG_HEAD);
    return long.subarray(0, readSync(fd, long, 0, LONG_HEAD, 0));
  } finally {
    closeSync(fd);
  }
}
