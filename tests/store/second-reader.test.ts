// A ledger that is read in two halves says what one reading says: any story, in any order, cut anywhere.
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FoldedState } from "../../src/store/folded-state.ts";
import { addStretch, emptyReading, type Reading, readLedger, readOn, readStretch } from "../../src/store/read.ts";
import { storyLines } from "./story.ts";
import { toldWhole } from "./told.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "foremerge-halves-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RUNS = { numRuns: process.env.FOREMERGE_TEST_FULL === "1" ? 2000 : 300 };
const GARBLED = ["", "not JSON", "<<<<<<< ours", '{"v":1}', '{"v":1,"id":"evt_1"'];

const files = storyLines.chain((lines) =>
  fc
    .tuple(
      fc.oneof(fc.constant(lines), fc.shuffledSubarray([...lines], { minLength: lines.length })),
      fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...GARBLED, ...lines.slice(0, 1))), { maxLength: 2 }),
      fc.nat(60),
      fc.boolean(),
    )
    .map(([all, odd, cut, ended]) => {
      const said = [...all];
      for (const [at, line] of odd) said.splice(at % (said.length + 1), 0, line);
      return { lines: said, cut: cut % (said.length + 1), ended };
    }),
);

/** As readLedger does it, with the halves read one after the other; undefined when a repeat wants another reading. */
function inHalves(
  fd: number,
  size: number,
  cut: number,
  to: number,
): { reading: Reading; joined: boolean } | undefined {
  const reading = emptyReading(fd, size, false, folder);
  if (!readOn(reading, cut)) return undefined;
  addStretch(reading, readStretch(fd, cut, to, folder));
  const joined = reading.end === to && to > cut;
  return readOn(reading, size) && reading.index.close() ? { reading, joined } : undefined;
}

const account = ({ index, problems, lines, end, repeats }: Reading): string =>
  JSON.stringify({
    problems,
    lines,
    end,
    repeats,
    rows: [...index.sortedRows(true)].map((row) => [
      row,
      index.lineNumber(row),
      index.textOf(row),
      index.olderRow(row),
    ]),
    heads: ["r_0000000001", "r_0000000002", "r_0000000003"].map((replica) => index.headOf(replica)),
    whole: toldWhole(new FoldedState(index, () => [])),
  });

test("two halves add up to the whole", () => {
  let joined = 0;
  fc.assert(
    fc.property(files, ({ lines, cut, ended }) => {
      const path = join(folder, "ledger.jsonl");
      const bytesOf = (some: readonly string[]): string => some.map((line) => `${line}\n`).join("");
      const text = ended ? bytesOf(lines) : bytesOf(lines).slice(0, -1);
      writeFileSync(path, text);
      const fd = openSync(path, "r");
      try {
        const size = Buffer.byteLength(text);
        const from = Buffer.byteLength(bytesOf(lines.slice(0, cut)).slice(0, text.length));
        const to = text.lastIndexOf("\n") === -1 ? 0 : Buffer.byteLength(text.slice(0, text.lastIndexOf("\n") + 1));
        const halves = inHalves(fd, size, Math.min(from, to), to);
        if (!halves) return;
        if (halves.joined) joined++;
        expect(account(halves.reading)).toBe(account(readLedger(fd, size, folder)));
      } finally {
        closeSync(fd);
      }
    }),
    RUNS,
  );
  expect(joined).toBeGreaterThan(RUNS.numRuns / 10);
});
