// Which node a TASK argument means (spec 3.5): an id, or the path of a node's file.
import { relative } from "node:path";
import { ForemergeError, invalidInput } from "../../errors.ts";
import { nearest } from "../../nearest.ts";
import type { BrokenNode, PlanNode } from "../../plan/node.ts";
import type { PlanTree } from "../../plan/tree.ts";

/**
 * The task that is meant. A file that is meant as a node and cannot be read comes back as broken.
 * @throws NOT_FOUND with the nearest ids, AMBIGUOUS_ID with the files, INVALID_INPUT for a node with children
 */
export function findTask(
  tree: PlanTree,
  text: string,
  place: { readonly cwd: string; readonly root: string },
): PlanNode | BrokenNode {
  const written = text.trim();
  const byId = tree.withId(written);
  if (byId.length > 1) {
    throw new ForemergeError("AMBIGUOUS_ID", `${written} is the id of ${byId.length} plan nodes`, {
      hint: `name the file: ${byId.map(({ path }) => path).join(", ")}`,
      details: { candidates: byId.map(({ path }) => path) },
    });
  }
  const node = byId[0] ?? atPath(tree.nodes, written, place);
  if (node) {
    if (tree.isTask(node)) return node;
    const below = tree.descendants(node.id).filter((id) => tree.withId(id).some((one) => tree.isTask(one)));
    throw invalidInput(
      `${node.id} has children; only tasks are dispatched`,
      `name a task below it: ${below.slice(0, 5).join(", ")}${below.length > 5 ? ", …" : ""}`,
    );
  }
  const broken = tree.broken.find(({ id }) => id === written) ?? atPath(tree.broken, written, place);
  if (broken) return broken;
  const ids = tree.nodes.map(({ id }) => id);
  throw new ForemergeError("NOT_FOUND", `no plan node ${JSON.stringify(written)}${nearest(written, ids)}`, {
    hint:
      ids.length === 0
        ? "no plan files were found; `plans: [glob…]` in .foremerge.yaml says where they are"
        : "write a task's id or the path of its file; foremerge plan validate lists what is wrong with plan files",
  });
}

/** By its path from the repository's root, or from where the call stands. */
function atPath<T extends { readonly path: string }>(
  files: readonly T[],
  written: string,
  { cwd, root }: { readonly cwd: string; readonly root: string },
): T | undefined {
  const plain = written.replaceAll("\\", "/").replace(/^\.\//, "").normalize("NFC");
  const prefix = relative(root, cwd);
  const fromRoot = plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain;
  return (
    files.find(({ path }) => path === fromRoot) ??
    (prefix === "" ? undefined : files.find(({ path }) => path === `${prefix}/${plain}`))
  );
}
