// Trial merges in real repositories: what conflicts and how, and that nothing of the repository is touched.
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { uniteImports } from "../../src/git/import-union.ts";
import { splitMarked } from "../../src/git/marked-text.ts";
import { type MergeOutcome, mergeInScratch, runOne, treeWithTexts, trialMerges } from "../../src/git/merge-tree.ts";
import { withScratchObjects } from "../../src/git/scratch-objects.ts";
import { type Content, numbered, StoryRepository } from "./story-repository.ts";

type Files = Readonly<Record<string, Content>>;

let repo: StoryRepository;
let before: ReturnType<StoryRepository["fingerprint"]>;
let count = 0;
beforeAll(() => {
  repo = new StoryRepository();
  repo.commit("start", {
    "pay.ts": numbered(20),
    "old.ts": numbered(20),
    "lib/one.ts": numbered(20),
    "lib/two.ts": numbered(20, { 1: "two" }),
    "thumb.png": new Uint8Array([0, 1, 2]),
    "crlf.ts": numbered(6).replaceAll("\n", "\r\n"),
    "open.ts": "a\nb\nc\nd",
    "données/ü\nend.ts": numbered(8),
    "run.sh": "#!/bin/sh\necho\n",
    "guide.rst": "Title\n=======\n\ntext\n\nmore\n",
  });
});
beforeEach(() => repo.git("checkout", "-q", "main"));
afterAll(() => repo.remove());

/** Commits both sides from main and merges them; the repository is the same before and after. */
function merge(left: Files, right: Files): MergeOutcome {
  count++;
  const a = repo.branch(`left-${count}`, left);
  const b = repo.branch(`right-${count}`, right);
  repo.git("checkout", "-q", "main");
  before = repo.fingerprint();
  const [outcome] = trialMerges(repo.root, [[a, b]]);
  return outcome as MergeOutcome;
}
afterEach(() => {
  if (before) expect(repo.fingerprint()).toEqual(before);
});

const kinds = (outcome: MergeOutcome): Record<string, string> =>
  outcome.clean === false ? Object.fromEntries(outcome.conflicts.map((one) => [one.path, one.kind])) : {};

