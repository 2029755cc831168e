// What changed: files, lines, content, in real repositories with awkward names and kinds of files.
import { utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changedFiles, changedLines, diffText, ownPaths, trackedFiles } from "../../src/git/diff.ts";
import { fileAt, readBlobs, treeEntries } from "../../src/git/objects.ts";
import { numbered, StoryRepository } from "./story-repository.ts";

let repo: StoryRepository;
beforeAll(() => {
  repo = new StoryRepository();
});
afterAll(() => repo.remove());

const ODD = 'données/ü "quoted"\n\ttab.ts';

describe("the files of a range", () => {
  let from: string;
  let to: string;
  beforeAll(() => {
    from = repo.commit("start", {
      "pay.ts": numbered(20),
      "labels.ts": numbered(20),
      "gone.ts": "gone\n",
      "run.sh": "#!/bin/sh\n",
      "link.ts": "text\n",
      "thumb.png": new Uint8Array([0, 1, 2, 3]),
      [ODD]: numbered(5),
    });
    to = repo.commit("changes", {
      "pay.ts": numbered(20, { 3: "three", 10: "ten", 11: "eleven" }),
      "labels.ts": null,
      "print-labels.ts": numbered(20, { 20: "last" }),
      "gone.ts": null,
      "run.sh": { text: "#!/bin/sh\n", mode: 0o755 },
      "link.ts": { link: "pay.ts" },
      "thumb.png": new Uint8Array([0, 1, 2, 4]),
      [ODD]: numbered(6),
      "neu.ts": "no line end",
    });
  });
  const byPath = () =>
    new Map(changedFiles(repo.root, { kind: "range", from, to }).map((change) => [change.path, change]));

  test("are added, deleted, modified, renamed or of another type", () => {
    const status = [...byPath().values()].map((change) => [change.path, change.status]).sort();
    expect(status).toEqual([
      [ODD, "modified"],
      ["gone.ts", "deleted"],
      ["link.ts", "type-changed"],
      ["neu.ts", "added"],
      ["pay.ts", "modified"],
      ["print-labels.ts", "renamed"],
      ["run.sh", "modified"],
      ["thumb.png", "modified"],
    ]);
    expect(byPath().get("print-labels.ts")?.oldPath).toBe("labels.ts");
  });

  test("carry modes, blobs, counts and whether they are binary", () => {
    expect(byPath().get("run.sh")).toMatchObject({ oldMode: "100644", newMode: "100755", added: 0, deleted: 0 });
    expect(byPath().get("link.ts")).toMatchObject({ oldMode: "100644", newMode: "120000" });
    expect(byPath().get("thumb.png")).toMatchObject({ binary: true, added: 0, deleted: 0 });
    expect(byPath().get("pay.ts")).toMatchObject({ binary: false, added: 3, deleted: 3 });
    expect(byPath().get("gone.ts")).toMatchObject({ newMode: undefined, newBlob: undefined });
    expect(byPath().get("neu.ts")).toMatchObject({ oldMode: undefined, oldBlob: undefined });
    expect(byPath().get("pay.ts")?.newBlob).toBe(repo.git("rev-parse", "main:pay.ts"));
  });

  test("have changed lines by path, awkward names included", () => {
    const lines = changedLines(repo.root, { kind: "range", from, to });
    expect(lines.get("pay.ts")).toEqual([
      { oldStart: 3, oldLines: 1, newStart: 3, newLines: 1 },
      { oldStart: 10, oldLines: 2, newStart: 10, newLines: 2 },
    ]);
    expect(lines.get("gone.ts")).toEqual([{ oldStart: 1, oldLines: 1, newStart: 0, newLines: 0 }]);
    expect(lines.get("neu.ts")).toEqual([{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1 }]);
    expect(lines.get(ODD)).toEqual([{ oldStart: 5, oldLines: 0, newStart: 6, newLines: 1 }]);
    expect(lines.has("run.sh")).toBe(false);
    expect(lines.has("thumb.png")).toBe(false);
    expect([...changedLines(repo.root, { kind: "range", from, to }, ["pay.ts"]).keys()]).toEqual(["pay.ts"]);
  });

  test("as text are cut at a line end", () => {
    const whole = diffText(repo.root, { kind: "range", from, to }, { mostBytes: 100_000, paths: ["pay.ts"] });
    expect(whole.cut).toBe(false);
    expect(whole.text).toContain("-line 3\n+three\n");
    expect(whole.text).not.toContain("gone.ts");
    const part = diffText(repo.root, { kind: "range", from, to }, { mostBytes: 60 });
    expect(part.cut).toBe(true);
    expect(part.text.endsWith("\n")).toBe(true);
    expect(part.text.length).toBeLessThanOrEqual(60);
  });

  test("can be read at either commit, by path or by blob", () => {
    expect(fileAt(repo.root, from, ODD)?.toString()).toBe(numbered(5));
    expect(fileAt(repo.root, to, "gone.ts")).toBeUndefined();
    expect(fileAt(repo.root, to, "données")).toBeUndefined();
    const entries = treeEntries(repo.root, to, ["neu.ts", "thumb.png"]);
    expect(entries.map((entry) => [entry.path, entry.mode, entry.type])).toEqual([
      ["neu.ts", "100644", "blob"],
      ["thumb.png", "100644", "blob"],
    ]);
    const ids = entries.map((entry) => entry.id);
    const blobs = readBlobs(repo.root, [...ids, "0".repeat(40), ids[0] as string]);
    expect([...blobs.values()].map((bytes) => [...bytes])).toEqual([[...Buffer.from("no line end")], [0, 1, 2, 4]]);
  });
});

