// Merges through the built binary: what git says of branches and worktrees, and that nothing is touched.
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStage, pathWith, type Stage } from "../stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = openStage();
  stage.write("labels.txt", "one\ntwo\nthree\nfour\nfive\n");
  await stage.commit("start");
  await stage.json(["init"]);
});
afterEach(() => stage.remove());

const as = (agent: string, ...words: string[]) => stage.json([...words, "--agent", agent]);
const fingerprint = async (): Promise<string> => {
  const parts = [
    "count-objects -v",
    "for-each-ref",
    "worktree list --porcelain",
    "ls-files -s --debug",
    "config --list --local",
  ];
  const answers = [];
  for (const words of parts) answers.push(await stage.git(words.split(" ")));
  return answers.join("\n");
};

/** Commits files on a branch of its own, started from main, and comes back. */
async function branch(name: string, files: Record<string, string>): Promise<void> {
  await stage.git(["checkout", "-q", "-b", name, "main"]);
  for (const [path, text] of Object.entries(files)) stage.write(path, text);
  await stage.commit(`work of ${name}`);
  await stage.git(["checkout", "-q", "main"]);
}

describe("merge preview", () => {
  test("reads a worktree by its path with what is not committed there, and leaves everything as it was", async () => {
    await branch("left", { "labels.txt": "LEFT\ntwo\nthree\nfour\nfive\n" });
    await stage.git(["worktree", "add", "-q", "../side", "-b", "side"]);
    stage.write("../side/labels.txt", "SIDE\ntwo\nthree\nfour\nfive\n");
    const before = await fingerprint();
    const whole = await stage.run(["merge", "preview", "left", "../side", "--json"]);
    expect(whole.exit).toBe(1);
    expect(whole.document).toMatchObject({
      branches: [{ name: "left" }, { name: "../side", with_uncommitted: true }],
      pairs: [{ clean: false, files: [{ path: "labels.txt", kind: "content", hunks: [{ line: 1, a: "LEFT\n" }] }] }],
    });
    const committed = await stage.run(["merge", "preview", "left", "side", "--json"]);
    expect(committed.exit).toBe(0);
    expect(committed.document).toMatchObject({ uncommitted: [{ branch: "side", paths: ["labels.txt"] }] });
    expect(committed.stderr).toContain("uncommitted changes");
    expect(await fingerprint()).toBe(before);
  });

  test("asks one process about more than a hundred pairs", async () => {
    const main = await stage.git(["rev-parse", "main"]);
    const text = (b: number) =>
      Array.from({ length: 40 }, (_, i) => (i === b * 2 ? `of ${b}\n` : `line ${i}\n`)).join("");
    let stream = "";
    for (let b = 0; b < 15; b++) {
      const body = text(b);
      stream += `commit refs/heads/b${b}\ncommitter R <r@example.org> 1700000000 +0000\ndata 1\nx\nfrom ${main}\n`;
      stream += `M 100644 inline list.txt\ndata ${body.length}\n${body}\n`;
    }
    await stage.git(["fast-import", "--quiet"], { stdin: stream });
    const log = `${stage.tmp}/asked`;
    stage.write("../spy/git", `#!/bin/sh\necho "$*" >> "${log}"\nPATH=\${PATH#*:} exec git "$@"\n`, 0o755);
    const before = await fingerprint();
    const ran = await stage.run(["merge", "preview", "--all", "--json"], {
      env: { PATH: pathWith(`${stage.tmp}/spy`, stage.env) },
    });
    expect(await fingerprint()).toBe(before);
    const { pairs } = ran.document as { pairs: readonly { clean: boolean }[] };
    expect(pairs).toHaveLength((16 * 15) / 2);
    expect(pairs.filter(({ clean }) => !clean)).toHaveLength(105);
    expect(stage.read(log).match(/merge-tree/g)).toHaveLength(1);
  });

  test("does not take unrelated histories for an answer", async () => {
    await stage.git(["checkout", "-q", "--orphan", "island"]);
    await stage.commit("an island");
    await stage.git(["checkout", "-q", "main"]);
    const ran = await stage.run(["merge", "preview", "main", "island", "--json"]);
    expect(ran.exit).toBe(1);
    expect(ran.document).toMatchObject({
      pairs: [{ clean: null, files: [] }],
      assessment: "incomplete",
      not_assessed: [{ what: "main with island", reason: "unrelated histories", side: "subject" }],
    });
  });

  test("finds a worktree by the name of its folder, also one that no branch could have", async () => {
    await stage.git(["worktree", "add", "-q", "--detach", "../my side", "main"]);
    stage.write("../my side/labels.txt", "MINE\n");
    const { pairs } = await as("mara", "merge", "preview", "main", "my side");
    expect(pairs).toMatchObject([{ a: "main", b: "my side", clean: true }]);
    expect((await stage.run(["merge", "preview", "main", "no side"])).exit).toBe(2);
  });

  test("compares this branch with the base branch when nothing is named, and takes no single name", async () => {
    await branch("left", { "labels.txt": "LEFT\n" });
    expect((await stage.run(["merge", "preview"])).exit).toBe(2);
    expect((await stage.run(["merge", "preview", "left"])).stderr).toContain('only "left"');
    await stage.git(["checkout", "-q", "left"]);
    expect((await as("mara", "merge", "preview")).pairs).toMatchObject([{ a: "main", b: "left", clean: true }]);
  });
});

