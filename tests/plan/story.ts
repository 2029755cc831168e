// A small story for the tests of the plan room: the shop's plan nodes, made from their frontmatter.

import { foldPath } from "../../src/detect/path.ts";
import type { FileTouch, FileTree } from "../../src/plan/artifacts.ts";
import { touchesOf } from "../../src/plan/artifacts.ts";
import { type BrokenNode, type PlanNode, readNode } from "../../src/plan/node.ts";

export async function planNode(path: string, ...lines: readonly string[]): Promise<PlanNode> {
  const read = await readNode(path, Buffer.from(`---\n${lines.join("\n")}\n---\n`));
  if (!read || !("node" in read)) throw new Error(`no node: ${JSON.stringify(read)}`);
  return read.node;
}

export async function brokenNode(path: string, text: string): Promise<BrokenNode> {
  const read = await readNode(path, Buffer.from(text));
  if (!read || !("broken" in read)) throw new Error("not broken");
  return read.broken;
}

/** A tree of files; directories are what lies above them. */
export function fileTree(files: readonly string[], ignoreCase = false): FileTree {
  const sorted = [...files].sort();
  return {
    ignoreCase,
    isFile: (path) => sorted.includes(path),
    isDirectory: (path) => sorted.some((file) => file.startsWith(`${path}/`)),
    files: () => sorted,
  };
}

/** Places as a node would name them: `src/` is a directory, `src/*` a glob. */
export function touches(tree: FileTree, ...paths: readonly string[]): readonly FileTouch[] {
  return touchesOf(
    paths.map((path) => ({ path, read: false })),
    foldPath,
    tree,
  );
}
