// The plan against the code, scopes out of a diff, reach and drift, through the binary.
import { describe, expect, test } from "vitest";
import { onStage, type Stage } from "../stage.ts";

const LABEL = "export function format(text: string) {\n  return text.trim()\n}\n";
const PRINT = "import { format } from './label'\n\nexport function print(text: string) {\n  return format(text)\n}\n";

async function story(stage: Stage): Promise<void> {
  stage.write("src/label.ts", LABEL);
  stage.write("src/print.ts", PRINT);
  stage.write("db/1.sql", "CREATE TABLE labels (id int, text text);\n");
  stage.write("src/store.ts", "export const all = (db) => db.query('SELECT text FROM labels')\n");
  await stage.commit("Begin");
  await stage.run(["init"]);
}

const publish = (stage: Stage, scopes: readonly string[], ...more: readonly string[]) =>
  stage.json(["intent", "publish", "Work on the labels", ...scopes.flatMap((s) => ["--scope", s]), ...more]);

describe("the plan against the code", () => {
  test("what is there is said before it is added, what is nowhere before it is taken away", async () => {
    await onStage({}, async (stage) => {
      await story(stage);
      const kinds = async (...scopes: string[]): Promise<string[]> => {
        const { about_code: notes = [] } = await publish(stage, scopes);
        return notes.map((note: { rule: string; scope: { key: string } }) => `${note.rule} ${note.scope.key}`);
      };
      expect(await kinds("symbol:format=add", "file:src/label.ts=modify")).toEqual(["FM-X001 format"]);
      expect(await kinds("symbol:shout=replace")).toEqual(["FM-X002 shout"]);
      expect(await kinds("symbol:print=replace", "file:src/new.ts=add", "schema:labels.text=extend")).toEqual([]);
      expect(await kinds("schema:labels.colour=remove", "schema:labels=add", "file:src/gone.ts=remove")).toEqual([
        "FM-X002 labels.colour",
        "FM-X001 labels",
        "FM-X002 src/gone.ts",
      ]);
      // Another open intent adds it.
      await publish(stage, ["symbol:whisper=add"]);
      expect(await kinds("symbol:whisper=extend")).toEqual([]);
    });
  });

  test("what a file may hold that does not parse, and what a pattern names, is not called missing", async () => {
    await onStage({}, async (stage) => {
      await story(stage);
      stage.write("src/broken.ts", "class Broken {\n  ok() {}\n  bad( {{{ \n");
      await stage.commit("Break");
      const notes = async (scope: string) => (await publish(stage, [scope])).about_code ?? [];
      expect(await notes("symbol:Broken::bad=remove")).toEqual([]);
      expect(await notes("symbol:Form*=remove")).toEqual([]);
      expect(await notes("symbol:Whole::bad=remove")).toEqual([]);
      expect(await notes("symbol:nowhere=remove")).toMatchObject([{ rule: "FM-X002" }]);
    });
  });

  test("who reads a column that is to be dropped is listed", async () => {
    await onStage({}, async (stage) => {
      await story(stage);
      const { callers } = await publish(stage, ["schema:labels.text=remove"]);
      expect(callers).toMatchObject([
        { scope: { kind: "schema", key: "labels.text" }, callers: [{ file: "src/store.ts", name: "all" }] },
      ]);
    });
  });
});

describe("publishing from a diff", () => {
  test("a path that no scope can hold is published as a pattern, and a long one as its folder", async () => {
    await onStage({}, async (stage) => {
      await story(stage);
      stage.write("src/odd\tname\n.ts", "export const a = 1\n");
      const deep = `src/${"deep/".repeat(120)}a.txt`;
      stage.write(deep, "a\n");
      const { intent } = await publish(stage, [], "--from-diff");
      const keys = intent.scopes.filter(({ kind }: { kind: string }) => kind === "file");
      expect(keys.map(({ key, operation }: { key: string; operation: string }) => [key, operation])).toEqual([
        [`src/${"deep/".repeat(101)}`, "modify"],
        ["src/odd?name?.ts", "add"],
      ]);
    });
  });

  test("scopes are derived; their operations count as declared only when confirmed", async () => {
    await onStage({}, async (stage) => {
      await story(stage);
      stage.write("src/label.ts", LABEL.replace("text: string", "text: string, most?: number"));
      const { intent } = await publish(stage, [], "--from-diff");
      expect(intent.derived).toBe(true);
      expect(intent.scopes).toEqual([
        { kind: "file", key: "src/label.ts", operation: "modify", inferred: true },
        { kind: "symbol", key: "format", operation: "extend", inferred: true },
      ]);
      const confirmed = await publish(stage, ["symbol:format=modify"], "--from-diff", "--worktree", "--confirm");
      expect(confirmed.intent.scopes).toEqual([
        { kind: "symbol", key: "format", operation: "modify", inferred: false },
        { kind: "file", key: "src/label.ts", operation: "modify", inferred: false },
      ]);
    });
  });

  test("no change, and a flag that goes with it alone, are refused", async () => {
    await onStage({}, async (stage) => {
      await story(stage);
      const nothing = await stage.run(["intent", "publish", "Nothing", "--from-diff", "--json"]);
      expect([nothing.exit, nothing.error?.code]).toEqual([2, "INVALID_INPUT"]);
      const lone = await stage.run(["intent", "publish", "Nothing", "--staged", "--json"]);
      expect([lone.exit, lone.error?.hint]).toEqual([2, "write --from-diff --staged"]);
    });
  });
});

