// What goes to which stream: the answer to stdout and nothing else, everything besides to stderr (spec 5.1).
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BINARY, describeRun, openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = openStage();
  await stage.json(["init"]);
});
afterEach(() => stage.remove());

const publish = (name: string, agent: string) =>
  stage.json(["intent", "publish", `Rework ${name}`, "--scope", `symbol:${name}=modify`, "--agent", agent]);

describe("streams", () => {
  it("keep stdout one JSON document when the ledger is damaged; the warning is on stderr", async () => {
    await publish("Label", "ada");
    appendFileSync(stage.ledger, '{"id":"x"');
    const ran = await stage.run(["intent", "list", "--json"]);
    expect(ran.exit).toBe(0);
    expect((ran.document as { intents: unknown[] }).intents).toHaveLength(1);
    expect(ran.stderr).toMatch(/warning/);
  });

  it("end quietly when the reader goes away", async () => {
    for (const name of ["Label", "Scale", "Printer"]) await publish(name, "ada");
    const ran = await stage.program("sh", [
      "-c",
      `"${process.execPath}" "$0" intent list --format ndjson | head -n 1`,
      `${process.cwd()}/bin/foremerge.js`,
    ]);
    expect(ran.exit).toBe(0);
    expect(ran.stdout.trim().split("\n")).toHaveLength(1);
    expect(ran.stderr).toBe("");
  });

  it("end with 3 where the answer does not fit, and what was recorded stays", async (context) => {
    if (!existsSync("/dev/full")) context.skip("there is no /dev/full");
    const words = ["intent", "publish", "Rework", "--scope", "symbol:Label=modify", "--agent", "ada", "--json"];
    const ran = await stage.program("sh", ["-c", '"$0" "$@" > /dev/full', process.execPath, BINARY, ...words]);
    expect(ran.exit, describeRun(ran)).toBe(3);
    expect(ran.error).toMatchObject({ code: "LEDGER_FAILED", message: expect.stringContaining("ENOSPC") });
    expect((await stage.json(["intent", "list"])).intents).toHaveLength(1);
    const silent = await stage.program("sh", [
      "-c",
      '"$0" "$@" 2> /dev/full',
      process.execPath,
      BINARY,
      "intent",
      "show",
    ]);
    expect(silent.exit, describeRun(silent)).toBe(2);
  });

  it("print plain tab-aligned records without colour when stdout is no terminal", async () => {
    await publish("Label", "ada");
    const ran = await stage.run(["intent", "list"], { env: { NO_COLOR: "" } });
    const lines = ran.stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("\t");
    expect(ran.stdout).not.toContain("\u001b");
  });

  it("show control characters of stored text escaped", async () => {
    await stage.json([
      "intent",
      "publish",
      "Red \u001b[31malert\u001b[0m \u202eevil",
      "--scope",
      "symbol:X=add",
      "--agent",
      "ada",
    ]);
    const table = await stage.run(["intent", "list"]);
    expect(table.stdout).not.toMatch(/[\u001b\u202e]/);
    expect(table.stdout).toContain("\\u001b[31malert");
    expect((await stage.json(["intent", "list"])).intents[0].summary).toBe("Red \u001b[31malert\u001b[0m \u202eevil");
  });

  it("answer a batch line by line, errors in their place, and count at the end", async () => {
    const requests = [
      { summary: "Swap the engine", scopes: ["symbol:LabelPrinter=replace"], agent: "ada" },
      { summary: "", scopes: ["symbol:X=add"] },
      { summary: "Show tare weight", scopes: ["symbol:LabelPrinter=extend"], agent: "ben", task: "T-1" },
    ];
    const ran = await stage.run(["intent", "publish", "--stdin", "--format", "ndjson"], {
      stdin: `${requests.map((r) => JSON.stringify(r)).join("\n")}\nno json\n`,
    });
    expect(ran.exit).toBe(2);
    const lines = ran.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.schema)).toEqual([
      "foremerge.publish/1",
      "foremerge.error/1",
      "foremerge.publish/1",
      "foremerge.error/1",
      "foremerge.batch/1",
    ]);
    expect(lines[2]).toMatchObject({ intent: { agent: "ben", task: "T-1" }, findings: [{ severity: "HIGH" }] });
    expect(lines[4]).toMatchObject({ written: 2, failed: 2 });
  });

  it("let the exit status of a batch follow its answers, and say how far the ledger was read", async () => {
    await stage.json(["intent", "publish", "Swap", "--scope", "symbol:Label=replace", "--agent", "ada"]);
    const line = JSON.stringify({ summary: "Show tare", scopes: ["symbol:Label=extend"], agent: "ben" });
    const last = (stdout: string) => JSON.parse(stdout.trimEnd().split("\n").at(-1) as string);
    const ask = (words: string[], stdin: string) => stage.run([...words, "--stdin", "--format", "ndjson"], { stdin });
    const check = ["conflicts", "check"];
    const blocked = await ask(check, line);
    expect([blocked.exit, last(blocked.stdout)]).toMatchObject([1, { as_of_event: 2, written: 1, failed: 0 }]);
    expect((await ask([...check, "--fail-on", "never"], line)).exit).toBe(0);
    expect((await ask(check, `${line}\nno json\n`)).exit).toBe(2);
    const published = await ask(["intent", "publish"], line);
    expect([published.exit, last(published.stdout)]).toMatchObject([0, { as_of_event: 4, written: 1 }]);
  });

  it("take global flags before and after the sub-command", async () => {
    const before = await stage.run([
      "--json",
      "--agent",
      "ada",
      "intent",
      "publish",
      "Print",
      "--scope",
      "symbol:X=add",
    ]);
    expect((before.document as { intent: { agent: string } }).intent.agent).toBe("ada");
    expect((await stage.json(["intent", "list", "--by", "ada"])).intents).toHaveLength(1);
  });

  it("name who is asking when nobody says: git's user and the worktree", async () => {
    const { intent } = await stage.json(["intent", "publish", "Print", "--scope", "symbol:X=add"]);
    expect(intent.agent).toBe("Robin Vale@main");
    expect(
      (
        await stage.json(["intent", "publish", "Print", "--scope", "symbol:Y=add"], {
          env: { FOREMERGE_AGENT: "cleo" },
        })
      ).intent.agent,
    ).toBe("cleo");
  });

  it("fix the clock with --now", async () => {
    const { intent } = await stage.json([
      "intent",
      "publish",
      "Print",
      "--scope",
      "symbol:X=add",
      "--now",
      "2026-11-30T12:00:00Z",
    ]);
    expect(intent.created_at).toBe("2026-11-30T12:00:00.000Z");
  });
});

