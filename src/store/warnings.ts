// Reading trouble in words, one line each (spec 2.4). Pure.
import type { Reading } from "./read.ts";

const NAMED = 10;

/** Where a line lies for whoever reads of it; what was read may have been put together of several files. */
export interface LinePlace {
  readonly line: number;
  readonly file: string;
  /** Nothing that can be run here mends it. */
  readonly elsewhere?: true;
}

/** One line per bad line, the first few by number; one for newer versions. */
export function warningsOf(
  reading: Reading,
  placeOf: (line: number) => LinePlace = (line) => ({ line, file: "the ledger" }),
): string[] {
  const warnings: string[] = [];
  const bad = reading.problems.filter((problem) => problem.kind !== "closed-off");
  for (const { kind, line: counted, length, detail } of bad.slice(0, NAMED)) {
    const { line, file, elsewhere } = placeOf(counted);
    warnings.push(
      kind === "torn"
        ? `${file} ends in a torn line (line ${line}, ${length} bytes); it is left out, and the next write sets it aside`
        : kind === "contradiction"
          ? `line ${line} of ${file} is left out: ${detail}; the line with the smaller SHA-256 is used`
          : `line ${line} of ${file} is left out: ${detail}${elsewhere ? "" : "; foremerge ledger repair moves it to quarantine"}`,
    );
  }
  if (bad.length > NAMED) {
    const here = bad.slice(NAMED).every(({ line }) => !placeOf(line).elsewhere);
    const more = `${bad.length - NAMED} more lines of the ledger are left out`;
    warnings.push(here ? `${more}; foremerge ledger verify lists them` : more);
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
