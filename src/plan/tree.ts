// How plan nodes hang together: parents, children, tasks, siblings (spec 3.4, 3.5). Pure; a broken tree (cycles,
// missing parents, ids used twice) is walked to its end like a sound one.
import type { BrokenNode, PlanNode } from "./node.ts";

export interface PlanTree {
  /** In the order of their paths. */
  readonly nodes: readonly PlanNode[];
  /** Files that are meant as nodes and cannot be read. */
  readonly broken: readonly BrokenNode[];
  /** Nodes with this id: more than one when it is used twice. */
  withId(id: string): readonly PlanNode[];
  /** Ids of the children: those the node lists, and those that name it as their parent. */
  childIds(id: string): readonly string[];
  /** Ids above, nearest first. */
  ancestors(id: string): readonly string[];
  /** Ids below, nearest first, the node itself not included. */
  descendants(id: string): readonly string[];
  /** A node without children. */
  isTask(node: PlanNode): boolean;
  /** The parent: the one that the node names, else the one that lists it. */
  parentId(id: string): string | undefined;
}

/** Builds the tree over what was read. */
export function planTree(nodes: readonly PlanNode[], broken: readonly BrokenNode[] = []): PlanTree {
  const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  const sorted = [...nodes].sort(byPath);
  const byId = new Map<string, PlanNode[]>();
  const children = new Map<string, Set<string>>();
  const listedBy = new Map<string, string>();
  const add = <V>(map: Map<string, Set<V>>, key: string, value: V): void => {
    const set = map.get(key);
    if (set) set.add(value);
    else map.set(key, new Set([value]));
  };
  for (const node of sorted) {
    const same = byId.get(node.id);
    if (same) same.push(node);
    else byId.set(node.id, [node]);
    for (const child of node.children) {
      add(children, node.id, child);
      if (!listedBy.has(child)) listedBy.set(child, node.id);
    }
  }
  for (const node of sorted) if (node.parent !== undefined) add(children, node.parent, node.id);
  const parentId = (id: string): string | undefined => byId.get(id)?.[0]?.parent ?? listedBy.get(id);
  const childIds = (id: string): readonly string[] => [...(children.get(id) ?? [])];
  return {
    nodes: sorted,
    broken: [...broken].sort(byPath),
    withId: (id) => byId.get(id) ?? [],
    childIds,
    parentId,
    ancestors(id) {
      const above: string[] = [];
      for (let at = parentId(id); at !== undefined && at !== id && !above.includes(at); at = parentId(at))
        above.push(at);
      return above;
    },
    descendants(id) {
      const below = new Set<string>();
      const open = [...childIds(id)];
      for (let at = open.shift(); at !== undefined; at = open.shift()) {
        if (at === id || below.has(at)) continue;
        below.add(at);
        open.push(...childIds(at));
      }
      return [...below];
    },
    isTask: (node) => !children.has(node.id),
  };
}
