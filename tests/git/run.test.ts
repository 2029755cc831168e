// How git is started: environment, limits, errors.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ForemergeError } from "../../src/errors.ts";
import { git, gitAsync, gitEnvironment, gitList, gitText } from "../../src/git/run.ts";
import { parseGitVersion, requireGit } from "../../src/git/version.ts";

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "foremerge-run-")));
  git(["init", "-q", "-b", "main"], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function failureOf(work: () => unknown): ForemergeError {
  try {
    work();
  } catch (error) {
    if (error instanceof ForemergeError) return error;
    throw error;
  }
  throw new Error("did not fail");
}

/** False for a process that has ended, though nobody may have asked how. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}

describe("starting git", () => {
  test("GIT_ variables of the caller do not reach git, those that are given do", () => {
    process.env.GIT_DIR = "/nowhere/at/all";
    process.env.GIT_INDEX_FILE = "/nowhere/index";
    process.env.LANGUAGE = "de";
    try {
      const env = gitEnvironment({ env: { GIT_OBJECT_DIRECTORY: "/scratch" } });
      expect(env.GIT_DIR).toBeUndefined();
      expect(env.GIT_INDEX_FILE).toBeUndefined();
      expect(env.LANGUAGE).toBeUndefined();
      expect(env).toMatchObject({
        GIT_OBJECT_DIRECTORY: "/scratch",
        LC_ALL: "C",
        GIT_TERMINAL_PROMPT: "0",
        GIT_OPTIONAL_LOCKS: "0",
      });
      expect(gitText(["rev-parse", "--show-toplevel"], { cwd: folder })).toBe(folder);
    } finally {
      delete process.env.GIT_DIR;
      delete process.env.GIT_INDEX_FILE;
      delete process.env.LANGUAGE;
    }
  });

  test("variables that choose how a remote is reached pass only for network commands", () => {
    process.env.GIT_SSH_COMMAND = "ssh -i key";
    try {
      expect(gitEnvironment({}).GIT_SSH_COMMAND).toBeUndefined();
      expect(gitEnvironment({ network: true }).GIT_SSH_COMMAND).toBe("ssh -i key");
    } finally {
      delete process.env.GIT_SSH_COMMAND;
    }
  });

  test("a failure carries the status and git's words on one line", () => {
    const error = failureOf(() => git(["rev-parse", "--verify", "no-such-name"], { cwd: folder }));
    expect(error.code).toBe("GIT_FAILED");
    expect(error.exit).toBe(3);
    expect(error.details?.status).toBe(128);
    expect(error.message).toBe("git rev-parse ended with 128: fatal: Needed a single revision");
  });

  test("an accepted status is an answer", () => {
    expect(git(["config", "no.such-key"], { cwd: folder, accept: [0, 1] }).status).toBe(1);
  });

  test("a missing folder is named, not taken for a missing git", () => {
    const error = failureOf(() => git(["version"], { cwd: join(folder, "gone") }));
    expect(error.message).toContain(join(folder, "gone"));
  });

  test("a missing git is said to be missing", () => {
    const path = process.env.PATH;
    process.env.PATH = folder;
    try {
      expect(failureOf(() => git(["version"], { cwd: folder })).message).toBe("git was not found");
    } finally {
      process.env.PATH = path;
    }
  });

  test("a run over its time is ended and named", async () => {
    const slow = ["-c", "alias.wait=!sleep 2", "wait"];
    expect(failureOf(() => git(slow, { cwd: folder, timeoutMs: 80 })).message).toContain("took longer than 0.08 s");
    await expect(gitAsync(slow, { cwd: folder, timeoutMs: 80 })).rejects.toThrow("took longer than 0.08 s");
  });

  test("a run that may ask at the terminal is ended with all that it started, and may tidy up first", async () => {
    const [pids, told] = [join(folder, "pids"), join(folder, "told")];
    const child = `trap 'touch "${told}"; exit' TERM; echo $$ >> "${pids}"; sleep 60 & echo $! >> "${pids}"; wait`;
    const deaf = `trap '' TERM; echo $$ >> "${pids}"; sleep 60 & echo $! >> "${pids}"; wait; wait`;
    for (const script of [child, deaf]) {
      const running = gitAsync(["-c", `alias.wait=!${script}`, "wait"], { cwd: folder, network: true, timeoutMs: 500 });
      await expect(running).rejects.toThrow("git wait took longer than 0.5 s");
    }
    const started = readFileSync(pids, "utf8").trim().split("\n").map(Number);
    expect(started.length).toBe(4);
    for (const pid of started) expect([pid, isRunning(pid)]).toEqual([pid, false]);
    expect(existsSync(told)).toBe(true);
  });

  test("a run that is called off ends at once", async () => {
    const off = new AbortController();
    const waiting = gitAsync(["-c", "alias.wait=!sleep 2", "wait"], { cwd: folder, signal: off.signal });
    off.abort();
    await expect(waiting).rejects.toThrow("git wait was called off");
  });

  test("an answer over its size is refused", async () => {
    const much = ["help", "--all"];
    expect(failureOf(() => git(much, { cwd: folder, maxBytes: 100 })).message).toContain("said more than 100 bytes");
    await expect(gitAsync(much, { cwd: folder, maxBytes: 100 })).rejects.toThrow("said more than 100 bytes");
  });

  test("input reaches git, in both forms", async () => {
    const hash = "ce013625030ba8dba906f756967f9e9ca394464a";
    expect(gitText(["hash-object", "--stdin"], { cwd: folder, input: "hello\n" })).toBe(hash);
    const answer = await gitAsync(["hash-object", "--stdin"], { cwd: folder, input: "hello\n" });
    expect(answer.stdout.toString()).toBe(`${hash}\n`);
  });

  test("hooks and patterns of the user never run", () => {
    git(["config", "core.fsmonitor", "touch hooked; false"], { cwd: folder });
    writeFileSync(join(folder, "a[1].txt"), "one\n");
    writeFileSync(join(folder, "a1.txt"), "two\n");
    const named = gitList(["ls-files", "-z", "--others", "--", "a[1].txt"], { cwd: folder });
    expect(named).toEqual(["a[1].txt"]);
    expect(gitList(["ls-files", "-z", "--others"], { cwd: folder })).not.toContain("hooked");
  });
});

describe("the version of git", () => {
  test("is read from the words of several builds", () => {
    expect(parseGitVersion("git version 2.39.5")).toEqual({ text: "2.39.5", major: 2, minor: 39 });
    expect(parseGitVersion("git version 2.37.0 (Apple Git-136)")).toMatchObject({ major: 2, minor: 37 });
    expect(parseGitVersion("git version 2.45.1.windows.1")).toMatchObject({ text: "2.45.1.windows.1" });
    expect(() => parseGitVersion("hub 1")).toThrow("names no version");
  });

  test("too old a git is refused with the version that is needed", () => {
    const old = parseGitVersion("git version 2.37.0");
    expect(() => requireGit(old, 2, 38, "merge preview")).toThrow(
      "merge preview needs git 2.38 or newer; this is git 2.37.0",
    );
    requireGit(parseGitVersion("git version 3.0.1"), 2, 38, "merge preview");
  });
});