test("reach finds code in another's files that refers to what is removed", async () => {
  await onStage({}, async (stage) => {
    await story(stage);
    const print = await stage.json([
      "intent",
      "publish",
      "Print in colour",
      "--scope",
      "file:src/print.ts=modify",
      "--agent",
      "bob",
    ]);
    const args = ["conflicts", "check", "Inline the formatter", "--scope", "symbol:format=remove", "--agent", "ada"];
    expect((await stage.json(args)).findings).toEqual([]);
    const { findings } = await stage.json([...args, "--reach"]);
    expect(findings).toMatchObject([
      {
        kind: "dependency_reach",
        severity: "MEDIUM",
        target_intent_id: print.intent.id,
        evidence: { rule: "FM-C009", callers: [{ file: "src/print.ts", name: "print", start_line: 3 }] },
      },
    ]);
    expect(findings[0].explanation).toContain("would remove symbol:format, which print");
  });
});

test("a local variable of that name is no reference", async () => {
  await onStage({}, async (stage) => {
    await story(stage);
    stage.write("src/zoom.ts", "export function zoom() {\n  const format = 1\n  return format\n}\n");
    await stage.commit("Zoom");
    await stage.json(["intent", "publish", "Zoom in", "--scope", "file:src/zoom.ts=modify", "--agent", "bob"]);
    const args = ["conflicts", "check", "Inline the formatter", "--scope", "symbol:format=remove", "--agent", "ada"];
    const checked = await stage.json([...args, "--reach"]);
    expect([checked.findings, checked.assessment]).toEqual([[], "complete"]);
  });
});

test("a declared symbol that can be read elsewhere is untouched, whatever changed in files without a parser", async () => {
  await onStage({}, async (stage) => {
    await story(stage);
    stage.write("tools/cut.lua", "function cut(text) return text end\n");
    await stage.commit("Cut with Lua");
    const { intent } = await publish(stage, ["symbol:format=modify", "symbol:cut=modify", "schema:labels.text=extend"]);
    stage.write("notes.txt", "cut labels\n");
    stage.write("src/print.ts", PRINT.replace("format(text)", "`> ${format(text)}`"));
    const drift = await stage.json(["drift", intent.id]);
    expect(drift.undeclared.map(({ key }: { key: string }) => key).sort()).toEqual(["notes.txt", "src/print.ts"]);
    // Nobody can read Lua: whether `cut` was touched cannot be said.
    expect(drift.untouched.map(({ key }: { key: string }) => key)).toEqual(["format", "labels.text"]);
  });
});

test("in a shallow clone a base that is not there is said, and nothing is called clear", async () => {
  await onStage({}, async (stage) => {
    await story(stage);
    const { intent } = await publish(stage, ["file:src/label.ts=modify"]);
    stage.write("src/label.ts", LABEL.replace("trim", "trimEnd"));
    await stage.commit("Cut");
    const clone = `${stage.tmp}/shallow`;
    await stage.git(["clone", "-q", "--depth", "1", `file://${stage.repo}`, clone]);
    const options = { cwd: clone };
    const drift = await stage.run(["drift", intent.id, "--json", "--ledger", stage.ledger], options);
    expect(drift.exit).toBe(1);
    expect(drift.document).toMatchObject({ assessment: "incomplete" });
    expect(JSON.stringify(drift.document)).toContain("this clone is shallow");
    const range = await stage.run(["scope", "suggest", "--range", `${intent.base}..HEAD`, "--json"], options);
    expect([range.exit, range.error?.hint]).toEqual([
      2,
      "fetch the rest with git fetch --unshallow, or name commits that are here",
    ]);
  });
});

test("symbols of the whole repository, and of the folder one stands in", async () => {
  await onStage({}, async (stage) => {
    await story(stage);
    const paths = async (...words: string[]) =>
      (await stage.json(["symbols", ...words])).files.map(({ path }: { path: string }) => path);
    expect(await paths(".")).toEqual(["db/1.sql", "src/label.ts", "src/print.ts", "src/store.ts"]);
    expect(await paths(".", "--cwd", "src")).toEqual(["src/label.ts", "src/print.ts", "src/store.ts"]);
  });
});
