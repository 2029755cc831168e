// Which locks stand in the way of which (spec 4.3), on real ledgers: files, directories, globs, readers, order of taking.
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { filesMeet, HeldLocks } from "../../src/core/locks.ts";
import { prepareScope } from "../../src/detect/prepared.ts";
import { newId } from "../../src/store/id.ts";
import { intentId, NOON, published, type Workshop, workshop } from "../store/workshop.ts";

const later = new Date(NOON.getTime() + 60_000);
const PLAIN = { trackReads: false, ignoreCase: false };
const file = (key: string) => ({ kind: "file", key }) as const;

let shop: Workshop;
beforeEach(() => {
  shop = workshop();
});
afterEach(() => {
  shop.clear();
});

/** Locks as [agent, path, read]; answers who stops a writer of `path` who is nobody of them. */
function stopping(
  locks: readonly (readonly [string, string, boolean])[],
  path: string,
  read = false,
  rules = PLAIN,
): string[] {
  const ids = new Map<string, string>();
  for (const [agent] of locks) {
    if (ids.has(agent)) continue;
    const id = intentId();
    ids.set(agent, id);
    shop.write(published(id, { agent, worktree: agent }));
  }
  for (const [agent, key, reads] of locks) {
    const claim = {
      id: newId("clm", NOON),
      intent_id: ids.get(agent) ?? "",
      agent,
      scope: file(key),
      exclusive: true,
      read: reads,
      lease_seconds: 3600,
      expires_at: new Date(NOON.getTime() + 3_600_000).toISOString(),
    };
    shop.write({ type: "claim.taken", data: { claim } });
  }
  const held = new HeldLocks(shop.open().read(), rules, later);
  return held
    .blockersOf({ scopes: [file(path)], read, party: { agent: "nobody" } })
    .map(({ claim, type }) => `${claim.agent} ${claim.scope.key} ${type}`);
}

describe("what meets what", () => {
  test.each([
    ["src/pay.ts", "src/pay.ts", true],
    ["src/pay.ts", "src/Pay.ts", false],
    ["src/auth", "src/auth/login.ts", true],
    ["src/auth", "src/authz.ts", false],
    ["src/auth/login.ts", "src/auth/login.ts.bak", false],
    ["src/**/*.ts", "src/pay.ts", true],
    ["src/**/*.ts", "src/pay.css", false],
    ["src/*.ts", "src/pay*", true],
    ["src/*.ts", "lib/*.ts", false],
    ["src/**/x.ts", "src/auth/", true],
    ["src", "src/**/x.ts", true],
  ])("%s and %s: %s, from either side", (a, b, meet) => {
    const [left, right] = [prepareScope(file(a)), prepareScope(file(b))];
    expect(filesMeet(left, right, false)).toBe(meet);
    expect(filesMeet(right, left, false)).toBe(meet);
  });

  test("case counts unless git folds it", () => {
    const folded = [prepareScope(file("src/pay.ts"), true), prepareScope(file("SRC/PAY.TS"), true)] as const;
    expect(filesMeet(...folded, true)).toBe(true);
  });
});

describe("who stops whom", () => {
  test("a directory, a file in it and a glob over both, earliest first", () => {
    const locks = [
      ["mara", "src/auth/", false],
      ["ivo", "docs/auth.md", false],
      ["lena", "lib/**", false],
    ] as const;
    expect(stopping(locks, "src/auth/login.ts")).toEqual(["mara src/auth/ concurrent_write"]);
  });

  test("a directory is stopped by what is locked below it", () => {
    const locks = [
      ["mara", "src/auth/login.ts", false],
      ["ivo", "src/pay.ts", false],
      ["lena", "lib/x.ts", false],
    ] as const;
    expect(stopping(locks, "src")).toEqual([
      "mara src/auth/login.ts concurrent_write",
      "ivo src/pay.ts concurrent_write",
    ]);
  });

  test("readers stop a writer only where reads are tracked, and never a reader", () => {
    const locks = [["mara", "src/pay.ts", true]] as const;
    expect(stopping(locks, "src/pay.ts")).toEqual([]);
    expect(stopping(locks, "src/pay.ts", false, { ...PLAIN, trackReads: true })).toEqual([
      "mara src/pay.ts write_after_read",
      "mara src/pay.ts write_after_read",
    ]);
    expect(stopping(locks, "src/pay.ts", true, { ...PLAIN, trackReads: true })).toEqual([]);
  });

  test("a lock that came second to an earlier one stops nobody", () => {
    const locks = [
      ["mara", "src/pay.ts", false],
      ["ivo", "src/", false],
    ] as const;
    expect(stopping(locks, "src/label.ts")).toEqual([]);
    expect(stopping([], "src/pay.ts")).toEqual(["mara src/pay.ts concurrent_write"]);
  });

  test("the filed answer is that of comparing every lock", () => {
    const path = fc.constantFrom(
      "a",
      "a/b",
      "a/b/c.ts",
      "a/b/d.ts",
      "a/*.ts",
      "a/**",
      "**/c.ts",
      "e/c.ts",
      "a/b/*",
      "f",
    );
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 6 }), path, (keys, wanted) => {
        shop.clear();
        shop = workshop();
        // One agent holds all of them: none is second to another.
        const found = stopping(
          keys.map((key) => ["mara", key, false] as const),
          wanted,
        );
        const expected = keys
          .filter((key) => filesMeet(prepareScope(file(key)), prepareScope(file(wanted)), false))
          .map((key) => `mara ${key} concurrent_write`);
        expect(found).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});
