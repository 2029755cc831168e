// Progress: one line, only on a terminal, only when it lasts, and gone before anything else.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openProgress } from "../../src/term/progress.ts";

let written: string;
const write = (text: string): void => {
  written += text;
};
let clock: number;
beforeEach(() => {
  written = "";
  clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(() => vi.restoreAllMocks());

test("says nothing in the first second, then at most ten times a second", () => {
  const progress = openProgress(write, 80);
  progress.say("reading src/a.ts");
  clock = 999;
  progress.say("reading src/b.ts");
  expect(written).toBe("");
  clock = 1001;
  progress.say("reading src/c.ts");
  clock = 1050;
  progress.say("reading src/d.ts");
  expect(written).toBe("\r\u001b[Kreading src/c.ts");
  progress.clear();
  progress.clear();
  expect(written).toBe("\r\u001b[Kreading src/c.ts\r\u001b[K");
});

test("says at once what will surely last", () => {
  openProgress(write, 80).say("asking origin for its ledger", true);
  expect(written).toBe("\r\u001b[Kasking origin for its ledger");
});

test("keeps to the line and obeys nothing in a name", () => {
  clock = 2000;
  openProgress(write, 20).say("reading src/ラベル/\u001b[31m\u202eprint.ts");
  expect(written).toBe("\r\u001b[Kreading src/ラベル/");
  expect(() => openProgress(undefined, 80).say("nobody sees this", true)).not.toThrow();
});