describe("lines that look like headers", () => {
  test("do not confuse the reader", () => {
    const from = repo.commit("sql", { "a.sql": "-- one\n++ two\nx\n", "b.sql": "b\n" });
    const to = repo.commit("sql again", { "a.sql": "x\n", "b.sql": "++ b/c.sql\n@@ -1 +1 @@\n" });
    const lines = changedLines(repo.root, { kind: "range", from, to });
    expect(Object.fromEntries(lines)).toEqual({
      "a.sql": [{ oldStart: 1, oldLines: 2, newStart: 0, newLines: 0 }],
      "b.sql": [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2 }],
    });
  });
});

describe("work that is not committed", () => {
  test("is split into staged and everything, untracked files included and ignored ones not", () => {
    repo.commit("calm", { ".gitignore": "*.log\n" });
    repo.write({ "pay.ts": numbered(21) });
    repo.git("add", "pay.ts");
    repo.write({ "run.sh": "#!/bin/bash\n", "new\nname.ts": "a\nb", "noise.log": "x\n" });
    const before = repo.fingerprint();

    expect(changedFiles(repo.root, { kind: "staged" }).map((c) => c.path)).toEqual(["pay.ts"]);
    const all = changedFiles(repo.root, { kind: "worktree" });
    expect(all.map((c) => c.path).sort()).toEqual(["new\nname.ts", "pay.ts", "run.sh"]);
    expect(all.find((c) => c.untracked)).toMatchObject({ path: "new\nname.ts", status: "added", added: 2 });
    expect(all.find((c) => c.path === "run.sh")).toMatchObject({ oldMode: "100755", newMode: "100644" });
    expect(changedLines(repo.root, { kind: "worktree" }).get("new\nname.ts")).toEqual([
      { oldStart: 0, oldLines: 0, newStart: 1, newLines: 2 },
    ]);
    expect(changedLines(repo.root, { kind: "staged" }).has("run.sh")).toBe(false);

    expect(repo.fingerprint()).toEqual(before);
    repo.git("reset", "-q", "--hard");
    repo.write({ "new\nname.ts": null });
  });

  test("a file whose time alone changed is no change, and the index is left as it is", () => {
    const later = new Date(Date.now() + 60_000);
    for (const path of ["pay.ts", "thumb.png", "run.sh"]) utimesSync(join(repo.root, path), later, later);
    const before = repo.git("ls-files", "--debug");
    expect(changedFiles(repo.root, { kind: "worktree" })).toEqual([]);
    expect(changedLines(repo.root, { kind: "worktree" }).size).toBe(0);
    expect(repo.git("ls-files", "--debug")).toBe(before);
  });

  test("before the first commit everything is added", () => {
    const young = new StoryRepository(dirname(repo.root), "young");
    young.write({ "first.ts": "one\n", "second.ts": "two\n" });
    young.git("add", "first.ts");
    expect(changedFiles(young.root, { kind: "staged" }).map((c) => [c.path, c.status])).toEqual([
      ["first.ts", "added"],
    ]);
    const all = changedFiles(young.root, { kind: "worktree" });
    expect(all.map((c) => [c.path, c.status])).toEqual([
      ["first.ts", "added"],
      ["second.ts", "added"],
    ]);
    expect(trackedFiles(young.root)).toEqual(["first.ts"]);
  });
});

describe("submodules", () => {
  test("are files of their own mode", () => {
    const inner = new StoryRepository(dirname(repo.root), "inner");
    inner.commit("inner", { "x.ts": "x\n" });
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root, "vendor/inner");
    const staged = changedFiles(repo.root, { kind: "staged" });
    expect(staged.find((c) => c.path === "vendor/inner")).toMatchObject({ status: "added", newMode: "160000" });
    repo.git("reset", "-q", "--hard");
    repo.write({ vendor: null });
  });
});

describe("a merge that carries the other side", () => {
  test("counts only for what it changed against every parent", () => {
    const fork = repo.git("rev-parse", "HEAD");
    repo.branch("incoming", { "theirs.ts": "theirs\n", "both.ts": "b\n" });
    repo.branch("mine", { "mine.ts": "mine\n", "both.ts": "a\n" });
    try {
      repo.git("merge", "-q", "incoming");
    } catch {
      repo.commit("merged by hand", { "both.ts": "a and b\n" });
    }
    expect(ownPaths(repo.root, "incoming", "mine").sort()).toEqual(["both.ts", "mine.ts"]);
    expect(ownPaths(repo.root, fork, "mine").sort()).toEqual(["both.ts", "mine.ts", "theirs.ts"]);
  });
});