describe("a trial merge", () => {
  test("is clean where an untouched line lies between, and says which tree comes of it", () => {
    const outcome = merge({ "pay.ts": numbered(20, { 3: "x" }) }, { "pay.ts": numbered(20, { 5: "y" }) });
    expect(outcome).toMatchObject({ clean: true, tree: expect.stringMatching(/^[0-9a-f]{40}$/) });
  });

  test("conflicts on touching lines, with both sides and the base of the place", () => {
    const outcome = merge({ "pay.ts": numbered(20, { 3: "x" }) }, { "pay.ts": numbered(20, { 4: "y" }) });
    expect(outcome.clean).toBe(false);
    if (outcome.clean !== false) return;
    expect(outcome.conflicts).toHaveLength(1);
    expect(outcome.conflicts[0]).toMatchObject({
      path: "pay.ts",
      kind: "content",
      message: "CONFLICT (content): Merge conflict in pay.ts",
      a: { mode: "100644" },
      hunks: [{ line: 3, a: "x\nline 4\n", base: "line 3\nline 4\n", b: "line 3\ny\n" }],
    });
  });

  test("says modify/delete, add/add, rename/delete and rename/rename with every path", () => {
    expect(kinds(merge({ "pay.ts": null }, { "pay.ts": numbered(20, { 3: "x" }) }))).toEqual({
      "pay.ts": "modify/delete",
    });
    expect(kinds(merge({ "n.ts": "1\n" }, { "n.ts": "2\n" }))).toEqual({ "n.ts": "add/add" });
    const renamed = { "old.ts": null, "new.ts": numbered(20) };
    expect(kinds(merge(renamed, { "old.ts": null }))).toEqual({
      "new.ts": "rename/delete",
      "old.ts": "rename/delete",
    });
    expect(kinds(merge(renamed, { "old.ts": null, "other.ts": numbered(20) }))).toEqual({
      "new.ts": "rename/rename",
      "old.ts": "rename/rename",
      "other.ts": "rename/rename",
    });
  });

  test("follows a renamed file and a renamed folder", () => {
    const renamed = { "old.ts": null, "new.ts": numbered(20) };
    expect(merge(renamed, { "old.ts": numbered(20, { 10: "ten" }) }).clean).toBe(true);
    const moved = {
      ...{ "lib/one.ts": null, "lib/two.ts": null },
      ...{ "pkg/one.ts": numbered(20), "pkg/two.ts": numbered(20, { 1: "two" }) },
    };
    expect(kinds(merge(moved, { "lib/new.ts": "fresh\n" }))).toEqual({
      "pkg/new.ts": "file location",
      "lib/new.ts": "file location",
    });
  });

  test("knows a file in the way of a folder, a link in the place of a file, modes and binaries", () => {
    expect(Object.keys(kinds(merge({ thing: "file\n" }, { "thing/inner": "dir\n" }))).join()).toContain("thing");
    const link = merge({ "pay.ts": { link: "old.ts" } }, { "pay.ts": numbered(20, { 3: "x" }) });
    expect(Object.values(kinds(link))).toContain("distinct types");
    expect(
      merge({ "run.sh": { text: "#!/bin/sh\necho\n", mode: 0o755 } }, { "run.sh": "#!/bin/sh\necho hello\n" }).clean,
    ).toBe(true);
    const binary = merge({ "thumb.png": new Uint8Array([0, 1, 3]) }, { "thumb.png": new Uint8Array([0, 1, 4]) });
    expect(kinds(binary)).toEqual({ "thumb.png": "content" });
    expect(binary.clean === false && binary.conflicts[0]?.hunks).toEqual([]);
  });

  test("keeps names with line ends and letters outside ASCII as they are, hunks included", () => {
    const path = "données/ü\nend.ts";
    const outcome = merge({ [path]: numbered(8, { 2: "x" }) }, { [path]: numbered(8, { 2: "y" }) });
    expect(outcome.clean === false && outcome.conflicts[0]).toMatchObject({
      path,
      kind: "content",
      hunks: [{ line: 2, a: "x\n", base: "line 2\n", b: "y\n" }],
    });
    expect(merge({ [path]: numbered(8, { 1: "x" }) }, { [path]: numbered(8, { 8: "y" }) }).clean).toBe(true);
  });

  test("takes line ends and a missing last one as they are", () => {
    expect(
      merge({ "crlf.ts": numbered(6) }, { "crlf.ts": numbered(6, { 3: "x" }).replaceAll("\n", "\r\n") }).clean,
    ).toBe(false);
    expect(merge({ "open.ts": "A\nb\nc\nd" }, { "open.ts": "a\nb\nc\nd\ne" }).clean).toBe(true);
    const crlf = (text: string): string => numbered(6, { 3: text }).replaceAll("\n", "\r\n");
    const outcome = merge({ "crlf.ts": crlf("x") }, { "crlf.ts": crlf("y") });
    expect(outcome.clean === false && outcome.conflicts[0]?.hunks).toEqual([
      { line: 3, a: "x\r\n", base: "line 3\r\n", b: "y\r\n" },
    ]);
  });

  test("is not misled by a text that has lines like markers", () => {
    const rst = (text: string): string => `Title\n=======\n\n${text}\n\nmore\n`;
    const outcome = merge({ "guide.rst": rst("Part\n=======") }, { "guide.rst": rst("Piece") });
    expect(outcome.clean === false && outcome.conflicts[0]?.hunks).toEqual([
      { line: 4, a: "Part\n=======\n", base: "text\n", b: "Piece\n" },
    ]);
    const unsure = merge({ "guide.rst": rst("Part") }, { "guide.rst": rst("Piece\n=======") });
    expect(unsure.clean === false && unsure.conflicts[0]?.hunks).toEqual([]);
    expect(unsure.clean === false && unsure.conflicts[0]?.kind).toBe("content");
  });

  test("reads attributes of the working tree and no setting of the user", () => {
    repo.git("config", "merge.conflictStyle", "merge");
    repo.git("config", "merge.renames", "false");
    const outcome = merge({ "old.ts": null, "new.ts": numbered(20) }, { "old.ts": numbered(20, { 10: "ten" }) });
    expect(outcome.clean).toBe(true);
    repo.write({ ".gitattributes": "*.log merge=union\n" });
    const a = repo.branch("log-a", { "x.log": "1\n" });
    const b = repo.branch("log-b", { "x.log": "2\n" });
    repo.git("checkout", "-q", "log-a");
    expect(trialMerges(repo.root, [[a, b]])[0]?.clean).toBe(true);
    repo.git("checkout", "-q", "main");
    repo.git("config", "--unset", "merge.renames");
    before = repo.fingerprint();
  });

  test("leaves no scratch folder behind", () => {
    const scratch = () => readdirSync(tmpdir()).filter((name) => name.startsWith("foremerge-objects-")).length;
    const others = scratch();
    merge({ "pay.ts": "x\n" }, { "pay.ts": "y\n" });
    expect(scratch()).toBe(others);
  });
});

describe("submodules", () => {
  test("that both sides moved conflict by path", () => {
    const inner = new StoryRepository(dirname(repo.root), "inner");
    const first = inner.commit("one", { "x.ts": "1\n" });
    const second = inner.branch("two", { "x.ts": "2\n" });
    const third = inner.branch("three", { "x.ts": "3\n" });
    const at = (branch: string, commit: string, from: string): string => {
      repo.git("checkout", "-q", "-b", branch, from);
      repo.git("update-index", "--add", "--cacheinfo", `160000,${commit},vendor/inner`);
      repo.git("commit", "-q", "-m", branch);
      return repo.git("rev-parse", "HEAD");
    };
    at("sub-base", first, "main");
    const a = at("sub-a", second, "sub-base");
    const b = at("sub-b", third, "sub-base");
    repo.git("checkout", "-q", "-f", "main");
    before = repo.fingerprint();
    const [outcome] = trialMerges(repo.root, [[a, b]]);
    expect(Object.keys(kinds(outcome as MergeOutcome))).toEqual(["vendor/inner"]);
    expect(outcome?.clean === false && outcome.conflicts[0]?.a).toEqual({ mode: "160000", blob: second });
  });
});

