// No cache changes an answer (spec 2.4): the snapshot beside a ledger is deleted, cut, changed, swapped and aged between
// the commands of real processes, and events come in late; every byte that is printed stays what it is without one.
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeRun, openStage, type Stage } from "../stage.ts";

const NOW = ["--now", "2026-03-02T12:00:00Z"];
const LATER = ["--now", "2026-03-02T15:00:00Z"];
/** Long enough that a few hundred make a ledger worth a snapshot. */
const LONG = "The scale tells its weight to whoever prints the label. ".repeat(24);

/** Publications of many agents; some meet. */
const requests = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, k) => {
    const i = from + k;
    const word = Array.from(String(i), (digit) => "bdfghklmnp"[Number(digit)]).join("");
    const scope =
      i % 9 === 0 ? `symbol:Printer${i % 27}=${i % 2 === 0 ? "replace" : "extend"}` : `symbol:Z${word}=modify`;
    const request = { summary: `Print ${word}a ${word}e`, scopes: [scope], rationale: LONG, agent: `agent-${i % 7}` };
    return JSON.stringify(request);
  }).join("\n");

/** What is asked, of people and of machines; nothing of it writes. */
const questions = (intent: string): readonly (readonly string[])[] => [
  ["status", "--json"],
  ["intent", "list", "--all", "--json"],
  ["intent", "list"],
  ["intent", "show", intent, "--json"],
  ["conflicts", "list", "--all", "--json"],
  ["conflicts", "check", "Swap the engine", "--scope", "symbol:Printer9=remove", "--json"],
  ["conflicts", "check", "--all", "--json"],
  ["claim", "list", "--json"],
  ["ledger", "stats", "--json"],
];

async function ask(stage: Stage, words: readonly string[]): Promise<string> {
  const ran = await stage.run([...words, ...LATER]);
  expect(ran.exit, describeRun(ran)).toBeLessThan(2);
  return `${ran.exit}\n${ran.stdout}\n${ran.stderr}`;
}

const cacheOf = (stage: Stage): string => join(dirname(stage.ledger), "cache");
const snapshotOf = (stage: Stage): string => join(cacheOf(stage), "snapshot");
const forget = (stage: Stage): void => rmSync(cacheOf(stage), { recursive: true, force: true });

async function build(stage: Stage, from: number, to: number): Promise<void> {
  await stage.json(["init"]);
  const ran = await stage.run(["intent", "publish", "--stdin", ...NOW], { stdin: requests(from, to) });
  expect(ran.exit, describeRun(ran)).toBeLessThan(2);
}

/** The answers without any snapshot. */
async function plain(stage: Stage, asked: readonly (readonly string[])[]): Promise<string[]> {
  const answers: string[] = [];
  for (const words of asked) {
    forget(stage);
    answers.push(await ask(stage, words));
  }
  return answers;
}

let stage: Stage;
let other: Stage;
let asked: readonly (readonly string[])[];
let truth: string[];
/** Copies of cache/ as it was once, and as it is for the whole ledger. */
let aged: string;
let fresh: string;
beforeAll(async () => {
  [stage, other] = [openStage(), openStage()];
  await build(stage, 0, 240);
  await build(other, 300, 560);
  await ask(other, ["status", "--json"]);
  aged = join(stage.tmp, "aged-cache");
  await ask(stage, ["status", "--json"]);
  expect(existsSync(snapshotOf(stage))).toBe(true);
  cpSync(cacheOf(stage), aged, { recursive: true });
  // What the aged snapshot does not know: settled, closed, claimed and new work.
  const { conflicts } = await stage.json(["conflicts", "list", ...NOW]);
  const { intents } = await stage.json(["intent", "list", ...NOW]);
  await stage.json(["resolve", conflicts[0].id, "--reason", "one after the other", "--agent", "ada", ...NOW]);
  await stage.json(["intent", "discard", intents[1].id, "--reason", "not needed", "--agent", intents[1].agent, ...NOW]);
  await stage.json(["claim", "take", "symbol:Scale", "--intent", intents[2].id, "--agent", intents[2].agent, ...NOW]);
  await stage.json(["intent", "publish", "Cut labels", "--scope", "symbol:Printer9=replace", "--agent", "zoe", ...NOW]);
  asked = questions(intents[0].id);
  truth = await plain(stage, asked);
  await ask(stage, ["status", "--json"]);
  fresh = join(stage.tmp, "fresh-cache");
  cpSync(cacheOf(stage), fresh, { recursive: true });
  expect(existsSync(join(fresh, "snapshot"))).toBe(true);
}, 120_000);
afterAll(() => {
  stage.remove();
  other.remove();
});

