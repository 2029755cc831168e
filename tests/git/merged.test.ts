// Has work landed in the base branch: as it is, rebased, squashed, or not at all.
import { afterAll, beforeAll, expect, test } from "vitest";
import { landedWork } from "../../src/git/merged.ts";
import { numbered, StoryRepository } from "./story-repository.ts";

let repo: StoryRepository;
let start: string;
const commit = (name: string): string => repo.git("rev-parse", name);
beforeAll(() => {
  repo = new StoryRepository();
  start = repo.commit("start", {
    "pay.ts": numbered(30),
    "labels.ts": numbered(30),
    "thumbs.ts": numbered(30),
    "icon.png": new Uint8Array([0, 1, 2]),
  });
  repo.branch("merged", { "merged.ts": "merged\n" });
  repo.branch("rebased", { "pay.ts": numbered(30, { 2: "two" }) });
  repo.commit("second step", { "pay.ts": numbered(30, { 2: "two", 20: "twenty" }) });
  repo.branch("squashed", { "labels.ts": numbered(30, { 2: "two" }) });
  repo.commit("second step", {
    "labels.ts": numbered(30, { 2: "two", 20: "twenty" }),
    "icon.png": new Uint8Array([0, 9]),
  });
  repo.branch("half", { "thumbs.ts": numbered(30, { 2: "two" }) });
  repo.commit("second step", { "thumbs.ts": numbered(30, { 2: "two", 20: "twenty" }) });
  repo.branch("icon", { "icon.png": new Uint8Array([0, 7]) });
  repo.branch("undone", { "pay.ts": "undone\n" });
  repo.commit("back", { "pay.ts": numbered(30) });
  repo.git("checkout", "-q", "--orphan", "island");
  repo.commit("island", { "island.ts": "far\n" });
  repo.git("checkout", "-q", "main");
  repo.commit("unrelated", { "README.md": "read me\n" });
  repo.git("merge", "-q", "--no-ff", "-m", "merge", "merged");
  repo.git("cherry-pick", "rebased~1", "rebased");
  repo.git("merge", "-q", "--squash", "squashed");
  repo.commit("squash of labels");
  repo.git("cherry-pick", "half~1");
});
afterAll(() => repo.remove());

test("merged, rebased and squashed work is known, half of it or other content is not", () => {
  const before = repo.fingerprint();
  const names = ["merged", "rebased", "squashed", "half", "icon", "undone", "island"];
  const works = names.map((name) => ({ head: commit(name), start }));
  const landed = landedWork(repo.root, works, [commit("main")]);
  expect(names.map((name) => [name, landed.get(commit(name))])).toEqual([
    ["merged", "ancestor"],
    ["rebased", "rebased"],
    ["squashed", "squashed"],
    ["half", undefined],
    ["icon", undefined],
    ["undone", undefined],
    ["island", undefined],
  ]);
  expect(repo.fingerprint()).toEqual(before);
});

test("a head without commits of its own has nothing that could have landed", () => {
  expect(landedWork(repo.root, [{ head: start, start }], [commit("main")]).size).toBe(0);
  expect(landedWork(repo.root, [{ head: start, start: commit("main") }], [commit("main")]).size).toBe(0);
});

test("a head that is not here is left out, others are still answered", () => {
  const gone = "0123456789012345678901234567890123456789";
  const landed = landedWork(repo.root, [{ head: gone, start }, { head: commit("merged") }], [commit("main")]);
  expect([...landed]).toEqual([[commit("merged"), "ancestor"]]);
});

test("any of the base's commits counts: landed here and not fetched, or fetched and not here", () => {
  const works = [{ head: commit("rebased"), start }];
  expect(landedWork(repo.root, works, [start, commit("main")]).get(commit("rebased"))).toBe("rebased");
  expect(landedWork(repo.root, works, [commit("main"), start]).get(commit("rebased"))).toBe("rebased");
  expect(landedWork(repo.root, works, [start]).size).toBe(0);
});
