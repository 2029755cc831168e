import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldPath } from "../../src/detect/path.ts";
import { type FileTouch, placeOf, touchesOf } from "../../src/plan/artifacts.ts";
import { overlapsOf } from "../../src/plan/l1.ts";
import { fileTree, touches } from "./story.ts";

const files = ["docs/guide.md", "src/auth/login.ts", "src/auth/notes.md", "src/pay.ts", "src/top.ts"];
const tree = fileTree(files);

/** Confidence by file. */
function overlap(left: string, right: string, over = tree): Record<string, number> {
  const found = overlapsOf(touches(over, left), touches(over, right), over);
  return Object.fromEntries(found.map(({ file, confidence }) => [file, confidence]));
}

describe("the match table of spec 3.2", () => {
  test.each([
    ["src/pay.ts", "src/pay.ts", { "src/pay.ts": 1 }],
    ["./src//pay.ts", "src\\pay.ts", { "src/pay.ts": 1 }],
    ["src/pay.ts", "src/top.ts", {}],
    ["src/auth/", "src/auth/login.ts", { "src/auth/login.ts": 0.95 }],
    ["src/auth", "src/auth/new.ts", { "src/auth/new.ts": 0.95 }],
    ["lib/", "lib/deep/er/new.ts", { "lib/deep/er/new.ts": 0.95 }],
    ["src/auth/", "src/", { "src/auth": 0.95 }],
    ["src/auth", "src/authz/rules.ts", {}],
    ["src/auth/**", "src/auth/oauth/google.ts", { "src/auth/oauth/google.ts": 0.9 }],
    ["*.{ts,tsx}", "App.tsx", { "App.tsx": 0.9 }],
    ["src/[ab].ts", "src/c.ts", {}],
    ["src/**/*.ts", "src/auth/*", { "src/auth/login.ts": 0.7 }],
    ["src/auth/**", "src/auth/", { "src/auth/login.ts": 0.7, "src/auth/notes.md": 0.7 }],
    ["lib/**/*.ts", "lib/auth/*", { "lib/**/*.ts": 0.4, "lib/auth/*": 0.4 }],
    ["lib/**/*.ts", "lib/auth/", { "lib/**/*.ts": 0.4, "lib/auth": 0.4 }],
    ["src/**/*.ts", "docs/**/*.md", {}],
    ["src/**/*.ts", "src/**/*.md", {}],
  ])("%s and %s", (left, right, expected) => {
    expect(overlap(left, right)).toEqual(expected);
    expect(overlap(right, left)).toEqual(expected);
  });

  test("letters of either case are one file where git says so", () => {
    expect(overlap("src/User.ts", "src/user.ts")).toEqual({});
    const folding = fileTree(files, true);
    expect(overlap("src/User.ts", "src/user.ts", folding)).toEqual({ "src/User.ts": 1 });
    expect(overlap("SRC/**/*.TS", "src/auth/", folding)).toEqual({ "src/auth/login.ts": 0.7 });
    expect(overlap("Src/Auth", "src/auth/new.ts", folding)).toEqual({ "src/auth/new.ts": 0.95 });
  });

  test("a file that exists under a name with brackets is that file", () => {
    const routed = fileTree(["app/[id]/page.tsx"]);
    expect(overlap("app/[id]/page.tsx", "app/[id]/page.tsx", routed)).toEqual({ "app/[id]/page.tsx": 1 });
    expect(placeOf("app/[id]", foldPath, routed)).toEqual({ path: "app/[id]", shape: "directory" });
  });

  test("the surer of two matches of a file counts, and every file is listed", () => {
    const left = touches(tree, "src/auth/**", "docs/guide.md", "src/auth/login.ts");
    const right = touches(tree, "src/auth/login.ts", "docs/guide.md");
    expect(overlapsOf(left, right, tree).map(({ file, confidence }) => [file, confidence])).toEqual([
      ["docs/guide.md", 1],
      ["src/auth/login.ts", 1],
    ]);
  });
});

describe("readers and renames", () => {
  const reads: FileTouch = { path: "src/pay.ts", shape: "file", read: true };
  const writes: FileTouch = { path: "src/pay.ts", shape: "file", read: false };

  test("two readers do not meet; a reader and a writer do", () => {
    expect(overlapsOf([reads], [reads], tree)).toEqual([]);
    expect(overlapsOf([reads], [writes], tree)).toHaveLength(1);
  });

  test("a rename touches both names", () => {
    const renamed = touchesOf(
      [{ path: "src/old.ts", operation: "rename", read: false, to: "src/new.ts" }],
      foldPath,
      tree,
    );
    expect(renamed).toEqual([
      { path: "src/old.ts", shape: "file", read: false, operation: "rename" },
      { path: "src/new.ts", shape: "file", read: false, operation: "add" },
    ]);
  });

  test("a place that is named twice is one", () => {
    expect(touches(tree, "src/pay.ts", "./src/pay.ts")).toHaveLength(1);
  });
});

test("two sides meet alike from either side, and a side always meets itself", () => {
  const segment = fc.constantFrom("src", "auth", "login.ts", "*", "**", "*.ts", "[ab].ts", "{auth,docs}");
  const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(path, path, (a, b) => {
      expect(Object.keys(overlap(a, b)).sort()).toEqual(Object.keys(overlap(b, a)).sort());
      expect(Object.keys(overlap(a, a)).length).toBeGreaterThan(0);
    }),
    { numRuns: 1500 },
  );
});
