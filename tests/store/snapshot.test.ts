import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewEvent } from "../../src/store/event.ts";
import { createEmptyLedger, openLedger } from "../../src/store/open-ledger.ts";
import { FallbackState } from "../../src/store/snapshot/fallback-state.ts";
import { storyLines } from "./story.ts";
import { told, toldWhole } from "./told.ts";
import { detected, NOON, published } from "./workshop.ts";

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "foremerge-snapshot-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RUNS = { numRuns: process.env.FOREMERGE_TEST_FULL === "1" ? 400 : 40 };
type Place = { readonly path: string; readonly folder: string };

function place(): Place {
  const own = join(folder, String(made++));
  const at = { path: join(own, "ledger.jsonl"), folder: own };
  createEmptyLedger(at);
  return at;
}

const bytesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
const snapshotOf = (at: Place): string => join(at.folder, "cache", "snapshot");

/** Opens, answers, and leaves a snapshot behind as a command does. */
function visit(at: Place): string {
  const ledger = openLedger(at);
  const answer = told(ledger.read());
  ledger.keepSnapshot(0);
  ledger.close();
  return answer;
}

function withoutSnapshot(at: Place): string {
  const twin = place();
  copyFileSync(at.path, twin.path);
  return answerOf(twin);
}

function asked<T>(at: Place, question: (ledger: ReturnType<typeof openLedger>) => T): T {
  const ledger = openLedger(at);
  try {
    return question(ledger);
  } finally {
    ledger.close();
  }
}

const answerOf = (at: Place): string => asked(at, (ledger) => told(ledger.read()));
const usesSnapshot = (at: Place): boolean => asked(at, (ledger) => ledger.read() instanceof FallbackState);

/** A story in a random order, cut into the parts that commands meet. */
const parts: fc.Arbitrary<string[][]> = storyLines.chain((lines) =>
  fc
    .tuple(
      fc.oneof(fc.constant(lines), fc.shuffledSubarray([...lines], { minLength: lines.length })),
      fc.array(fc.nat(lines.length), { maxLength: 4 }),
    )
    .map(([all, cuts]) => {
      const at = [0, ...cuts.sort((a, b) => a - b), all.length];
      return at.slice(1).map((end, i) => all.slice(at[i], end));
    }),
);

test("a state from a snapshot and the lines since says what the whole fold says, line by line and late or not", () => {
  let layered = 0;
  fc.assert(
    fc.property(parts, (pieces) => {
      const at = place();
      for (const piece of pieces) {
        appendFileSync(at.path, bytesOf(piece));
        if (usesSnapshot(at)) layered++;
        expect(visit(at)).toBe(withoutSnapshot(at));
      }
      const bare = { path: at.path, folder: place().folder };
      expect(asked(at, (ledger) => toldWhole(ledger.read()))).toBe(asked(bare, (ledger) => toldWhole(ledger.read())));
    }),
    RUNS,
  );
  expect(layered).toBeGreaterThan(20);
});

test("a state that was layered stays right when events come in behind it", () => {
  fc.assert(
    fc.property(parts, (pieces) => {
      const at = place();
      appendFileSync(at.path, bytesOf(pieces[0] ?? []));
      visit(at);
      const ledger = openLedger(at);
      for (const piece of pieces.slice(1)) {
        told(ledger.read());
        appendFileSync(at.path, bytesOf(piece));
        expect(told(ledger.read())).toBe(withoutSnapshot(at));
      }
      ledger.close();
    }),
    RUNS,
  );
});

test("a snapshot of one who asked nothing before says the same", () => {
  fc.assert(
    fc.property(parts, (pieces) => {
      const at = place();
      for (const piece of pieces) {
        appendFileSync(at.path, bytesOf(piece));
        asked(at, (ledger) => ledger.keepSnapshot(0));
        expect(answerOf(at)).toBe(withoutSnapshot(at));
      }
    }),
    RUNS,
  );
});

test("writers that start from a snapshot continue clocks, counters and chain", () => {
  fc.assert(
    fc.property(parts, (pieces) => {
      const [one, two] = [place(), place()];
      for (const at of [one, two]) appendFileSync(at.path, bytesOf(pieces.flat()));
      const write = (at: Place): unknown => {
        const { events } = asked(at, (ledger) =>
          ledger.transact({ actor: "ada", at: NOON }, () => ({
            events: [{ type: "agent.seen", data: { agent: "ada" } }],
            result: undefined,
          })),
        );
        const [{ n, lc } = { n: 0, lc: 0 }] = events;
        return { n, lc };
      };
      write(one);
      write(two);
      visit(one);
      expect(write(one)).toEqual(write(two));
      const lines = readFileSync(one.path, "utf8").trimEnd().split("\n");
      const [before, last] = lines.slice(-2).map((line) => JSON.parse(line));
      expect([last.n, last.replica]).toEqual([before.n + 1, before.replica]);
      expect(visit(one)).toBe(withoutSnapshot(one));
    }),
    { numRuns: 15 },
  );
});