const FATES: readonly (readonly [string, (stage: Stage) => void])[] = [
  ["fresh", () => {}],
  ["deleted", (on) => rmSync(snapshotOf(on))],
  ["without its seal", (on) => rmSync(join(cacheOf(on), "seal.json"))],
  ["cut in the middle", (on) => truncateSync(snapshotOf(on), Math.floor(statSync(snapshotOf(on)).size / 2))],
  ["empty", (on) => truncateSync(snapshotOf(on), 0)],
  ["changed in every fifth block", (on) => rewrite(snapshotOf(on), flipped)],
  ["swapped for another ledger's", (on) => copyFileSync(snapshotOf(other), snapshotOf(on))],
  ["swapped, seal and all", (on) => cpSync(cacheOf(other), cacheOf(on), { recursive: true })],
  ["aged", (on) => cpSync(aged, cacheOf(on), { recursive: true })],
];

const rewrite = (path: string, change: (bytes: Buffer) => Buffer): void =>
  writeFileSync(path, change(readFileSync(path)));
const flipped = (bytes: Buffer): Buffer => {
  for (let at = 100; at < bytes.length; at += 5 * 512) bytes[at] = (bytes[at] as number) ^ 0x20;
  return bytes;
};

test.each(FATES)(
  "a snapshot that is %s changes no byte of an answer",
  async (_, mistreat) => {
    for (const [k, words] of asked.entries()) {
      forget(stage);
      cpSync(fresh, cacheOf(stage), { recursive: true });
      mistreat(stage);
      expect(await ask(stage, words), words.join(" ")).toBe(truth[k]);
    }
  },
  120_000,
);

test("events that come late, with a clock below what the snapshot has seen, change no byte either", async () => {
  const [here, away] = [openStage(), openStage()];
  try {
    await build(here, 0, 60);
    const early = join(here.tmp, "early.jsonl");
    await here.run(["ledger", "export", early]);
    await away.run(["ledger", "import", early]);
    // Here goes on by far; away does a little, about the same intents and conflicts, at a low clock.
    const more = await here.run(["intent", "publish", "--stdin", ...NOW], { stdin: requests(60, 300) });
    expect(more.exit, describeRun(more)).toBeLessThan(2);
    const { conflicts } = await away.json(["conflicts", "list", ...NOW]);
    const { intents } = await away.json(["intent", "list", ...NOW]);
    await away.json(["resolve", conflicts[0].id, "--reason", "agreed elsewhere", "--agent", "ada", ...NOW]);
    await away.json(["intent", "discard", intents[3].id, "--reason", "gone", "--agent", intents[3].agent, ...NOW]);
    await away.json(["claim", "take", "symbol:Scale", "--intent", intents[4].id, "--agent", intents[4].agent, ...NOW]);
    await away.json(["intent", "publish", "Print late", "--scope", "symbol:Printer0=extend", "--agent", "yan", ...NOW]);
    const late = join(here.tmp, "late.jsonl");
    await away.run(["ledger", "export", late]);

    await ask(here, ["status", "--json"]);
    expect(existsSync(snapshotOf(here))).toBe(true);
    expect((await here.run(["ledger", "import", late])).exit).toBe(0);
    const kept = join(here.tmp, "kept-cache");
    cpSync(cacheOf(here), kept, { recursive: true });
    const words = questions(intents[0].id);
    const expected = await plain(here, words);
    for (const [k, each] of words.entries()) {
      forget(here);
      cpSync(kept, cacheOf(here), { recursive: true });
      expect(await ask(here, each), each.join(" ")).toBe(expected[k]);
    }
    const { intent } = await here.json(["intent", "show", intents[3].id, ...LATER]);
    expect(intent.status).not.toBe("INTENT");
  } finally {
    here.remove();
    away.remove();
  }
}, 120_000);
