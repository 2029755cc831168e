// Reading trouble in words, one line each (spec 2.4). Pure.
import type { Reading } from "./read.ts";

const NAMED = 10;

/** One line per bad line, the first few by number; one for newer versions. */
export function warningsOf(reading: Reading): string[] {
  const warnings: string[] = [];
  const bad = reading.problems.filter((problem) => problem.kind !== "closed-off");
  for (const { kind, line, length, detail } of bad.slice(0, NAMED)) {
    warnings.push(
      kind === "torn"
        ? `the ledger ends in a torn line (line ${line}, ${length} bytes); it is left out, and the next write sets it aside`
        : kind === "contradiction"
          ? `line ${line} of the ledger is left out: ${detail}; the line with the smaller SHA-256 is used`
          : `line ${line} of the ledger is left out: ${detail}; foremerge ledger repair moves it to quarantine`,
    );
  }
  if (bad.length > NAMED) {
    warnings.push(`${bad.length - NAMED} more lines of the ledger are left out; foremerge ledger verify lists them`);
  }
  if (reading.index.newerVersion > 0) {
    warnings.push(
      `the ledger holds events written by a newer version of foremerge (event version ${reading.index.newerVersion}); they are kept and not understood`,
    );
  }
  const { topLc, mostLc } = reading.index;
  if (topLc > mostLc) {
    warnings.push(
      `an event of the ledger has the clock ${topLc}, to which nobody can have counted; it stays last in order, and new events do not go on from it (foremerge ledger verify names it)`,
    );
  }
  return warnings;
}
