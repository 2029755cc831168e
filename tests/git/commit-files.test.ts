// Objects that are written without a process each: git itself says whether they are right.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commitFiles } from "../../src/git/commit-files.ts";
import { ObjectReader } from "../../src/git/object-reader.ts";
import { compareTrees } from "../../src/git/tree-object.ts";
import { scrubbedEnv } from "../stage.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "foremerge-objects-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (words: readonly string[], input?: string | Buffer): string => {
  const done = spawnSync("git", words, { cwd: folder, env: { ...scrubbedEnv(folder) }, input: input ?? "" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
  return done.stdout.toString("latin1").trimEnd();
};
const at = new Date("2026-12-01T12:00:00Z");

async function withReader<T>(work: (reader: ObjectReader) => Promise<T>): Promise<T> {
  const reader = new ObjectReader(folder);
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}

describe.each(["sha1", "sha256"] as const)("a commit with %s", (format) => {
  beforeEach(() => git(["init", "-q", `--object-format=${format}`]));

  it("is what git would have written, whatever the size of a file", async () => {
    const sizes = [0, 1, 15, 16, 2047, 2048, 65_534, 65_535, 65_536, 131_070, 300_000];
    const files = new Map(sizes.map((size) => [`labels/${size}`, Buffer.alloc(size, `Märkte ${size}\n`)]));
    const wish = { parent: undefined, files, message: "Labels", at };
    const commit = await withReader((reader) => commitFiles(reader, folder, wish, format));
    for (const [path, body] of files) {
      expect(git(["rev-parse", `${commit}:${path}`])).toBe(git(["hash-object", "--no-filters", "--stdin"], body));
    }
    git(["update-ref", "refs/heads/labels", commit]);
    expect(git(["fsck", "--strict", "--full"])).toBe("");
    expect(git(["log", "-1", "--format=%an %ae %at %s", commit])).toBe(
      "foremerge foremerge@localhost 1796126400 Labels",
    );
  });

  it("leaves everything else of its parent as it is, and puts names where git wants them", async () => {
    const first = new Map(["a.b/x", "a/x", "a0/x", "read.me"].map((path) => [path, Buffer.from(path)]));
    const parts = await withReader(async (reader) => {
      const parent = await commitFiles(reader, folder, { parent: undefined, files: first, message: "One", at }, format);
      const more = new Map([
        ["a/y", Buffer.from("y")],
        ["a/x", Buffer.from("x again")],
        ["a/b/c", Buffer.from("deep")],
      ]);
      const commit = await commitFiles(reader, folder, { parent, files: more, message: "Two", at });
      const change = await compareTrees(reader, `${parent}^{tree}`, `${commit}^{tree}`, 5);
      return { parent, commit, change };
    });
    git(["update-ref", "refs/heads/labels", parts.commit]);
    expect(git(["fsck", "--strict", "--full"])).toBe("");
    expect(git(["rev-parse", `${parts.commit}^`])).toBe(parts.parent);
    expect(git(["ls-tree", "-r", "--name-only", parts.commit]).split("\n")).toEqual([
      "a.b/x",
      "a/b/c",
      "a/x",
      "a/y",
      "a0/x",
      "read.me",
    ]);
    expect(parts.change.changed.map(({ path, was }) => [path, was !== undefined]).sort()).toEqual([
      ["a/b/c", false],
      ["a/x", true],
      ["a/y", false],
    ]);
    expect(parts.change.gone).toEqual([]);
  });
});

describe("the reader of objects", () => {
  beforeEach(() => git(["init", "-q"]));

  it("answers in the order of the questions, also for what is not there or is no name", async () => {
    const ids = ["one", "two", "x".repeat(200_000)].map((text) => git(["hash-object", "-w", "--stdin"], text));
    const answers = await withReader((reader) =>
      Promise.all([ids[0], "nothing", ids[2], "two\nlines", ids[1], ""].map((name) => reader.ask(name as string))),
    );
    expect(answers.map((answer) => answer?.body?.toString("latin1", 0, 3))).toEqual([
      "one",
      undefined,
      "xxx",
      undefined,
      "two",
      undefined,
    ]);
  });

  it("sees refs and objects that came after it was started", async () => {
    await withReader(async (reader) => {
      expect(await reader.ask("refs/foremerge/ledger")).toBeUndefined();
      const files = new Map([["a", Buffer.from("a")]]);
      const commit = await commitFiles(reader, folder, { parent: undefined, files, message: "One", at });
      git(["update-ref", "refs/foremerge/ledger", commit]);
      git(["repack", "-q", "-a", "-d"]);
      expect((await reader.ask("refs/foremerge/ledger^{commit}"))?.id).toBe(commit);
    });
  });

  it("says what git said when there is no repository", async () => {
    rmSync(join(folder, ".git"), { recursive: true });
    const reader = new ObjectReader(folder);
    await expect(reader.ask("HEAD")).rejects.toMatchObject({
      code: "GIT_FAILED",
      message: expect.stringMatching(/not a git repository/),
    });
    await expect(reader.ask("HEAD")).rejects.toMatchObject({ code: "GIT_FAILED" });
    reader.close();
  });
});
