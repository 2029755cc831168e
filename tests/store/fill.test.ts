// A new ledger that is filled in one go says the same as one that took the lines in one by one; whatever has to be
// looked at is left to that (src/store/maintenance.ts).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HeadedLines } from "../../src/store/headed-lines.ts";
import { fillLedger, uniteLedger } from "../../src/store/maintenance.ts";
import { createEmptyLedger, createLedger, openLedger } from "../../src/store/open-ledger.ts";
import { exportLines, parseIncoming } from "../../src/store/transfer.ts";
import { storyLines } from "./story.ts";
import { toldWhole as told } from "./told.ts";

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "foremerge-fill-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BY = { actor: "Jörg@main", at: new Date("2026-12-01T12:00:00Z") };

function emptyLedger(): ReturnType<typeof openLedger> {
  const own = join(folder, String(made++));
  const place = { path: join(own, "ledger.jsonl"), folder: own };
  createEmptyLedger(place);
  return openLedger(place);
}

/** A ledger with one event, as `init` leaves it. */
function newLedger(): ReturnType<typeof openLedger> {
  const own = join(folder, String(made++));
  const place = { path: join(own, "ledger.jsonl"), folder: own, kind: "folder", exists: false } as const;
  createLedger(place, BY);
  return openLedger(place);
}

const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(""), "utf8");
const fill = (ledger: ReturnType<typeof openLedger>, bytes: Buffer) => {
  const lines = new HeadedLines();
  return lines.add(bytes) ? fillLedger(ledger, lines) : undefined;
};

test("is the same as a union, from any order of the lines", () => {
  let whole = 0;
  fc.assert(
    fc.property(
      storyLines.chain((lines) => fc.shuffledSubarray([...lines], { minLength: lines.length })),
      (lines) => {
        const bytes = bytesOf(lines);
        const united = emptyLedger();
        uniteLedger(united, parseIncoming(bytes).lines);
        const filled = emptyLedger();
        const stretch = fill(filled, bytes);
        if (stretch === undefined) {
          // Twins, newer versions and other heads: then nothing was written.
          expect(readFileSync(filled.path, "utf8")).toBe("");
          return;
        }
        whole++;
        expect(readFileSync(filled.path, "utf8")).toBe(readFileSync(united.path, "utf8"));
        expect(told(filled.read())).toBe(told(united.read()));
        expect(told(openLedger(filled).read())).toBe(told(united.read()));
      },
    ),
    { numRuns: 40 },
  );
  expect(whole).toBeGreaterThan(20);
});

describe("a new ledger", () => {
  const source = (): string[] => {
    const ledger = newLedger();
    ledger.transact(BY, () => ({ events: [{ type: "agent.seen", data: { agent: "Jörg@main" } }], result: undefined }));
    return [...exportLines(ledger.contents.index)];
  };

  test("keeps its own event, and goes on writing behind what came", () => {
    const lines = source();
    const ledger = newLedger();
    const own = readFileSync(ledger.path, "utf8");
    expect(fill(ledger, bytesOf(lines))).toEqual({
      from: Buffer.byteLength(own),
      to: Buffer.byteLength(own) + bytesOf(lines).length,
    });
    expect(readFileSync(ledger.path, "utf8")).toBe(own + bytesOf(lines).toString("utf8"));
    expect(ledger.read().asOf).toBe(3);
    expect(ledger.read().agent("Jörg@main")).toBeDefined();
    ledger.transact(BY, () => ({ events: [{ type: "agent.seen", data: { agent: "bob" } }], result: undefined }));
    expect(ledger.read().asOf).toBe(4);
    expect(openLedger(ledger).contents.problems).toEqual([]);
  });

  test.each<[string, (lines: string[]) => Buffer]>([
    ["a line that breaks off", ([a = "", b = ""]) => bytesOf([a, b.slice(0, -5)])],
    ["a line that comes twice", ([a = "", b = ""]) => bytesOf([a, b, a])],
    [
      "an id that stands for two lines",
      ([a = "", b = ""]) => bytesOf([a, b, a.replace('"place":"folder"', '"place":"x"')]),
    ],
    ["a line that is no event", ([a = "", b = ""]) => bytesOf([a, b.replace('"data":{', '"date":{')])],
    ["other line ends", (lines) => Buffer.from(lines.map((line) => `${line}\r\n`).join(""))],
    ["a blank line", ([a = "", b = ""]) => bytesOf([a, "", b])],
    [
      "bytes that are no text",
      ([a = "", b = ""]) => Buffer.concat([bytesOf([a, b.replace("bob", "b")]), Buffer.from([0xff, 0x0a])]),
    ],
  ])("is not filled with %s: nothing is written", (_, of) => {
    const bytes = of(source());
    const ledger = newLedger();
    const before = readFileSync(ledger.path, "utf8");
    expect(fill(ledger, bytes)).toBeUndefined();
    expect(readFileSync(ledger.path, "utf8")).toBe(before);
    expect(ledger.read().asOf).toBe(1);
  });

  test("that has an event of these already is not filled", () => {
    const ledger = newLedger();
    const [own = ""] = exportLines(ledger.contents.index);
    expect(fill(ledger, bytesOf([own, ...source()]))).toBeUndefined();
  });

  test("that ends in half a line is not filled", () => {
    const ledger = newLedger();
    writeFileSync(ledger.path, '{"v":1,"id"', { flag: "a" });
    expect(fill(ledger, bytesOf(source()))).toBeUndefined();
  });
});