describe("many pairs", () => {
  test("are answered in order, and what git cannot say of one leaves the others", () => {
    const a = repo.branch("many-a", { "pay.ts": numbered(20, { 3: "a" }) });
    const b = repo.branch("many-b", { "pay.ts": numbered(20, { 3: "b" }) });
    const c = repo.branch("many-c", { "c.ts": "c\n" });
    repo.git("checkout", "-q", "--orphan", "island");
    const island = repo.commit("island", { "pay.ts": null, "island.ts": "far\n" });
    repo.git("checkout", "-q", "main");
    before = repo.fingerprint();
    const gone = "0123456789012345678901234567890123456789";
    const pairs = [
      [a, b],
      [a, island],
      [a, c],
      [gone, a],
      [b, c],
      [island, c],
    ] as const;
    const outcomes = trialMerges(repo.root, pairs);
    expect(outcomes.map((one) => [one.a, one.b])).toEqual(pairs.map((pair) => [...pair]));
    expect(outcomes.map((one) => one.clean)).toEqual([false, undefined, true, undefined, true, undefined]);
    expect(outcomes[1]).toMatchObject({ reason: "unrelated histories" });
    expect(outcomes[3]).toMatchObject({ reason: expect.stringContaining(gone) });
  });

  test("come out the same one by one, as git 2.38 has it", () => {
    const [a, b, c] = ["many-a", "many-b", "many-c"].map((name) => repo.git("rev-parse", name)) as [
      string,
      string,
      string,
    ];
    before = repo.fingerprint();
    withScratchObjects(repo.root, (scratch) => {
      const together = mergeInScratch(scratch, [
        [a, b],
        [a, c],
      ]);
      const strip = (outcome: MergeOutcome): unknown =>
        outcome.clean === false
          ? { ...outcome, conflicts: outcome.conflicts.map((one) => ({ ...one, marked: undefined, hunks: [] })) }
          : outcome;
      expect([runOne(scratch, [a, b]), runOne(scratch, [a, c])]).toEqual(together.map(strip));
      expect(runOne(scratch, [a, repo.git("rev-parse", "island")])).toMatchObject({ reason: "unrelated histories" });
    });
  });
});

describe("a merge with united imports", () => {
  test("has a tree of its own as check value, and the text that a person would have written", () => {
    const file = (lines: string): string => `import a\n${lines}import z\n\nrun()\n`;
    repo.git("checkout", "-q", "-b", "jobs", "main");
    repo.commit("jobs", { "jobs.py": { text: file(""), mode: 0o755 } });
    const a = repo.branch("jobs-a", { "jobs.py": { text: file("import m\n"), mode: 0o755 } }, "jobs");
    const b = repo.branch("jobs-b", { "jobs.py": { text: file("import n\n"), mode: 0o755 } }, "jobs");
    const byHand = repo.branch("jobs-c", { "jobs.py": { text: file("import m\nimport n\n"), mode: 0o755 } }, "jobs");
    repo.git("checkout", "-q", "main");
    before = repo.fingerprint();
    withScratchObjects(repo.root, (scratch) => {
      const [outcome] = mergeInScratch(scratch, [[a, b]]);
      if (outcome?.clean !== false) throw new Error("no conflict");
      const [conflict] = outcome.conflicts;
      const union = uniteImports("jobs.py", splitMarked(conflict?.marked ?? "", a, b) ?? []);
      expect(union).toEqual({ text: file("import m\nimport n\n") });
      const text = "text" in union ? union.text : "";
      const tree = treeWithTexts(scratch, outcome.tree, new Map([["jobs.py", text]]));
      expect(tree).toBe(repo.git("rev-parse", `${byHand}^{tree}`));
    });
  });
});

test("a path with a colon, quotes and a line end can hold the repository", () => {
  const odd = new StoryRepository(dirname(repo.root), 'odd: "place"\nhere');
  const start = odd.commit("start", { "pay.ts": numbered(9) });
  const a = odd.branch("a", { "pay.ts": numbered(9, { 2: "a" }) });
  const b = odd.branch("b", { "pay.ts": numbered(9, { 2: "b" }) });
  expect(
    trialMerges(odd.root, [
      [a, b],
      [start, b],
    ]).map((one) => one.clean),
  ).toEqual([false, true]);
  expect(join(odd.root)).toContain("\n");
});