describe("config", () => {
  it("set keeps comments and order, refuses what is not valid, and explain names the origin", async () => {
    writeFileSync(`${stage.repo}/.foremerge.yaml`, "# team settings\nfail_on: high # for now\npeople: [robin]\n");
    await stage.json(["config", "set", "rules.FM-C003", "low"]);
    await stage.json(["config", "set", "fail_on", "medium"]);
    expect(stage.read(".foremerge.yaml")).toBe(
      "# team settings\nfail_on: medium # for now\npeople: [ robin ]\nrules:\n  FM-C003: low\n",
    );
    const refused = await stage.run(["config", "set", "locks.timeout_seconds", "-1", "--json"]);
    expect([refused.exit, refused.error?.code]).toEqual([2, "CONFIG_INVALID"]);
    const { settings } = await stage.json(["config", "explain"], { env: { FOREMERGE_BASE: "trunk" } });
    const origin = Object.fromEntries(settings.map((s: { key: string; origin: string }) => [s.key, s.origin]));
    expect(origin).toMatchObject({ fail_on: "file", base: "environment", stopped_after: "default" });
    expect(await stage.json(["config", "get", "rules.FM-C003"])).toMatchObject({ value: "low", origin: "file" });
  });

  it("explain of a setting or a section names only these, and of none the nearest", async () => {
    const keys = async (...words: string[]) =>
      (await stage.json(["config", "explain", ...words])).settings.map(({ key }: { key: string }) => key);
    expect(await keys("fail_on")).toEqual(["fail_on"]);
    expect(await keys("locks")).toEqual(["locks.timeout_seconds", "locks.track_reads"]);
    const refused = await stage.run(["config", "explain", "lokcs", "--json"]);
    expect([refused.exit, refused.error?.hint]).toEqual([
      2,
      "foremerge config explain lists them (did you mean locks?)",
    ]);
  });
});

describe("--version", () => {
  it("says it to people, and to programs as a document, wherever --json stands", async () => {
    const { stdout } = await stage.run(["--version"]);
    const [, version] = /^foremerge (\d+\.\d+\.\d+)\n$/.exec(stdout) ?? [];
    for (const words of [
      ["--version", "--json"],
      ["--format", "json", "-V"],
    ]) {
      expect(await stage.json(words)).toEqual({ schema: "foremerge.version/1", as_of_event: null, version });
    }
  });
});
