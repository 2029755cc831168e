import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uniteLedger } from "../../src/store/maintenance.ts";
import { createEmptyLedger, openLedger } from "../../src/store/open-ledger.ts";
import { exportTo, readIncoming } from "../../src/store/transfer.ts";
import { storyLines } from "./story.ts";
import { toldWhole as told } from "./told.ts";

let folder: string;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "foremerge-order-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RUNS = { numRuns: 30 };

/** A ledger file with these bytes. */
function ledgerOf(bytes: string | Uint8Array): ReturnType<typeof openLedger> {
  const own = join(folder, String(made++));
  const place = { path: join(own, "ledger.jsonl"), folder: own };
  createEmptyLedger(place);
  writeFileSync(place.path, bytes);
  return openLedger(place);
}

const withLines = (lines: readonly string[]): ReturnType<typeof openLedger> =>
  ledgerOf(lines.map((line) => `${line}\n`).join(""));

/** A permutation with repetitions that still holds every line. */
const mixed = (lines: readonly string[]): fc.Arbitrary<string[]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...lines], { minLength: lines.length }),
      lines.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...lines), { maxLength: 10 }),
    )
    .map(([all, again]) => [...again.slice(0, 3), ...all, ...again.slice(3)]);

test("any order and any repetition of the lines gives the same state", () => {
  fc.assert(
    fc.property(
      storyLines.chain((lines) => fc.tuple(fc.constant(lines), mixed(lines))),
      ([lines, shuffled]) => {
        expect(told(withLines(shuffled).read())).toBe(told(withLines(lines).read()));
      },
    ),
    RUNS,
  );
});

test("a state that grows by late events says the same as one that read everything at once", () => {
  fc.assert(
    fc.property(
      storyLines.chain((lines) => fc.tuple(mixed(lines), fc.nat(lines.length))),
      ([lines, cut]) => {
        const ledger = withLines(lines.slice(0, cut));
        told(ledger.read());
        writeFileSync(ledger.path, lines.map((line) => `${line}\n`).join(""));
        expect(told(ledger.read())).toBe(told(withLines(lines).read()));
      },
    ),
    RUNS,
  );
});

test("export, import and export again gives the same bytes, from any order of lines", () => {
  fc.assert(
    fc.property(
      storyLines.chain((lines) => fc.tuple(fc.constant(lines), mixed(lines))),
      ([lines, shuffled]) => {
        const exported = (ledger: ReturnType<typeof openLedger>): string => {
          const file = join(folder, `export-${made++}.jsonl`);
          exportTo(file, ledger.contents.index, ledger.path);
          return file;
        };
        const first = exported(withLines(shuffled));
        const copy = ledgerOf("");
        uniteLedger(copy, readIncoming(first).lines);
        const second = readFileSync(exported(copy), "utf8");
        expect(second).toBe(readFileSync(first, "utf8"));
        expect(second).toBe(readFileSync(exported(withLines(lines)), "utf8"));
        const before = readFileSync(copy.path, "utf8");
        uniteLedger(copy, readIncoming(first).lines);
        expect(readFileSync(copy.path, "utf8")).toBe(before);
      },
    ),
    RUNS,
  );
});

test("random bytes as a ledger never stop a reader, and the next write is readable", () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .constantFrom("{", "}", '{"v":1', "\n", "\r\n", "\ufeff", "=======", "null", '{"__proto__":{}}')
      .map((t) => Buffer.from(t)),
    storyLines.map((lines) => Buffer.from(lines.slice(0, 2).join("\n"))),
    fc.json().map((text) => Buffer.from(`${text}\n`)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const ledger = ledgerOf(Buffer.concat(pieces));
      const before = ledger.read().asOf;
      told(ledger.read());
      ledger.transact({ actor: "ada", at: new Date("2026-11-30T12:00:00Z") }, () => ({
        events: [{ type: "agent.seen", data: { agent: "ada" } }],
        result: undefined,
      }));
      expect(openLedger(ledger).read().asOf).toBe(before + 1);
    }),
    RUNS,
  );
});
