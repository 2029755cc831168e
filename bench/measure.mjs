// How benches measure: medians, interleaved ratios, peak memory. Prints rows as JSON for bench/run.mjs, or as a table
// when it is started by hand.

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

/** Runs `base` and `subject` in turn, so that both meet the same weather; medians of ms and of the ratio. */
export async function interleaved(rounds, base, subject) {
  const bases = [];
  const subjects = [];
  const ratios = [];
  for (let i = 0; i < rounds; i++) {
    bases.push(await timed(base));
    subjects.push(await timed(subject));
    ratios.push(subjects[i] / bases[i]);
  }
  return { base: median(bases), subject: median(subjects), ratio: median(ratios) };
}

export async function timed(run) {
  globalThis.gc?.();
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Highest resident memory of this process so far, in MB. */
export const peakMegabytes = () => process.resourceUsage().maxRSS / 1024;

/** One row: what was measured, the value with its unit, what it has to be, and whether it is. */
export function row(what, value, unit, goal, note = "") {
  const limit = Number(/[\d.]+/.exec(goal)?.[0]);
  const met = goal === "" ? undefined : goal.startsWith("≥") ? value >= limit : value <= limit;
  return { what, value, unit, goal, met, note };
}

export function report(rows) {
  if (process.env.FOREMERGE_BENCH_JSON === "1") console.log(JSON.stringify(rows));
  else printTable(rows);
}

export function printTable(rows) {
  const cells = rows.map(({ what, value, unit, goal, met, note }) => [
    what,
    `${value >= 100 ? Math.round(value) : value.toFixed(2)} ${unit}`.trim(),
    goal,
    met === undefined ? "" : met ? "met" : "MISSED",
    note,
  ]);
  const widths = [0, 1, 2, 3].map((i) => Math.max(...cells.map((line) => line[i].length)));
  for (const line of cells) {
    console.log(
      line
        .map((cell, i) => (i < 4 ? cell.padEnd(widths[i]) : cell))
        .join("  ")
        .trimEnd(),
    );
  }
}
