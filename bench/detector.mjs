// The detector alone: one candidate against many open intents from the index in memory (spec 1.9).
import { checkAgainst, MemoryPostings } from "../dist/index.js";
import { makeCandidates } from "./candidates.mjs";
import { median, report, row } from "./measure.mjs";

const PROBES = 400;

/** Median ms of a check, and how much it found, over candidates that are like those filed. */
function measure(count) {
  const candidates = makeCandidates(count);
  const postings = new MemoryPostings(candidates);
  // Probes of equal answer size at every count: those that find one to four.
  const probes = [];
  for (let i = 0; probes.length < PROBES && i < count; i++) {
    const probe = { ...candidates[(i * 7919) % count], id: `int_probe${i}` };
    const found = checkAgainst(probe, postings).length;
    if (found >= 1 && found <= 4) probes.push(probe);
  }
  // The best of five rounds for each probe, and the median over the probes: the machine's other work left out.
  const times = probes.map((probe) => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round++) {
      const fresh = { ...probe };
      const start = performance.now();
      checkAgainst(fresh, postings);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  });
  const found = probes.reduce((sum, probe) => sum + checkAgainst(probe, postings).length, 0);
  return { ms: median(times), found: found / probes.length };
}

const small = measure(10_000);
const large = measure(100_000);
report([
  row("detector: one candidate against 10,000 open", small.ms, "ms", "≤ 2", `finds ${small.found.toFixed(1)}`),
  row("detector: one candidate against 100,000 open", large.ms, "ms", "≤ 2", `finds ${large.found.toFixed(1)}`),
  row("detector: growth from 10,000 to 100,000", large.ms / small.ms, "×", "≤ 2"),
]);
