// Tables in real pseudo-terminals: they fit, in every width, whatever is stored.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { displayWidth } from "../../src/term/width.ts";
import { openStage, type Stage } from "../stage.ts";
import { inTerminal } from "./terminal.ts";

const HOSTILE = "\u009b31mred\u202egnp.exe";
let stage: Stage;

beforeAll(async () => {
  stage = openStage();
  await stage.run(["init"]);
  const publish = (agent: string, summary: string, ...scopes: string[]) =>
    stage.run(["intent", "publish", summary, ...scopes.flatMap((scope) => ["--scope", scope]), "--agent", agent]);
  await publish("claude-a", "Replace PaymentService with StripePayments", "symbol:PaymentService=replace");
  await publish(
    "印刷チーム",
    "ラベル印刷を新しいキューに移す 🏷️ 👩‍👩‍👧 を含む",
    "symbol:PaymentService=extend",
    "file:src/labels/印刷/ラベル.ts=modify",
  );
  // Summaries refuse control characters in scopes, not in prose: a terminal must survive them.
  await publish("mallory", `Raise the cache ${HOSTILE}`, "symbol:PaymentService=modify");
});
afterAll(() => stage.remove());

const widest = (text: string): number => Math.max(...text.split("\n").map(displayWidth));

const COMMANDS: readonly (readonly string[])[] = [
  ["status"],
  ["intent", "list"],
  ["conflicts", "list"],
  ["conflicts", "check", "--all"],
  ["graph"],
  ["doctor"],
];

describe("in a terminal", () => {
  for (const cols of [40, 80, 200]) {
    it(`every view fits ${cols} columns and obeys nothing that is stored`, async () => {
      for (const args of COMMANDS) {
        const { text } = await inTerminal(stage, args, { cols, rows: 24 });
        expect([args.join(" "), widest(text) <= cols]).toEqual([args.join(" "), true]);
        expect([args.join(" "), /[\u001b\u009b\u202e]/.test(text)]).toEqual([args.join(" "), false]);
      }
    });
  }

  it("shows wide characters whole and stored escape sequences as text", async () => {
    const { text } = await inTerminal(stage, ["intent", "list"], { cols: 200, rows: 24 });
    expect(text).toContain("ラベル印刷を新しいキューに移す 🏷️ 👩‍👩‍👧 を含む");
    expect(text).toContain("\\u009b31mred\\u202egnp.exe");
    expect(text).toContain(" │ ");
  });

  it("fits the status screen to 80×24 and 200×50, and colours it only where colour is wanted", async () => {
    for (const [cols, rows] of [
      [80, 24],
      [200, 50],
    ] as const) {
      const { text } = await inTerminal(stage, ["status"], { cols, rows }, { NO_COLOR: undefined });
      expect(text.trimEnd().split("\n").length).toBeLessThan(rows);
      expect(text).toMatch(/\u001b\[31m/);
      // Nothing but colours of our own: no stored sequence gets through beside them.
      expect(text.replace(/\u001b\[\d+(;\d+)*m/g, "")).not.toMatch(/[\u001b\u009b\u202e]/);
      expect(text).toContain("HIGH");
    }
    for (const env of [
      { NO_COLOR: "1" },
      { NO_COLOR: undefined, TERM: "dumb" },
      { NO_COLOR: undefined, CLICOLOR: "0" },
    ]) {
      expect((await inTerminal(stage, ["status"], { cols: 80, rows: 24 }, env)).text).not.toContain("\u001b");
    }
    expect(
      (await inTerminal(stage, ["status", "--no-color"], { cols: 80, rows: 24 }, { NO_COLOR: undefined })).text,
    ).not.toContain("\u001b");
  });
});

describe("without a terminal", () => {
  it("prints one record a line, tab-parted, without lines and colour; FORCE_COLOR brings colour back", async () => {
    const { stdout } = await stage.run(["intent", "list"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    expect(lines.every((line) => line.split("\t").length === 6)).toBe(true);
    expect(stdout).not.toMatch(/[│─┼\u001b\u009b\u202e]/);
    const forced = await stage.run(["conflicts", "list"], { env: { NO_COLOR: "", FORCE_COLOR: "1" } });
    expect(forced.stdout).toMatch(/\u001b\[31m/);
    expect(forced.stdout).not.toContain("│");
  });
});
