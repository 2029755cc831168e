// Who waits for whom (spec 4.3). Pure: edges come from src/core/wait-edges.ts.
import { isSameParty, type Party } from "./holders.ts";

/** One process that waits for locks. */
export interface WaitEdge {
  readonly id: string;
  readonly waiter: Party;
  /** Holders of what it waits for. */
  readonly holders: readonly Party[];
  /** Higher for those who began to wait later. */
  readonly since: number;
  /** What it waits for, for messages. */
  readonly scopes: readonly string[];
}

/**
 * A ring of waiters that holds `start`: each waits for a lock of the next, the last for one of the first. Undefined
 * when there is none. The shortest one is found, the earliest edges first, so that every process sees the same.
 */
export function findRing(start: WaitEdge, edges: readonly WaitEdge[]): readonly WaitEdge[] | undefined {
  const others = edges
    .filter((edge) => edge.id !== start.id)
    .toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
  let paths: (readonly WaitEdge[])[] = [[start]];
  const visited = new Set<string>([start.id]);
  while (paths.length > 0) {
    const longer: (readonly WaitEdge[])[] = [];
    for (const path of paths) {
      const last = path[path.length - 1] as WaitEdge;
      if (path.length > 1 && last.holders.some((holder) => isSameParty(holder, start.waiter))) return path;
      for (const next of others) {
        if (visited.has(next.id) || !last.holders.some((holder) => isSameParty(holder, next.waiter))) continue;
        visited.add(next.id);
        longer.push([...path, next]);
      }
    }
    paths = longer;
  }
  return undefined;
}

/** The one of a ring that is refused: the newest waiter. */
export const newestOf = (ring: readonly WaitEdge[]): WaitEdge =>
  ring.reduce((newest, edge) =>
    edge.since > newest.since || (edge.since === newest.since && edge.id > newest.id) ? edge : newest,
  );
