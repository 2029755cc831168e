import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { globBase, globOf, globsMeet, isGlob } from "../../src/detect/glob.ts";
import { compileGlob, compileTree } from "../../src/detect/glob-automaton.ts";
import { couldMeet, pathMatcher } from "../../src/detect/glob-run.ts";

const meet = (a: string, b: string): boolean => globsMeet(a, b);

describe("which names are patterns", () => {
  test.each(["src/**", "*.ts", "a?c", "[ab].ts", "*.{ts,tsx}", "v{1..3}.sql", "@(a|b)/c"])("%s is one", (name) => {
    expect(isGlob(name)).toBe(true);
  });
  test.each(["src/a.ts", "docs/my file.md", "a{b}.ts", "a,b;c.csv", 'odd/a"b.ts', "app/(shop)/page.tsx", "a[.ts"])(
    "%s is a plain name",
    (name) => {
      expect(isGlob(name)).toBe(false);
    },
  );
  test("the base is what stands before the first pattern segment", () => {
    expect(globBase("src/auth/**/x.ts")).toBe("src/auth");
    expect(globBase("**/x.ts")).toBe("");
    expect(globBase("src/au*")).toBe("src");
  });
});

describe("what a glob matches", () => {
  test.each([
    ["src/auth/**", "src/auth/oauth/google.ts", true],
    ["src/auth/**", "src/authz/rules.ts", false],
    ["**/x.ts", "x.ts", true],
    ["src/*", "src/a/b.ts", false],
    ["src/*", "src/.env", true],
    ["*.{ts,tsx}", "App.tsx", true],
    ["*.{ts,tsx}", "App.js", false],
    ["src/[ab].ts", "src/c.ts", false],
    ["src/[!ab].ts", "src/c.ts", true],
    ["app/[id]/*.tsx", "app/[id]/page.tsx", true],
    ["app/(shop)/*.tsx", "app/(shop)/page.tsx", true],
    ["!src/*", "docs/a.md", false],
    ["db/{1..3}.sql", "db/2.sql", true],
    ["@(a|b)/*.ts", "b/x.ts", true],
    ["+(ab)c", "ababc", true],
  ])("%s and %s: %s", (pattern, path, expected) => {
    expect(globOf(pattern).matches(path)).toBe(expected);
  });

  test("letters of either case are one only when asked for", () => {
    expect(globOf("SRC/*.ts").matches("src/User.ts")).toBe(false);
    expect(globOf("SRC/*.ts", true).matches("src/User.ts")).toBe(true);
  });

  test("a pattern full of stars ends at once", () => {
    const hostile = globOf(`${"*a".repeat(40)}b`);
    expect(hostile.matches("a".repeat(400))).toBe(false);
    expect(hostile.matches(`${"a".repeat(400)}b`)).toBe(true);
  });

  test("the automaton agrees with picomatch", () => {
    const name = fc.constantFrom("a", "b", "ab", "c.ts", "a.ts", ".x");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const part = fc.constantFrom("a", "b", "*", "a*", "*.ts", "**", "?", "[ab]", "{a,b}", "{a,b/c.ts}", "[^a]", "*b*");
    const pattern = fc
      .array(part, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("/"))
      .filter((text) => !text.includes("**/**"));
    fc.assert(
      fc.property(pattern, path, (glob, file) => {
        const theirs = picomatch(glob, { dot: true, keepQuotes: true, windows: false })(file);
        const ours = pathMatcher(compileGlob(glob))(file);
        // `x/**` holds x itself here whatever x is; picomatch says so only of plain names.
        if (ours && !theirs)
          expect(glob.endsWith("/**") && pathMatcher(compileGlob(glob.slice(0, -3)))(file)).toBe(true);
        else expect(ours).toBe(theirs);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("whether two globs could meet", () => {
  test.each([
    ["src/**/*.ts", "src/auth/*", true],
    ["src/**/*.ts", "docs/**/*.md", false],
    ["src/**/*.ts", "src/**/*.md", false],
    ["src/*", "src/*/x.ts", false],
    ["**/test/**", "src/**", true],
    ["a*", "*b", true],
    ["[ab]*", "[cd]*", false],
    ["*.{ts,tsx}", "App.*", true],
    ["src/a?.ts", "src/abc.ts*", false],
    ["**", "x/*", true],
    ["src/**/a.ts", "src/a.t?", true],
    ["src/v{1..3}.sql", "src/v[4-9].sql", false],
  ])("%s and %s: %s", (a, b, expected) => {
    expect(meet(a, b)).toBe(expected);
    expect(meet(b, a)).toBe(expected);
  });

  test("a directory is met by globs that reach below it", () => {
    expect(couldMeet(globOf("src/**/*.ts").automaton, compileTree("src/auth"))).toBe(true);
    expect(couldMeet(globOf("src/*.ts").automaton, compileTree("src/auth"))).toBe(false);
  });

  test("two globs that match one path are said to meet", () => {
    const name = fc.constantFrom("a", "b", "ab", "c.ts");
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    const part = fc.constantFrom("a", "*", "a*", "*.ts", "**", "?", "[ab]", "{a,b}", "ab");
    const pattern = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(pattern, pattern, fc.array(path, { maxLength: 40 }), (a, b, paths) => {
        if (paths.some((p) => globOf(a).matches(p) && globOf(b).matches(p))) expect(meet(a, b)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
