// Rings of waiters (spec 4.3): found when the last edge closes them, and the newest waiter is the one refused.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameParty } from "../../src/core/holders.ts";
import { findRing, newestOf, type WaitEdge } from "../../src/core/wait-graph.ts";

const edge = (waiter: string, holders: readonly string[], since: number): WaitEdge => ({
  id: `wait-${waiter}`,
  waiter: { agent: waiter },
  holders: holders.map((agent) => ({ agent })),
  since,
  scopes: [`file:src/${waiter}.ts`],
});
const names = (ring: readonly WaitEdge[] | undefined): string[] | undefined => ring?.map(({ waiter }) => waiter.agent);

describe("who is one", () => {
  test.each([
    ["a name alone is one", { agent: "mara" }, { agent: "mara" }, true],
    ["two names are two", { agent: "mara" }, { agent: "ivo" }, false],
    ["two sessions of one name are two", { agent: "mara", session: "1" }, { agent: "mara", session: "2" }, false],
    ["a session that is not told is no other", { agent: "mara", session: "1" }, { agent: "mara" }, true],
    [
      "two worktrees of one name are two",
      { agent: "mara", worktree: "main" },
      { agent: "mara", worktree: "side" },
      false,
    ],
  ])("%s", (_what, a, b, same) => {
    expect(isSameParty(a, b)).toBe(same);
    expect(isSameParty(b, a)).toBe(same);
  });
});

describe("rings", () => {
  test("two who wait for each other are a ring, and the later one is refused", () => {
    const mara = edge("mara", ["ivo"], 1);
    const ivo = edge("ivo", ["mara"], 2);
    const ring = findRing(ivo, [mara]);
    expect(names(ring)).toEqual(["ivo", "mara"]);
    expect(newestOf(ring ?? []).waiter.agent).toBe("ivo");
  });

  test("three in a ring are found from every one of them, and all name the same one", () => {
    const edges = [edge("mara", ["ivo"], 1), edge("ivo", ["lena"], 2), edge("lena", ["mara"], 3)];
    for (const start of edges) {
      const ring = findRing(start, edges);
      expect(ring).toHaveLength(3);
      expect(newestOf(ring ?? []).waiter.agent).toBe("lena");
    }
  });

  test("a queue is no ring", () => {
    const edges = [edge("mara", ["otto"], 1), edge("ivo", ["mara"], 2), edge("lena", ["ivo", "otto"], 3)];
    for (const start of edges) expect(findRing(start, edges)).toBeUndefined();
  });

  test("a ring that one only waits beside is not one's own", () => {
    const edges = [edge("mara", ["ivo"], 1), edge("ivo", ["mara"], 2), edge("lena", ["mara"], 3)];
    expect(findRing(edges[2] as WaitEdge, edges)).toBeUndefined();
  });

  test("agrees with a plain search on random graphs", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 14 }), (arrows) => {
        const holders = new Map<number, number[]>();
        for (const [from, to] of arrows) if (from !== to) holders.set(from, [...(holders.get(from) ?? []), to]);
        const edges = [...holders].map(([from, to], i) =>
          edge(
            `a${from}`,
            to.map((n) => `a${n}`),
            i + 1,
          ),
        );
        for (const start of edges) {
          const from = Number(start.waiter.agent.slice(1));
          const reach = new Set<number>();
          const queue = [...(holders.get(from) ?? [])];
          for (let n = queue.pop(); n !== undefined; n = queue.pop()) {
            if (reach.has(n)) continue;
            reach.add(n);
            queue.push(...(holders.get(n) ?? []));
          }
          expect(findRing(start, edges) !== undefined).toBe(reach.has(from));
        }
      }),
      { numRuns: 200 },
    );
  });
});
