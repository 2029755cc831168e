// watch: each event once, whoever writes and whatever happens to the file.
import { copyFileSync, renameSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BINARY, openStage, type Stage } from "../stage.ts";
import { openTerminal } from "../term/terminal.ts";

let stage: Stage;
beforeEach(async () => {
  stage = openStage();
  await stage.run(["init"]);
});
afterEach(() => stage.remove());

const publish = (agent: string, n = 1) =>
  stage.run([
    "intent",
    "publish",
    `Extend the labels of ${agent}, part ${n}`,
    "--scope",
    `symbol:Label${n}=extend`,
    "--agent",
    agent,
  ]);

interface Line {
  readonly schema: string;
  readonly as_of_event: number;
  readonly event: { readonly id: string; readonly type: string };
}

/** Starts `watch` and collects its lines. */
function follow(args: readonly string[]) {
  const { child, ended } = stage.start(["watch", "--json", ...args]);
  const lines: Line[] = [];
  if (child.stdout) createInterface({ input: child.stdout }).on("line", (line) => lines.push(JSON.parse(line) as Line));
  const reach = async (done: () => boolean): Promise<void> => {
    for (let waited = 0; !done(); waited += 25) {
      if (waited > 30_000) throw new Error(`watch never got there: ${lines.length} lines`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  return { child, ended, lines, reach };
}

const eventIds = async (): Promise<string[]> =>
  (await stage.run(["events", "list", "--format", "ndjson"])).stdout
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: string }).id);

test("prints each event once while eight processes publish", async () => {
  const watch = follow(["--after", "0"]);
  await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      for (let n = 1; n <= 3; n++) await publish(`agent-${i}`, n);
    }),
  );
  const ids = await eventIds();
  await watch.reach(() => watch.lines.length >= ids.length);
  watch.child.kill("SIGINT");
  expect((await watch.ended).exit).toBe(130);
  expect(watch.lines.map(({ event }) => event.id).sort()).toEqual([...ids].sort());
  expect(watch.lines.map(({ as_of_event }) => as_of_event)).toEqual(watch.lines.map((_, i) => i + 1));
  expect(new Set(watch.lines.map(({ schema }) => schema))).toEqual(new Set(["foremerge.watch/1"]));
});

test("goes on through a replaced ledger file, and ends after --count", async () => {
  await publish("claude-a");
  const watch = follow(["--after", "1", "--type", "intent.published", "--count", "3"]);
  await watch.reach(() => watch.lines.length === 1);
  await publish("claude-b", 2);
  await watch.reach(() => watch.lines.length === 2);
  copyFileSync(stage.ledger, `${stage.ledger}.new`);
  renameSync(`${stage.ledger}.new`, stage.ledger);
  await publish("claude-c", 3);
  expect((await watch.ended).exit).toBe(0);
  expect(watch.lines).toHaveLength(3);
  expect(new Set(watch.lines.map(({ event }) => event.id)).size).toBe(3);
});

test("ends quietly when its reader has gone", async () => {
  const command = `"${process.execPath}" "${BINARY}" watch --json --after 0 --count 1 | head -n 1`;
  const ran = await stage.program("sh", ["-c", command]);
  expect(ran.stdout.split("\n")).toHaveLength(2);
  expect(ran.stderr).toBe("");
});

test("refuses what it cannot follow", async () => {
  const count = await stage.run(["watch", "--count", "soon", "--json"]);
  expect([count.exit, count.error?.message]).toEqual([2, '--count "soon" is no number']);
  const bare = openStage();
  try {
    const ran = await bare.run(["watch", "--json"]);
    expect([ran.exit, ran.error?.code]).toEqual([3, "NO_LEDGER"]);
  } finally {
    bare.remove();
  }
});

test("shows a live screen in a terminal, follows changes and sizes, and gives the terminal back", async () => {
  const terminal = openTerminal(stage, process.execPath, [BINARY, "watch"], { cols: 80, rows: 24 });
  await terminal.shows("q quits");
  expect(terminal.output()).toContain("\u001b[?1049h");
  await publish("claude-a");
  await terminal.shows("claude-a declared int_");
  terminal.resize({ cols: 120, rows: 40 });
  await publish("claude-b", 2);
  await terminal.shows("2 open intents of 2 agents");
  terminal.type("q");
  expect(await terminal.exited).toBe(0);
  expect(terminal.output().trimEnd().endsWith("\u001b[?25h\u001b[?1049l")).toBe(true);
});