/** A ledger with a snapshot that covers its first half. */
function halfCovered(lines: readonly string[]): Place {
  const at = place();
  writeFileSync(at.path, bytesOf(lines.slice(0, Math.ceil(lines.length / 2))));
  visit(at);
  appendFileSync(at.path, bytesOf(lines.slice(Math.ceil(lines.length / 2))));
  return at;
}

const long = (): string[] =>
  fc.sample(storyLines, { seed: 7, numRuns: 40 }).sort((a, b) => b.length - a.length)[0] ?? [];

describe("a snapshot that does not hold is ignored", () => {
  test("when any byte of it is changed", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const at = halfCovered(long());
        const bytes = readFileSync(snapshotOf(at));
        const i = position % bytes.length;
        bytes[i] = (bytes[i] as number) ^ change;
        writeFileSync(snapshotOf(at), bytes);
        expect(answerOf(at)).toBe(withoutSnapshot(at));
      }),
      { numRuns: 60 },
    );
  });

  test("when it is cut anywhere", () => {
    fc.assert(
      fc.property(fc.nat(), (size) => {
        const at = halfCovered(long());
        truncateSync(snapshotOf(at), size % readFileSync(snapshotOf(at)).length);
        expect(usesSnapshot(at)).toBe(false);
        expect(answerOf(at)).toBe(withoutSnapshot(at));
      }),
      { numRuns: 15 },
    );
  });

  test("when it is another ledger's", () => {
    const [one, two] = [halfCovered(long()), halfCovered(long().map((line) => line.replaceAll('"ada"', '"eva"')))];
    copyFileSync(snapshotOf(one), snapshotOf(two));
    expect(usesSnapshot(two)).toBe(false);
    expect(answerOf(two)).toBe(withoutSnapshot(two));
  });

  test("when it is older: the lines since are more, and the answer is the same", () => {
    const lines = long();
    const at = place();
    writeFileSync(at.path, bytesOf(lines.slice(0, 5)));
    visit(at);
    const old = join(folder, "old");
    copyFileSync(snapshotOf(at), old);
    appendFileSync(at.path, bytesOf(lines.slice(5)));
    visit(at);
    copyFileSync(old, snapshotOf(at));
    expect(usesSnapshot(at)).toBe(true);
    expect(answerOf(at)).toBe(withoutSnapshot(at));
  });

  test("when the ledger was changed before the covered end, also by as many bytes and beyond its last blocks", () => {
    const at = place();
    writeFileSync(at.path, bytesOf([...long(), ...Array.from({ length: 60 }, () => " ".repeat(200))]));
    const before = visit(at);
    expect(usesSnapshot(at)).toBe(true);
    const text = readFileSync(at.path, "utf8");
    writeFileSync(at.path, text.replaceAll('"ada"', '"eva"'));
    expect(usesSnapshot(at)).toBe(false);
    expect(visit(at)).not.toBe(before);
    expect(visit(at)).toBe(withoutSnapshot(at));
    // The first snapshot back again, with the ledger as it is now: its seal names another one.
    const now = readFileSync(snapshotOf(at));
    writeFileSync(at.path, text);
    visit(at);
    const first = readFileSync(snapshotOf(at));
    writeFileSync(at.path, text.replaceAll('"ada"', '"eva"'));
    writeFileSync(snapshotOf(at), now);
    visit(at);
    writeFileSync(snapshotOf(at), first);
    expect(usesSnapshot(at)).toBe(false);
  });

  test("when another build made it", () => {
    const at = halfCovered(long());
    const bytes = readFileSync(snapshotOf(at), "latin1");
    expect(bytes).toContain('"build":"test"');
    expect(existsSync(snapshotOf(at))).toBe(true);
  });
});

test("a conflict that came since the snapshot is among those on record", () => {
  const at = place();
  const ids = [1, 2].map((n) => `int_${String(n).padStart(26, "0")}`) as [string, string];
  const conflict = `cfl_${"0".repeat(26)}`;
  const write = (events: readonly NewEvent[]): void =>
    asked(at, (ledger) => {
      ledger.transact({ actor: "ada", at: NOON }, () => ({ events, result: undefined }));
      ledger.read();
    });
  write(ids.map((id) => published(id)));
  visit(at);
  write([detected(conflict, ...ids)]);
  asked(at, (ledger) => {
    const state = ledger.read();
    expect(state).toBeInstanceOf(FallbackState);
    expect([...state.recordedAmongOpen()]).toEqual([conflict]);
  });
});

test("no snapshot is written while the last line has no line feed, and none for small ledgers", () => {
  const at = place();
  writeFileSync(at.path, bytesOf(long()).slice(0, -1));
  visit(at);
  expect(existsSync(snapshotOf(at))).toBe(false);
  appendFileSync(at.path, "\n");
  const ledger = openLedger(at);
  ledger.keepSnapshot();
  expect(existsSync(snapshotOf(at))).toBe(false);
});
