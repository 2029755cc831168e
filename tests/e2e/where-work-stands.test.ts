// Where an intent's work is looked for once its worktree has gone on: another branch, no branch, a rebase, a base branch
// that was taken over.
import { describe, expect, test } from "vitest";
import { onStage, type Stage } from "../stage.ts";

const API = "openapi: 3.0.0\npaths:\n  /labels:\n    get: {}\n  /notes: {get: {}}\n";

async function begin(stage: Stage): Promise<void> {
  stage.write("src/label.ts", "export const label = 1\n");
  stage.write("src/note.ts", "export const note = 1\n");
  stage.write("api.yaml", API);
  await stage.commit("Begin");
  await stage.run(["init"]);
}

async function publish(stage: Stage, ...more: string[]): Promise<string> {
  const args = ["intent", "publish", "Rename labels", "--scope", "file:src/label.ts=modify", "--agent", "ada"];
  return (await stage.json([...args, ...more])).intent.id;
}

/** Undeclared keys, what was looked at, and whether that was all. */
async function drift(stage: Stage, id: string): Promise<[string[], string | null, string]> {
  const found = await stage.json(["drift", id]);
  return [found.undeclared.map(({ key }: { key: string }) => key), found.looked_at, found.assessment];
}

const touch = (stage: Stage, path = "src/note.ts"): void => stage.write(path, "export const note = 2\n");

describe("work that was declared on the base branch", () => {
  test("is looked for on the branch that its worktree has begun since", () =>
    onStage({}, async (stage) => {
      await begin(stage);
      const id = await publish(stage);
      await stage.git(["checkout", "-q", "-b", "labels"]);
      touch(stage);
      await stage.commit("Change notes");
      expect(await drift(stage, id)).toEqual([["src/note.ts"], stage.repo, "complete"]);
      const strict = await stage.run(["intent", "finish", id, "--strict", "--agent", "ada", "--json"]);
      expect(strict.exit).toBe(1);
    }));

  test("counts what it committed on the base branch first, and not what it pulled there", () =>
    onStage({}, async (stage) => {
      await begin(stage);
      const id = await publish(stage);
      touch(stage);
      await stage.commit("Change notes");
      await stage.git(["checkout", "-q", "-b", "labels"]);
      stage.write("src/label.ts", "export const label = 2\n");
      await stage.commit("Change labels");
      expect((await drift(stage, id))[0]).toEqual(["src/note.ts"]);
      await stage.git(["checkout", "-q", "main"]);
      const other = await publish(stage, "--scope", "file:src/late.ts=add");
      await stage.git(["worktree", "add", "-q", "-b", "others", "../others"]);
      stage.write("../others/src/other.ts", "export const other = 1\n");
      await stage.git(["add", "-A"], { cwd: "../others" });
      await stage.git(["commit", "-qm", "Other work"], { cwd: "../others" });
      await stage.git(["merge", "-q", "--ff-only", "others"]);
      await stage.git(["checkout", "-q", "-b", "late"]);
      stage.write("src/late.ts", "export const late = 1\n");
      await stage.commit("Late");
      expect((await drift(stage, other))[0]).toEqual([]);
    }));

  test("is compared with others from where it stands now", () =>
    onStage({}, async (stage) => {
      await begin(stage);
      await stage.git(["worktree", "add", "-q", "-b", "page", "../page"]);
      await publish(stage);
      await stage.json(["intent", "publish", "Show labels", "--scope", "component:page=modify", "--agent", "bob"], {
        cwd: "../page",
      });
      stage.write("../page/src/page.ts", "export const page = () => http.get('/labels')\n");
      await stage.git(["checkout", "-q", "-b", "labels"]);
      stage.write("api.yaml", API.replace("  /labels:\n    get: {}\n", ""));
      await stage.commit("Retire labels");
      const { findings } = await stage.json(["conflicts", "check", "--all", "--merge", "--fail-on", "never"]);
      expect(findings.map(({ kind, scope }: { kind: string; scope: { key: string } }) => [kind, scope.key])).toEqual([
        ["contract_break", "GET /labels"],
      ]);
    }));
});

