// The formats for CI on every command with findings, and `--fields` on every answer.
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli.ts";
import { FINDING_FORMATS } from "../../src/commands/command.ts";
import { type Answer, openStage, type Stage } from "../stage.ts";

let stage: Stage;
let first = "";
let conflict = "";

beforeAll(async () => {
  stage = openStage();
  stage.write("src/labels.ts", "export function printLabel() {}\n");
  stage.write(
    "plans/TASK-1.md",
    "---\nid: TASK-1\nstatus: active\nintent: Print labels\nartifacts: [src/labels.ts]\n---\n",
  );
  stage.write(
    "plans/TASK-2.md",
    "---\nid: TASK-2\nstatus: planned\nintent: Batch labels\nartifacts: [src/labels.ts]\n---\n",
  );
  await stage.commit("labels");
  await stage.run(["init"]);
  const publish = (agent: string, operation: string) =>
    stage.json([
      "intent",
      "publish",
      `${operation} printLabel`,
      "--scope",
      `symbol:printLabel=${operation}`,
      "--agent",
      agent,
    ]);
  first = (await publish("claude-a", "replace")).intent.id;
  conflict = (await publish("codex-b", "extend")).findings[0].id;
});
afterAll(() => stage.remove());

const resultsOf = async (...args: string[]): Promise<Answer[]> =>
  (JSON.parse((await stage.run([...args, "--format", "sarif"])).stdout) as Answer).runs[0].results;

test("every command that yields findings offers sarif, junit, github and markdown", async () => {
  const offering: string[] = [];
  for (const [name, entry] of Object.entries(COMMANDS)) {
    const { formats = [] } = (await entry.load()).command;
    if (FINDING_FORMATS.every((format) => formats.includes(format))) offering.push(name);
  }
  for (const name of [
    "intent publish",
    "intent rescope",
    "conflicts check",
    "conflicts list",
    "conflicts show",
    "plan check",
    "plan validate",
    "drift",
    "ci",
    "claim take",
  ]) {
    expect(offering).toContain(name);
  }
});

test("a stored finding lies at its symbol's definition, whichever command names it", async () => {
  for (const args of [
    ["conflicts", "list"],
    ["conflicts", "show", conflict],
    ["conflicts", "check", "--intent", first],
    ["intent", "show", first],
  ]) {
    const [result] = await resultsOf(...args);
    expect([args[1], result.ruleId, result.locations[0].physicalLocation]).toEqual([
      args[1],
      "FM-C001",
      { artifactLocation: { uri: "src/labels.ts", uriBaseId: "SRCROOT" }, region: { startLine: 1, endLine: 1 } },
    ]);
    expect(result.partialFingerprints["foremerge/v1"]).toBe(conflict);
    expect(result.properties.sides.join(" ")).toContain("claude-a: replace printLabel");
  }
});

test("a what-if has a fingerprint that the next what-if has too", async () => {
  const ask = () => resultsOf("conflicts", "check", "Drop labels", "--scope", "symbol:printLabel=remove");
  const [one] = await ask();
  const [two] = await ask();
  expect(one.partialFingerprints).toEqual(two.partialFingerprints);
  expect(one.message.text).not.toBe("");
});

test("a plan conflict fails its test case by the verdict, at the file that both touch", async () => {
  const junit = await stage.run(["plan", "check", "TASK-2", "--no-record", "--format", "junit"]);
  expect(junit.exit).toBe(1);
  expect(junit.stdout).toMatch(/failures="1"/);
  expect(junit.stdout).toContain("src/labels.ts");
  const github = await stage.run(["plan", "check", "TASK-2", "--no-record", "--format", "github"]);
  expect(github.stdout).toMatch(/^::error file=src\/labels.ts,line=1,title=MEDIUM FM-F001 file_overlap::Task TASK-2/);
});

test("a violation of a plan file lies on its line", async () => {
  stage.write("plans/TASK-3.md", "---\nid: TASK-3\nstatus: dreaming\n---\n");
  const results = await resultsOf("plan", "validate");
  expect(results.map((r) => r.locations[0].physicalLocation)).toContainEqual({
    artifactLocation: { uri: "plans/TASK-3.md", uriBaseId: "SRCROOT" },
    region: { startLine: 3 },
  });
});

test("--fields keeps what was asked for, as JSON, as lines and as columns, and refuses the rest", async () => {
  const doc = await stage.json(["conflicts", "list", "--fields", "id,evidence.rule"]);
  expect(doc.conflicts).toEqual([{ id: conflict, evidence: { rule: "FM-C001" } }]);
  const lines = await stage.run(["conflicts", "list", "--fields", "severity", "--format", "ndjson"]);
  expect(lines.stdout).toBe('{"severity":"HIGH"}\n');
  const table = await stage.run(["intent", "list", "--fields", "agent,summary"]);
  expect(table.stdout.split("\n")[0]).toBe("AGENT   \tSUMMARY");
  const odd = await stage.run(["conflicts", "list", "--fields", "severty", "--json"]);
  expect([odd.exit, odd.stdout, odd.error?.hint]).toEqual([2, "", expect.stringContaining("did you mean severity?")]);
  const sarif = await stage.run(["conflicts", "list", "--fields", "id", "--format", "sarif"]);
  expect(sarif.exit).toBe(2);
});
