// The order that `depends_on` agrees between plan nodes (spec 3.5): who waits for whom, directly or not, and cycles.
// Pure; works on ids, so that intents can be ordered by the same rules.
import type { PlanTree } from "./tree.ts";

/** Ids that an id names in `depends_on`; unknown ids have none. */
export type Dependencies = (id: string) => readonly string[];

/** True when `later` waits for `earlier`, directly or through others. */
export function waitsFor(later: string, earlier: string, dependencies: Dependencies): boolean {
  const seen = new Set<string>();
  const open = [...dependencies(later)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === earlier) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...dependencies(at));
  }
  return false;
}

/**
 * What a node waits for in a tree: its own `depends_on` and that of the nodes above it; to wait for a node with
 * children is to wait for all that is below it.
 */
export function treeDependencies(tree: PlanTree): Dependencies {
  const known = new Map<string, readonly string[]>();
  return (id) => {
    const kept = known.get(id);
    if (kept) return kept;
    const found = new Set<string>();
    for (const holder of [id, ...tree.ancestors(id)]) {
      for (const node of tree.withId(holder)) {
        for (const target of node.dependsOn) {
          found.add(target);
          for (const below of tree.descendants(target)) found.add(below);
        }
      }
    }
    // A story may wait for a part of itself only by mistake; its parts do not wait for themselves.
    found.delete(id);
    const list = [...found];
    known.set(id, list);
    return list;
  };
}

/** Cycles among these ids, each once, beginning with its smallest id, in the order of that id. */
export function cyclesAmong(ids: readonly string[], dependencies: Dependencies): readonly (readonly string[])[] {
  const cycles = new Map<string, readonly string[]>();
  const done = new Set<string>();
  for (const start of [...ids].sort()) {
    if (done.has(start)) continue;
    // Depth first without recursion: chains may be thousands long.
    const path: string[] = [];
    const onPath = new Map<string, number>();
    const stack: { id: string; next: number }[] = [{ id: start, next: 0 }];
    path.push(start);
    onPath.set(start, 0);
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as { id: string; next: number };
      const target = dependencies(top.id)[top.next++];
      if (target === undefined) {
        stack.pop();
        path.pop();
        onPath.delete(top.id);
        done.add(top.id);
        continue;
      }
      const at = onPath.get(target);
      if (at !== undefined) {
        const cycle = rotated(path.slice(at));
        cycles.set(JSON.stringify(cycle), cycle);
      } else if (!done.has(target)) {
        onPath.set(target, path.length);
        path.push(target);
        stack.push({ id: target, next: 0 });
      }
    }
  }
  return [...cycles.values()].sort((a, b) => ((a[0] as string) < (b[0] as string) ? -1 : 1));
}

function rotated(cycle: readonly string[]): readonly string[] {
  const smallest = cycle.indexOf([...cycle].sort()[0] as string);
  return [...cycle.slice(smallest), ...cycle.slice(0, smallest)];
}
