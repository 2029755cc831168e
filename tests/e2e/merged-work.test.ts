// Merged work (spec 4.1): what the base branch holds is named with the command that closes it; what it does not, is not.
import { expect, test } from "vitest";
import { onStory, type Story } from "./story.ts";

/** A branch with two commits, declared and finished; back on main afterwards. */
async function branchWork(story: Story, name: string, file: string): Promise<string> {
  const { stage } = story;
  await stage.git(["checkout", "-q", "-b", name, "main"]);
  const id = await story.publish({ as: "ada", at: "12:00" }, `Work on ${file}`, `file:${file}=modify`);
  stage.write(file, "one\n");
  await stage.commit(`Begin ${file}`);
  stage.write(file, "one\ntwo\n");
  await stage.commit(`End ${file}`);
  await story.ok({ as: "ada", at: "12:01" }, "intent", "finish", id);
  await stage.git(["checkout", "-q", "main"]);
  return id;
}

/** Something else happens on main, so that a merge is no fast-forward. */
async function otherWork(story: Story): Promise<void> {
  story.stage.write("README.md", "hello\n");
  await story.stage.commit("Say hello");
}

const merged = async (story: Story): Promise<string[]> =>
  (await story.ok({ at: "12:10" }, "status")).merged.map((work: { intent_id: string }) => work.intent_id);

test("not merged is not merged, and cannot be accepted as if", () =>
  onStory(async (story) => {
    const id = await branchWork(story, "labels", "src/label.ts");
    await otherWork(story);
    expect(await merged(story)).toEqual([]);
    const error = await story.refused({ as: "ada", at: "12:11" }, "INVALID_STATE", "intent", "accept", id, "--merged");
    expect(error.message).toContain(id);
  }));

test.each([
  [
    "a merge commit",
    async (story: Story) => void (await story.stage.git(["merge", "-q", "--no-ff", "-m", "Merge labels", "labels"])),
  ],
  ["a fast-forward", async (story: Story) => void (await story.stage.git(["merge", "-q", "--ff-only", "labels"]))],
  [
    "a squash",
    async (story: Story) => {
      await otherWork(story);
      await story.stage.git(["merge", "-q", "--squash", "labels"]);
      await story.stage.git(["commit", "-q", "-m", "Labels (#7)"]);
    },
  ],
  [
    "a rebase",
    async (story: Story) => {
      await otherWork(story);
      await story.stage.git(["cherry-pick", "main..labels"]);
    },
  ],
])("%s is recognised, named with its command, and closed by it", (_how, merge) =>
  onStory(async (story) => {
    const id = await branchWork(story, "labels", "src/label.ts");
    const other = await branchWork(story, "ships", "src/ship.ts");
    await merge(story);
    expect(await merged(story)).toEqual([id]);
    const done = await story.ok({ as: "ada", at: "12:12" }, "intent", "accept", id, "--merged");
    expect(done.intent).toMatchObject({ status: "ACCEPTED", closed: { merged: true } });
    expect(await merged(story)).toEqual([]);
    expect((await story.ok({}, "intent", "show", other)).intent.status).toBe("PROVISIONAL");
  }),
);

test("work without a commit of its own has not landed", () =>
  onStory(async (story) => {
    const id = await story.publish({ as: "ada", at: "12:00" }, "Think about labels", "symbol:Label=extend");
    await story.ok({ as: "ada", at: "12:01" }, "intent", "finish", id);
    await otherWork(story);
    expect(await merged(story)).toEqual([]);
  }));

test("the same lines undone again on main, or half of the work, are not the work", () =>
  onStory(async (story) => {
    await branchWork(story, "labels", "src/label.ts");
    await story.stage.git(["cherry-pick", "labels~1"]);
    expect(await merged(story)).toEqual([]);
  }));

test("finish records the head of the intent's own branch, also from elsewhere", () =>
  onStory(async (story) => {
    const { stage } = story;
    await stage.git(["checkout", "-q", "-b", "labels"]);
    const id = await story.publish({ as: "ada", at: "12:00" }, "Work on labels", "file:src/label.ts=modify");
    stage.write("src/label.ts", "one\n");
    const head = await stage.commit("Labels");
    await stage.git(["checkout", "-q", "main"]);
    const doc = await story.ok({ as: "ada", at: "12:01" }, "intent", "finish", id);
    expect(doc.intent).toMatchObject({ status: "PROVISIONAL", head, branch: "labels" });
  }));

test("conflicts show --diff shows the other side's work, its uncommitted part included, and cuts it", () =>
  onStory(async (story) => {
    const { stage } = story;
    await stage.git(["worktree", "add", "-q", "../side", "-b", "side"]);
    const side = { as: "ada", at: "12:00", options: { cwd: "../side" } };
    await story.publish(side, "Rework the till", "file:src/pay.ts=replace");
    const doc = await story.ok(
      { as: "ben", at: "12:01" },
      "intent",
      "publish",
      "Add tips",
      "--scope",
      "file:src/pay.ts=extend",
    );
    stage.write("../side/src/pay.ts", "export const pay = 2;\n");
    stage.write("../side/src/new.ts", `${"x".repeat(99)}\n`.repeat(1000));
    await stage.git(["add", "-A"], { cwd: "../side" });
    const { diffs } = await story.ok({ as: "ben", at: "12:02" }, "conflicts", "show", doc.findings[0].id, "--diff");
    expect(diffs).toHaveLength(1);
    expect(diffs[0]).toMatchObject({ agent: "ada", branch: "side", uncommitted: true, cut: true });
    expect(diffs[0].files.map(({ path }: { path: string }) => path)).toEqual(["src/new.ts", "src/pay.ts"]);
    expect(diffs[0].patch.length).toBeLessThanOrEqual(65_536);
  }));
