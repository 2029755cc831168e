// Every refusal reads well: it names the value, says what to write instead, exits with 2 and writes nothing.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
let before: Buffer;
beforeAll(async () => {
  stage = openStage();
  await stage.json(["init", "--agent", "ada"]);
  before = readFileSync(stage.ledger);
});
afterAll(() => stage.remove());

const publish = (...scopes: string[]) => ["intent", "publish", "Rework", ...scopes.flatMap((s) => ["--scope", s])];

describe("a refused declaration", () => {
  it.each<[string, string[], RegExp, RegExp]>([
    ["has no colon", publish("Label"), /"Label"/, /KIND:KEY|symbol:Label/],
    ["has an empty key", publish("symbol:  "), /symbol:/, /symbol:NAME/],
    ["has an empty kind", publish(":Label"), /:Label/, /symbol, api/],
    ["has an unknown kind", publish("symbl:Label=add"), /symbl/, /symbol/],
    ["has an unknown operation", publish("symbol:Label=remov"), /remov/, /remove/],
    ["has an equals sign in its key", publish("config:FEATURE=on"), /on/, /config:FEATURE=on=modify/],
    ["is a control character away", publish("symbol:La\u001bbel=add"), /U\+001B/, /without/],
    ["is too long", publish(`symbol:${"x".repeat(513)}=add`), /513/, /name/i],
    ["leaves the repository", publish("file:../secret.ts=modify"), /\.\.\/secret\.ts/, /relative/],
    ["lies inside .git", publish("file:.git/config=modify"), /\.git/, /relative/],
    ["says two things of one scope", publish("symbol:A.b=add", "symbol:a.b=remove"), /symbol/i, /one/i],
    ["has a blank summary", ["intent", "publish", "  ", "--scope", "symbol:X=add"], /summary/i, /./],
    ["has a huge summary", ["intent", "publish", "x".repeat(2001)], /2,?001/, /./],
    [
      "depends on nobody",
      ["intent", "publish", "Rework", "--depends-on", "int_00000000"],
      /int_00000000/,
      /intent list/,
    ],
    ["is an intent id", ["conflicts", "check", "int_01hzy3v9k2m4n6p8q0r2s4t6v8"], /int_01hzy/, /--intent/],
    ["asks nothing", ["conflicts", "check", "--agent", "nobody"], /nobody/, /--all/],
  ])("%s", async (_name, words, message, hint) => {
    const ran = await stage.run([...words, "--json"]);
    expect(ran.exit).toBe(2);
    expect(ran.stdout).toBe("");
    expect(["INVALID_INPUT", "NOT_FOUND"]).toContain(ran.error?.code);
    expect(String(ran.error?.message)).toMatch(message);
    expect(String(ran.error?.hint)).toMatch(hint);
    expect(readFileSync(stage.ledger).equals(before)).toBe(true);
  });

  it("of 201 scopes is refused whole", async () => {
    const ran = await stage.run([...publish(...Array.from({ length: 201 }, (_, i) => `config:k${i}=add`)), "--json"]);
    expect([ran.exit, ran.error?.code]).toEqual([2, "INVALID_INPUT"]);
    expect(String(ran.error?.message)).toContain("201");
    expect(readFileSync(stage.ledger).equals(before)).toBe(true);
  });
});

