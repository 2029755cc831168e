import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { pathNamer } from "../../src/core/paths.ts";
import { discoverRepository } from "../../src/git/discover.ts";

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-paths-")));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const root = join(temporary, "shop");
const git = (...args: string[]): void => {
  execFileSync("git", args, {
    cwd: root,
    stdio: "ignore",
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: "1", HOME: temporary },
  });
};
mkdirSync(join(root, "src", "auth"), { recursive: true });
writeFileSync(join(root, "src", "pay.ts"), "export const x = 1\n");
git("init", "-q", "-b", "main");
git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "--allow-empty", "-m", "Start");
git("worktree", "add", "-q", "-b", "side", "wt/side");
symlinkSync("src", join(root, "link"));
symlinkSync("/", join(root, "out"));
symlinkSync("pay.ts", join(root, "src", "alias.ts"));

const repository = discoverRepository(root, {});
const name = pathNamer({ root, repository, place: { path: join(root, "records.jsonl") }, env: {} });
const named = (text: string): string => name(text).path;

describe("one name for one place", () => {
  test.each([
    ["./src//x/../pay.ts", "src/pay.ts"],
    ["src\\pay.ts", "src/pay.ts"],
    ["src/cafe\u0301.ts", "src/caf\u00e9.ts"],
    ["link/pay.ts", "src/pay.ts"],
    ["link/new/deep.ts", "src/new/deep.ts"],
    ["link/**/*.ts", "src/**/*.ts"],
    [`${root}/src/pay.ts`, "src/pay.ts"],
    [`${root}/link/auth/`, "src/auth"],
    ["src/alias.ts", "src/alias.ts"],
    ["link", "link"],
    [".github/ci.yml", ".github/ci.yml"],
    [".gitignore", ".gitignore"],
    ["odd/a\"b'c d,e;f=g.csv", "odd/a\"b'c d,e;f=g.csv"],
  ])("%s is %s", (text, expected) => {
    expect(named(text)).toBe(expected);
  });

  test("a trailing slash says that a directory is meant", () => {
    expect(name("src/auth/")).toEqual({ path: "src/auth", directory: true });
  });

  test("an absolute path is named from the worktree that holds it", () => {
    expect(named(`${root}/wt/side/src/pay.ts`)).toBe("src/pay.ts");
    const side = pathNamer({ root: join(root, "wt/side"), repository, env: {} });
    expect(side(`${root}/src/pay.ts`).path).toBe("src/pay.ts");
  });
});

describe("what is no path of the repository", () => {
  test.each([
    ["../other/secret.ts", "leaves the repository"],
    [`${root}/../home/till.ts`, "leaves the repository"],
    ["out/etc/passwd", "leaves the repository"],
    ["/etc/passwd", "leaves the repository"],
    [".git/config", ".git"],
    [`${root}/.git/foremerge/ledger.jsonl`, ".git"],
    ["vendor/.GIT/hooks", ".git"],
    [".foremerge/ledger.jsonl", "ledger"],
    ["records.jsonl", "ledger"],
    ["src/\u0007bell.ts", "control"],
    ["", "names nothing"],
    [" ", "names nothing"],
    ["src/..", "names nothing"],
  ])("%s", (text, why) => {
    expect(() => named(text)).toThrow(why);
  });

  test("the refusal shows the text as it was written", () => {
    expect(() => named("../other/secret.ts")).toThrow('"../other/secret.ts"');
  });
});
