import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configValue, parseGitConfig } from "../../src/git/config-file.ts";
import { discoverRepository } from "../../src/git/discover.ts";

let top: string;
const env = { HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", PATH: process.env.PATH ?? "" };
const git = (cwd: string, ...words: string[]) =>
  execFileSync("git", words, { cwd, env, encoding: "utf8", stdio: "pipe" }).trim();

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "discover-")));
  git(top, "init", "-q", "-b", "main", "shop");
  const shop = join(top, "shop");
  git(shop, "config", "user.name", "Robin Vale");
  git(shop, "config", "user.email", "robin@example.org");
  git(shop, "commit", "-q", "--allow-empty", "-m", "Start");
  git(shop, "worktree", "add", "-q", "-b", "labels", join(top, "labels"));
  mkdirSync(join(shop, "src", "deep"), { recursive: true });
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

describe("finding the repository", () => {
  it("from a subdirectory, with branch, head and user as git states them", () => {
    const shop = join(top, "shop");
    const found = discoverRepository(join(shop, "src", "deep"), env);
    expect(found?.root).toBe(shop);
    expect(found?.commonDir).toBe(join(shop, ".git"));
    expect(found?.branch).toBe("main");
    expect(found?.head).toBe(git(shop, "rev-parse", "HEAD"));
    expect(found?.userName).toBe("Robin Vale");
    expect(found?.worktreeName).toBe("main");
  });

  it("from a linked worktree: its own root, the shared directory", () => {
    const found = discoverRepository(join(top, "labels"), env);
    expect(found?.root).toBe(join(top, "labels"));
    expect(found?.commonDir).toBe(join(top, "shop", ".git"));
    expect(found?.worktreeName).toBe("labels");
    expect(found?.branch).toBe("labels");
  });

  it("with refs packed and HEAD detached", () => {
    const shop = join(top, "shop");
    git(shop, "pack-refs", "--all");
    expect(discoverRepository(shop, env)?.head).toBe(git(shop, "rev-parse", "HEAD"));
    git(join(top, "labels"), "checkout", "-q", "--detach");
    const found = discoverRepository(join(top, "labels"), env);
    expect(found?.branch).toBeUndefined();
    expect(found?.head).toBe(git(shop, "rev-parse", "HEAD"));
  });

  it("in the layout of a bare repository beside its worktrees", () => {
    const home = join(top, "hub");
    mkdirSync(home);
    git(home, "clone", "-q", "--bare", join(top, "shop"), ".bare");
    writeFileSync(join(home, ".git"), "gitdir: ./.bare\n");
    git(home, "worktree", "add", "-q", "main");
    const inTree = discoverRepository(join(home, "main"), env);
    expect(inTree?.commonDir).toBe(join(home, ".bare"));
    expect(inTree?.root).toBe(join(home, "main"));
    expect(discoverRepository(home, env)?.commonDir).toBe(join(home, ".bare"));
    expect(discoverRepository(join(home, ".bare"), env)?.bare).toBe(true);
  });

  it("in a submodule: the submodule's own", () => {
    const shop = join(top, "shop");
    git(shop, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", join(top, "hub", ".bare"), "vendored");
    expect(discoverRepository(join(shop, "vendored"), env)?.commonDir).toBe(join(shop, ".git", "modules", "vendored"));
  });

  it("ignores GIT_DIR, finds nothing outside, and is not fooled by an empty .git", () => {
    const outside = join(top, "outside");
    mkdirSync(join(outside, ".git"), { recursive: true });
    expect(discoverRepository(outside, { ...env, GIT_DIR: join(top, "shop", ".git") })).toBeUndefined();
  });
});

describe("a git config text", () => {
  it("is read as git reads it: case, subsections, quotes, comments, continuation, last value", () => {
    const config = parseGitConfig(
      '[core]\n\tIgnoreCase = true ; yes\n[remote "Origin"]\n\turl = "a b" # c\n[user] name = Robin \\\n Vale\n[core]\n\tbare\n',
    );
    expect(configValue(config, "CORE", undefined, "ignorecase")).toBe("true");
    expect(configValue(config, "core", undefined, "bare")).toBe("true");
    expect(configValue(config, "remote", "Origin", "url")).toBe("a b");
    expect(configValue(config, "remote", "origin", "url")).toBeUndefined();
    expect(configValue(config, "user", undefined, "name")).toBe("Robin  Vale");
  });
});
