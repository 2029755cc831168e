// doctor: knows what is wrong, says how to mend it, creates nothing.
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Answer, BINARY, onStage, type Stage } from "../stage.ts";

const examine = async (stage: Stage, ...args: string[]) => {
  const ran = await stage.run(["doctor", ...args, "--json"]);
  return { exit: ran.exit, doc: ran.document as Answer };
};
const wrongs = (doc: Answer): string[] =>
  doc.checks.filter(({ state }: Answer) => state === "wrong").map(({ check, mend }: Answer) => `${check}: ${mend}`);

test("without a ledger something is wrong, and nothing is created by saying so", async () => {
  await onStage({}, async (stage) => {
    const { exit, doc } = await examine(stage);
    expect([exit, doc.healthy, wrongs(doc)]).toEqual([1, false, ["ledger: run foremerge init"]]);
    expect(readdirSync(join(stage.repo, ".git"))).not.toContain("foremerge");
  });
});

test("a fresh set-up is healthy, with notes about what could be better", async () => {
  await onStage({}, async (stage) => {
    await stage.run(["init"]);
    const { exit, doc } = await examine(stage);
    expect([exit, wrongs(doc)]).toEqual([0, []]);
    const notes = doc.checks.filter(({ state }: Answer) => state === "note").map(({ check }: Answer) => check);
    expect(notes).toContain("hooks");
    expect((await stage.run(["doctor"])).stdout).toContain("Nothing is wrong.");
  });
});

test("names a settings file that cannot be read, a remote that is none and a base that is not there", async () => {
  await onStage({}, async (stage) => {
    await stage.run(["init"]);
    stage.write("README.md", "hello\n");
    await stage.commit("first");
    stage.write(".foremerge.yaml", "fail_onn: high\n");
    expect(wrongs((await examine(stage)).doc)[0]).toMatch(/^settings: .*fail_on/);
    stage.write(".foremerge.yaml", "base: nowhere\nsync: {remote: upstream}\n");
    const { exit, doc } = await examine(stage);
    expect([exit, wrongs(doc).map((text) => text.split(":")[0])]).toEqual([1, ["base", "sync"]]);
  });
});

test("names damage with its line, and --fix takes conflict markers out of the ledger", async () => {
  await onStage({}, async (stage) => {
    await stage.run(["init"]);
    await stage.run(["intent", "publish", "Print labels", "--scope", "symbol:Label=add", "--agent", "a"]);
    const text = stage.read(stage.ledger);
    const at = text.indexOf("\n") + 1;
    stage.write(stage.ledger, `${text.slice(0, at)}<<<<<<< ours\n${text.slice(at)}=======\n>>>>>>> theirs\n`);
    const { exit, doc } = await examine(stage);
    expect([exit, wrongs(doc)]).toEqual([1, ["ledger: foremerge doctor --fix removes them, after a backup"]]);
    const fixed = await examine(stage, "--fix");
    expect([fixed.exit, fixed.doc.healthy, fixed.doc.fixed.length]).toEqual([0, true, 1]);
    expect(stage.read(stage.ledger)).not.toContain("<<<<<<<");
    expect((await stage.json(["intent", "list"])).intents).toHaveLength(1);
    stage.write(stage.ledger, `${stage.read(stage.ledger)}not an event\n`);
    const damaged = await examine(stage);
    expect(damaged.doc.checks.find(({ state }: Answer) => state === "wrong").message).toMatch(/^line \d+: /);
  });
});

test("names hooks that git would skip, and settings that an agent would", async () => {
  await onStage({}, async (stage) => {
    await stage.run(["init"]);
    stage.write(".git/hooks/pre-commit", "#!/bin/sh\nforemerge hook pre-commit\n");
    chmodSync(join(stage.repo, ".git/hooks/pre-commit"), 0o644);
    stage.write(".claude/settings.json", "{");
    const { doc } = await examine(stage);
    const mends = wrongs(doc).filter((text) => text.startsWith("hooks"));
    expect(mends[0]).toMatch(/chmod \+x .*pre-commit/);
    expect(mends[1]).toBe("hooks: mend it by hand");
  });
});

test("looks for the programs that hooks really call", async () => {
  await onStage({}, async (stage) => {
    await stage.run(["init"]);
    const told = async () => wrongs((await examine(stage)).doc).filter((text) => text.startsWith("hooks"));
    // No foremerge on PATH: hook install writes the paths of node and of the program.
    await stage.run(["hook", "install", "git"]);
    await stage.run(["hook", "install", "claude"]);
    expect(stage.read(".git/hooks/pre-push")).toContain(BINARY);
    expect(await told()).toEqual([]);

    stage.write(".git/hooks/pre-push", stage.read(".git/hooks/pre-push").replaceAll(BINARY, "/gone/foremerge.js"));
    stage.write(
      ".claude/settings.local.json",
      stage.read(".claude/settings.local.json").replaceAll(BINARY, "/gone/foremerge.js"),
    );
    const { checks } = (await examine(stage)).doc;
    expect(checks.filter(({ state }: Answer) => state === "wrong")).toMatchObject([
      { message: "pre-push, .claude/settings.local.json call /gone/foremerge.js, which is not there" },
    ]);
    stage.write(".claude/settings.local.json", "{}");
    stage.write(".git/hooks/pre-push", "#!/bin/sh\nforemerge hook pre-push\n", 0o755);
    expect(await told()).toEqual(["hooks: npm install -g foremerge, or add it to PATH"]);
  });
});

test("knows a second ledger in the tree and attributes that harm other files", async () => {
  await onStage({}, async (stage) => {
    await stage.run(["init"]);
    stage.write(".foremerge/ledger.jsonl", stage.read(stage.ledger));
    stage.write(".gitattributes", "*.jsonl merge=union\n.foremerge/ledger.jsonl merge=ours-only\n");
    const found = wrongs((await examine(stage)).doc);
    expect(found).toHaveLength(3);
    expect(found.join("\n")).toMatch(/ledger import .*ledger\.jsonl/);
    expect(found.join("\n")).toContain("write merge=union for .foremerge/ledger.jsonl");
    expect(found.join("\n")).toContain("name the one path: .foremerge/ledger.jsonl");
  });
});

test("says why a judge does not run", async () => {
  await onStage({}, async (stage) => {
    await stage.run(["init"]);
    stage.write(".foremerge.yaml", "judge: {commands: [[no-such-judge, --json]]}\n");
    const judge = async () => (await examine(stage)).doc.checks.find(({ check }: Answer) => check === "judge");
    expect(await judge()).toMatchObject({
      state: "note",
      mend: expect.stringContaining("git config foremerge.judge true"),
    });
    await stage.git(["config", "foremerge.judge", "true"]);
    expect(await judge()).toMatchObject({ state: "wrong", message: "not found: no-such-judge" });
  });
});