describe("conflicts check --merge", () => {
  test("finds what two worktrees really changed, committed or not, and writes nothing", async () => {
    await stage.git(["worktree", "add", "-q", "../mara", "-b", "mara-work"]);
    await stage.git(["worktree", "add", "-q", "../ivo", "-b", "ivo-work"]);
    const words = (what: string, scope: string) => ["intent", "publish", what, "--scope", scope, "--json"];
    const mara = await stage.run([...words("Shorten labels", "component:Labels=modify"), "--agent", "mara"], {
      cwd: "../mara",
    });
    const ivo = await stage.run([...words("Round weights", "component:Weights=modify"), "--agent", "ivo"], {
      cwd: "../ivo",
    });
    const quiet = await as("mara", "conflicts", "check", "--all", "--merge");
    expect(quiet.findings).toEqual([]);
    stage.write("../mara/labels.txt", "MARA\ntwo\nthree\nfour\nfive\n");
    stage.write("../ivo/labels.txt", "one\ntwo\nthree\nfour\nIVO\n");
    const before = [await fingerprint(), stage.read(stage.ledger)];
    const low = await as("mara", "conflicts", "check", "--merge");
    expect(low.findings).toMatchObject([{ kind: "overlapping_edit", severity: "LOW", scope: { key: "labels.txt" } }]);
    stage.write("../ivo/labels.txt", "IVO\ntwo\nthree\nfour\nfive\n");
    const medium = await stage.run(["conflicts", "check", "--all", "--merge", "--fail-on", "medium", "--json"]);
    expect(medium.exit).toBe(1);
    const ids = [mara, ivo].map((ran) => (ran.document as { intent: { id: string } }).intent.id);
    expect(medium.document).toMatchObject({
      findings: [{ severity: "MEDIUM", target_intent_id: ids[0], source_intent_id: ids[1] }],
    });
    expect([await fingerprint(), stage.read(stage.ledger)]).toEqual(before);
  });

  test("sees a change of as many bytes within the second of the checkout", async () => {
    await stage.git(["config", "core.trustctime", "false"]);
    await stage.git(["worktree", "add", "-q", "../mara", "-b", "mara-work"]);
    await stage.git(["worktree", "add", "-q", "../ivo", "-b", "ivo-work"]);
    for (const [agent, text] of [
      ["mara", "MARA\ntwo\nthree\nfour\nfive\n"],
      ["ivo", "IVO\ntwo\nthree\nfour\nfive\n"],
    ] as const) {
      const cwd = `../${agent}`;
      const publish = ["intent", "publish", `Work of ${agent}`, "--scope", `component:C${agent}=modify`, "--json"];
      await stage.run([...publish, "--agent", agent], { cwd });
      const [file, index] = [join(stage.repo, cwd, "labels.txt"), join(stage.repo, ".git/worktrees", agent, "index")];
      const checkedOut = new Date("2026-11-30T12:00:00Z");
      utimesSync(file, checkedOut, checkedOut);
      await stage.git(["-C", cwd, "update-index", "--refresh"]);
      utimesSync(index, checkedOut, checkedOut);
      stage.write(`${cwd}/labels.txt`, text);
      utimesSync(file, checkedOut, checkedOut);
    }
    const { findings } = await as("mara", "conflicts", "check", "--all", "--merge");
    expect(findings).toMatchObject([{ kind: "overlapping_edit", severity: "MEDIUM" }]);
  });

  test("names a branch that is not here instead of calling it unchanged", async () => {
    await stage.git(["checkout", "-q", "-b", "gone"]);
    await as("mara", "intent", "publish", "Shorten labels", "--scope", "component:Labels=modify");
    await stage.git(["checkout", "-q", "main"]);
    await stage.git(["branch", "-q", "-D", "gone"]);
    const ran = await stage.run(["conflicts", "check", "--all", "--merge", "--json"]);
    expect(ran.exit).toBe(1);
    expect(ran.document).toMatchObject({ assessment: "incomplete", not_assessed: [{ reason: "no branch gone here" }] });
  });
});
