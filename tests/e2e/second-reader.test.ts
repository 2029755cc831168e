// A ledger large enough for a second thread answers the same bytes on one processor and on two.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { testWith } from "../programs.ts";
import { BINARY, describeRun, onStage } from "../stage.ts";

/** The generator of the benches, which is plain JavaScript. */
const GENERATOR = new URL("../../bench/ledger.mjs", import.meta.url).href;
type Generator = { readonly makeLedger: (file: string, events: number, open: number) => unknown };

const NOW = ["--now", "2026-03-02T12:00:00Z", "--json"];
const QUESTIONS = [
  ["intent", "list"],
  ["conflicts", "list"],
  ["conflicts", "check", "Swap the engine", "--scope", "symbol:PaymentGateway=replace"],
  ["ledger", "stats"],
];

testWith(["taskset"], "one processor and two say the same of 120,000 events", async () => {
  await onStage({}, async (stage) => {
    await stage.json(["init"]);
    const { makeLedger } = (await import(GENERATOR)) as Generator;
    makeLedger(stage.ledger, 120_000, 800);
    for (const words of QUESTIONS) {
      const answers = [];
      for (const processors of ["0", "0,1"]) {
        rmSync(join(dirname(stage.ledger), "cache"), { recursive: true, force: true });
        const ran = await stage.program("taskset", ["-c", processors, process.execPath, BINARY, ...words, ...NOW]);
        expect(ran.exit, describeRun(ran)).toBeLessThan(2);
        answers.push(ran.stdout);
      }
      expect(answers[1], words.join(" ")).toBe(answers[0]);
    }
  });
});