test("a trial merge waits for what is not committed where work from the base branch stands now", () =>
  onStage({}, async (stage) => {
    await begin(stage);
    await stage.git(["worktree", "add", "-q", "-b", "page", "../page"]);
    const mine = await publish(stage, "--scope", "symbol:label=modify");
    const words = ["intent", "publish", "Show labels", "--scope", "symbol:label=modify", "--agent", "bob"];
    const theirs = await stage.json(words, { cwd: "../page" });
    await stage.git(["checkout", "-q", "-b", "labels"]);
    stage.write("src/label.ts", "export const label = 2\n");
    await stage.commit("Change labels");
    stage.write("../page/src/page.ts", "export const page = 1\n");
    await stage.git(["add", "-A"], { cwd: "../page" });
    await stage.git(["commit", "-qm", "Show"], { cwd: "../page" });
    await stage.json(["intent", "finish", mine, "--agent", "ada"]);
    await stage.json(["intent", "finish", theirs.intent.id, "--agent", "bob"], { cwd: "../page" });
    touch(stage);
    const { results } = await stage.json(["resolve", "--auto", theirs.findings[0].id, "--strategy", "merge"]);
    expect(JSON.stringify(results)).toContain(`${mine} has uncommitted work (src/note.ts)`);
  }));

test("a worktree that left its branch goes on without a name", () =>
  onStage({}, async (stage) => {
    await begin(stage);
    await stage.git(["checkout", "-q", "-b", "labels"]);
    const id = await publish(stage);
    await stage.git(["checkout", "-q", "--detach"]);
    touch(stage);
    expect(await drift(stage, id)).toEqual([["src/note.ts"], stage.repo, "complete"]);
    await stage.commit("Change notes");
    expect(await drift(stage, id)).toEqual([["src/note.ts"], stage.repo, "complete"]);
  }));

test("a worktree that looks at another commit leaves the work on its branch", () =>
  onStage({}, async (stage) => {
    await begin(stage);
    await stage.git(["checkout", "-q", "-b", "labels"]);
    const id = await publish(stage);
    touch(stage);
    await stage.commit("Change notes");
    await stage.git(["checkout", "-q", "--detach", "main"]);
    expect(await drift(stage, id)).toEqual([["src/note.ts"], "labels", "complete"]);
  }));

test("work that was declared on no branch is found on the one that its worktree has made of it", () =>
  onStage({}, async (stage) => {
    await begin(stage);
    await stage.git(["checkout", "-q", "--detach"]);
    const id = await publish(stage);
    await stage.git(["checkout", "-q", "-b", "labels"]);
    touch(stage);
    await stage.commit("Change notes");
    expect(await drift(stage, id)).toEqual([["src/note.ts"], stage.repo, "complete"]);
  }));

test("in a rebase the branch is looked at, and that this is not all is said", () =>
  onStage({}, async (stage) => {
    await begin(stage);
    await stage.git(["checkout", "-q", "-b", "labels"]);
    const id = await publish(stage);
    touch(stage);
    await stage.commit("Change notes");
    await stage.git(["checkout", "-q", "main"]);
    stage.write("src/note.ts", "export const note = 3\n");
    await stage.commit("Change notes too");
    await stage.git(["checkout", "-q", "labels"]);
    await expect(stage.git(["rebase", "-q", "main"])).rejects.toThrow();
    const found = await stage.json(["drift", id]);
    expect([found.looked_at, found.assessment]).toEqual(["labels", "incomplete"]);
    expect(found.not_assessed[0].reason).toContain("a rebase of labels is under way in");
    const checked = await stage.json(["conflicts", "check", "--all", "--merge", "--fail-on", "never"]);
    expect([checked.assessment, checked.not_assessed[0].what]).toEqual(["incomplete", id]);
  }));

describe("a base branch that was taken over by a fast-forward", () => {
  async function forwarded(stage: Stage): Promise<string> {
    await begin(stage);
    await stage.git(["worktree", "add", "-q", "-b", "labels", "../labels"]);
    const cwd = "../labels";
    const { intent } = await stage.json(
      ["intent", "publish", "Rename labels", "--scope", "file:src/label.ts=modify", "--agent", "ada"],
      { cwd },
    );
    stage.write("base.txt", "from the base\n");
    await stage.commit("Base work");
    await stage.git(["merge", "-q", "--ff-only", "main"], { cwd });
    return intent.id;
  }

  test("is no work of the intent", () =>
    onStage({}, async (stage) => {
      const id = await forwarded(stage);
      stage.write("../labels/src/label.ts", "export const label = 2\n");
      expect((await drift(stage, id))[0]).toEqual([]);
      stage.write("../labels/src/note.ts", "export const note = 2\n");
      expect((await drift(stage, id))[0]).toEqual(["src/note.ts"]);
    }));

  test("is told from work that the base branch took over", () =>
    onStage({}, async (stage) => {
      const id = await forwarded(stage);
      stage.write("../labels/src/note.ts", "export const note = 2\n");
      await stage.git(["commit", "-qam", "Change notes"], { cwd: "../labels" });
      await stage.git(["merge", "-q", "--ff-only", "labels"]);
      expect((await drift(stage, id))[0]).toEqual(["src/note.ts"]);
    }));
});
