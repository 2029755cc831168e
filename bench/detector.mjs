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
  const times = [];
  let found = 0;
  for (let round = 0; round < 3; round++) {
    for (const probe of probes) {
      const fresh = { ...probe };
      const start = performance.now();
      found += checkAgainst(fresh, postings).length;
      times.push(performance.now() - start);
    }
  }
  return { ms: median(times), found: found / times.length };
}

const small = measure(10_000);
const large = measure(100_000);
report([
  row("detector: one candidate against 10,000 open", small.ms, "ms", "≤ 2", `finds ${small.found.toFixed(1)}`),
  row("detector: one candidate against 100,000 open", large.ms, "ms", "≤ 2", `finds ${large.found.toFixed(1)}`),
  row("detector: growth from 10,000 to 100,000", large.ms / small.ms, "×", "≤ 2"),
]);