describe("a wrong variable", () => {
  it.each<[string, string, RegExp]>([
    ["FOREMERGE_CLAIMS_LEASE", "x", /duration/],
    ["FOREMERGE_FAIL_ON", "hihg", /did you mean high/],
    ["FOREMERGE_SYNC_BRANCH", "a..b", /foremerge-ledger/],
    ["FOREMERGE_LOCKS_TRACK_READS", "perhaps", /true or false/],
  ])("%s=%s is refused by whatever reads the ledger, and nothing is written", async (name, value, hint) => {
    const env = { [name]: value };
    const { intents } = await stage.json(["intent", "list", "--all"]);
    const id = intents[0]?.id ?? (await stage.json([...publish("symbol:Env=add"), "--agent", "ada"])).intent.id;
    const bytes = readFileSync(stage.ledger);
    for (const words of [
      ["status"],
      ["conflicts", "list"],
      ["events", "list"],
      ["intent", "start", id, "--agent", "ada"],
      ["intent", "discard", id, "--reason", "no", "--agent", "ada"],
      ["ci"],
    ]) {
      const ran = await stage.run([...words, "--json"], { env });
      expect([words[0], ran.exit, ran.stdout, ran.error?.code]).toEqual([words[0], 2, "", "CONFIG_INVALID"]);
      expect(String(ran.error?.message)).toContain(`${name}: ${JSON.stringify(value)}`);
      expect(String(ran.error?.hint)).toMatch(hint);
    }
    // What looks after the ledger and the settings goes on.
    expect((await stage.run(["ledger", "verify"], { env })).exit).toBe(0);
    expect((await stage.run(["doctor"], { env })).stdout).toContain(name);
    expect(readFileSync(stage.ledger).equals(bytes)).toBe(true);
  });

  it("FOREMERGE_AGENT is named as such", async () => {
    const ran = await stage.run([...publish("symbol:X=add"), "--json"], { env: { FOREMERGE_AGENT: "x".repeat(201) } });
    expect([ran.exit, ran.error?.message]).toEqual([2, expect.stringMatching(/^FOREMERGE_AGENT "xxx/)]);
  });
});

describe("an option given twice", () => {
  it.each<[string[], string]>([
    [["ledger", "sync", "--branch", "a", "--branch", "b"], '--branch was given twice: "a" and "b"'],
    [["conflicts", "list", "--status", "open", "--status=resolved"], '--status was given twice: "open" and "resolved"'],
    [["intent", "publish", "--agent", "ada", "Rework", "--agent=ben"], '--agent was given twice: "ada" and "ben"'],
    [["--format", "json", "status", "--format", "table"], '--format was given twice: "json" and "table"'],
    [["status", "--now", "2026-11-30T12:00:00Z", "--now="], '--now was given twice: "2026-11-30T12:00:00Z" and ""'],
  ])("is refused: %j", async (words, message) => {
    const bytes = readFileSync(stage.ledger);
    const ran = await stage.run([...words, "--json"]);
    expect([ran.exit, ran.stdout, ran.error?.code, ran.error?.message]).toEqual([2, "", "INVALID_INPUT", message]);
    expect(ran.error?.hint).toMatch(/^write --\w+ once$/);
    expect(readFileSync(stage.ledger).equals(bytes)).toBe(true);
  });

  it("is fine where it is meant, where it is no value, and behind --", async () => {
    const twice = ["--scope", "symbol:A=add", "--scope", "symbol:B=add", "--uses", "symbol:C", "--uses", "symbol:D"];
    const ran = await stage.run(["conflicts", "check", "Rework", ...twice, "--json", "--json", "--quiet", "--quiet"]);
    expect([ran.exit, ran.stderr]).toEqual([0, ""]);
    const found = await stage.run([
      "conflicts",
      "check",
      "--agent",
      "ada",
      "--scope",
      "symbol:A=add",
      "--json",
      "--",
      "--agent",
    ]);
    expect([found.exit, found.stderr]).toEqual([0, ""]);
    expect((await stage.run(["ci", "--no-fetch", "--no-fetch", "--allow-unknown"])).stderr).not.toContain("twice");
  });

  it("stops no hook", async () => {
    const ran = await stage.run(["hook", "pre-tool", "--path", "a.ts", "--path", "b.ts"]);
    expect([ran.exit, ran.stderr]).toEqual([0, expect.stringContaining("not assessed: --path was given twice")]);
  });
});

describe("bad usage", () => {
  it.each<[string, string[], RegExp]>([
    ["an unknown command names the nearest", ["intnt", "list"], /did you mean intent/],
    ["an unknown sub-command names the nearest", ["intent", "publsh"], /did you mean publish/],
    ["an unknown flag names the nearest", ["intent", "list", "--al"], /--all/],
    ["a missing value names the flag", ["intent", "list", "--by"], /--by/],
    ["an unknown format lists those that work", ["intent", "list", "--format", "yaml"], /table, json/],
    ["a format that makes no sense here is refused", ["intent", "list", "--format", "dot"], /table, json, ndjson/],
    ["a wrong time shows the form", ["intent", "list", "--now", "yesterday"], /2026-11-30T12:00:00Z/],
    ["a day that there is not is no time", ["intent", "list", "--now", "2026-02-30T12:00:00Z"], /2026-02-30/],
    ["a wrong folder is named", ["intent", "list", "--cwd", "/nonexistent/here"], /nonexistent/],
    ["a choice lists the choices", ["conflicts", "list", "--severity", "huge"], /high/],
    ["a short id asks for more", ["conflicts", "show", "cfl_1"], /4 characters/],
    ["a wrong kind of id is named", ["conflicts", "show", "int_01k8"], /cfl_/],
  ])("%s", async (_name, words, says) => {
    const plain = await stage.run(words);
    expect([plain.exit, plain.stdout]).toEqual([2, ""]);
    expect(plain.stderr).toMatch(says);
    const json = await stage.run([...words, "--json"]);
    expect([json.exit, json.stdout]).toEqual([2, ""]);
    expect(json.error).toBeDefined();
  });

  it("a group without a sub-command shows its commands on stderr and exits with 2", async () => {
    const ran = await stage.run(["intent"]);
    expect([ran.exit, ran.stdout]).toEqual([2, ""]);
    expect(ran.stderr).toContain("intent publish");
  });

  it.each([[["intent", "--json"]], [["--json"]]])("%j is answered with one JSON error line", async (words) => {
    const ran = await stage.run(words);
    expect([ran.exit, ran.stdout, ran.error?.code]).toEqual([2, "", "INVALID_INPUT"]);
    expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it.each([
    ["rules:\n  FM-C999: off\n", "FM-C999"],
    ["resolution:\n  per_type: {shared_contrct: MERGE}\n", "shared_contract"],
  ])("a rule or a kind of finding that there is not is refused: %j", async (text, named) => {
    stage.write(".foremerge.yaml", text);
    const ran = await stage.run(["conflicts", "check", "X", "--scope", "symbol:X=add", "--json"]);
    stage.write(".foremerge.yaml", "");
    expect([ran.exit, ran.stdout, ran.error?.code]).toEqual([2, "", "CONFIG_INVALID"]);
    expect(`${ran.error?.message} ${ran.error?.hint}`).toContain(named);
  });

  it("settings that cannot be read are named with the nearest key", async () => {
    stage.write(".foremerge.yaml", "fail_onn: high\n");
    const ran = await stage.run(["conflicts", "check", "X", "--scope", "symbol:X=add", "--json"]);
    stage.write(".foremerge.yaml", "");
    expect([ran.exit, ran.stdout, ran.error?.code]).toEqual([2, "", "CONFIG_INVALID"]);
    expect(String(ran.error?.hint)).toContain("fail_on");
  });
});

describe("help", () => {
  it("has a page for every command, with options and real examples", async () => {
    const tree = await stage.run(["--help"]);
    expect(tree.exit).toBe(0);
    const names = [...tree.stdout.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?) {2,}/gm)].map((m) => m[1] as string);
    expect(names).toContain("intent publish");
    for (const name of names) {
      const page = await stage.run([...name.split(" "), "--help"]);
      expect(page.exit).toBe(0);
      expect(page.stdout).toContain(`Usage: foremerge ${name}`);
      expect(page.stdout).toMatch(/Examples:\n(?: {2}.*\n)*? {2}.*foremerge/);
    }
  });

  it("explains the exit statuses", async () => {
    expect((await stage.run(["help", "exit-codes"])).stdout).toMatch(/130\s+interrupted/);
  });
});
