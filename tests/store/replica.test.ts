import { cpSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../src/store/id.ts";
import { repairLedger, uniteLedger, verifyLedger } from "../../src/store/maintenance.ts";
import { openLedger } from "../../src/store/open-ledger.ts";
import { FallbackState } from "../../src/store/snapshot/fallback-state.ts";
import { type EventLine, exportLines, parseIncoming } from "../../src/store/transfer.ts";
import { intentId, NOON, published, type Workshop, workshop } from "./workshop.ts";

const linesOf = (lines: Iterable<string>): readonly EventLine[] =>
  parseIncoming(Buffer.from([...lines].join("\n"))).lines;

let shop: Workshop;
let copy: string;
beforeEach(() => {
  shop = workshop();
  copy = `${shop.folder}-copy`;
});
afterEach(() => {
  shop.clear();
  rmSync(copy, { recursive: true, force: true });
});

const placeIn = (folder: string) => ({ path: join(folder, "ledger.jsonl"), folder });
const writeIn = (folder: string): void => {
  openLedger(placeIn(folder)).transact({ actor: "ben", at: NOON }, () => ({
    events: [published(intentId())],
    result: 0,
  }));
};
const replicas = (folder: string): string[] => [
  ...new Set([...openLedger(placeIn(folder)).read().events()].map(({ replica }) => replica)),
];

test("a copy made with cp -r writes under a new replica id, the original keeps its own", () => {
  shop.write(published(intentId()));
  cpSync(shop.folder, copy, { recursive: true });
  writeIn(copy);
  shop.write(published(intentId()));
  expect(replicas(copy)).toHaveLength(2);
  expect(replicas(shop.folder)).toHaveLength(1);
  const ledger = shop.open();
  uniteLedger(ledger, linesOf(exportLines(openLedger(placeIn(copy)).contents.index)));
  expect(verifyLedger(ledger, NOON)).toMatchObject({ problems: [], events: 4 });
});

test("a copy put where the original was is a copy all the same", () => {
  shop.write(published(intentId()));
  cpSync(shop.folder, copy, { recursive: true });
  const kept = join(dirname(shop.folder), "kept-aside");
  renameSync(shop.folder, kept);
  renameSync(copy, shop.folder);
  writeIn(shop.folder);
  expect(replicas(shop.folder)).toHaveLength(2);
  rmSync(kept, { recursive: true });
});

test("twins that share a number are detected, named and repaired by a new replica id, with nothing lost", () => {
  shop.write(published(intentId()));
  cpSync(shop.folder, copy, { recursive: true });
  // The copy believes to be the original: what a tool that copies replica.json's knowledge along would do.
  const ledger = shop.open();
  const twin = openLedger(placeIn(copy));
  const line = [...exportLines(ledger.contents.index)].at(-1) as string;
  const event = JSON.parse(line);
  shop.write(published(intentId()));
  const next = JSON.parse(shop.lines().at(-1) as string);
  const other = {
    ...next,
    id: "evt_00000000000000000000000001",
    data: { intent: { ...next.data.intent, id: intentId() } },
  };
  uniteLedger(twin, linesOf([JSON.stringify(other)]));
  uniteLedger(ledger, linesOf(exportLines(twin.contents.index)));
  const { problems } = verifyLedger(ledger, NOON);
  expect(problems).toMatchObject([{ kind: "twins", replica: event.replica, n: 3 }]);
  repairLedger(shop.open(), { actor: "ada", at: NOON }, true);
  expect(verifyLedger(shop.open(), NOON).problems).toEqual([]);
  expect(shop.open().read().openIntents()).toHaveLength(3);
  shop.write(published(intentId()));
  expect(JSON.parse(shop.lines().at(-1) as string).replica).not.toBe(event.replica);
});

test("timestamps more than ten minutes ahead are flagged and change no order", () => {
  shop.write(published(intentId()));
  const tomorrow = new Date(NOON.getTime() + 86_400_000);
  shop.open().transact({ actor: "ben", at: tomorrow }, () => ({ events: [published(intentId())], result: 0 }));
  shop.write(published(intentId()));
  const { notes, problems } = verifyLedger(shop.open(), NOON);
  expect(problems).toEqual([]);
  expect(notes.map(({ kind, line }) => [kind, line])).toEqual([["future", 3]]);
  expect([...shop.open().read().events()].map(({ lc }) => lc)).toEqual([1, 2, 3, 4]);
});

describe("a clock that nobody can have counted to", () => {
  /** Another replica's event with this clock, which sorts before or behind everything that is written here. */
  const leap = (lc: number, data: Record<string, unknown> = { agent: "mallory" }, type = "agent.seen"): string =>
    `${JSON.stringify({
      v: 1,
      id: newId("evt", NOON),
      replica: "r_zzzzzzzzzz",
      n: 1,
      lc,
      at: NOON.toISOString(),
      actor: "mallory",
      type,
      data,
      prev: "0".repeat(64),
    })}\n`;
  const clocks = (): number[] => [...shop.open().read().events()].map(({ lc }) => lc);

  test("is last in order, and new events do not go on from it", () => {
    shop.damage(leap(2 ** 48));
    shop.write(published(intentId()));
    shop.write(published(intentId()));
    expect(clocks()).toEqual([1, 2, 3, 2 ** 48]);
    expect(shop.warnings.join("\n")).toContain(`the clock ${2 ** 48}, to which nobody can have counted`);
    const { notes, problems } = verifyLedger(shop.open(), NOON);
    expect([problems, notes.map(({ kind, line }) => [kind, line])]).toEqual([[], [["clock-leap", 2]]]);
  });

  test("is so under a snapshot and behind one, too", () => {
    shop.damage(leap(2 ** 40));
    shop.write(published(intentId()));
    const ledger = shop.open();
    ledger.keepSnapshot(0);
    ledger.close();
    shop.write(published(intentId()));
    expect(shop.open().read()).toBeInstanceOf(FallbackState);
    shop.damage(leap(2 ** 41).replace("r_zzzzzzzzzz", "r_yyyyyyyyyy"));
    shop.warnings.length = 0;
    shop.write(published(intentId()));
    expect(shop.warnings.join("\n")).toContain(`the clock ${2 ** 41}`);
    expect(clocks()).toEqual([1, 2, 3, 4, 2 ** 40, 2 ** 41]);
  });

  test("as high as after many lost events is gone on from", () => {
    shop.damage(leap(2 ** 23));
    shop.write(published(intentId()));
    expect(clocks()).toEqual([1, 2 ** 23, 2 ** 23 + 1]);
    expect(shop.warnings).toEqual([]);
  });
});
