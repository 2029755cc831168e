// Everything against everything: the join of `conflicts check --all`, against reading the same events and against
// comparing all pairs.
import { checkAll, detectPair } from "../dist/index.js";
import { makeCandidates } from "./candidates.mjs";
import { interleaved, peakMegabytes, report, row, timed } from "./measure.mjs";

/** Candidates as lines of a ledger would hold them. */
function linesOf(candidates) {
  return candidates.map(({ dependsOn, ...intent }, i) =>
    JSON.stringify({
      v: 1,
      id: `evt_01JF${i.toString(36).padStart(22, "0").toUpperCase()}`,
      replica: "r_7f3a9c21d4",
      n: i + 1,
      lc: i + 1,
      at: "2026-11-30T12:00:00.000Z",
      actor: intent.agent,
      type: "intent.published",
      data: { intent: { ...intent, session: "s_1", depends_on: dependsOn, branch: "main", base: "0".repeat(40) } },
      prev: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    }),
  );
}

const rows = [];
const large = makeCandidates(100_000);
const lines = linesOf(large);
let found = 0;
const whole = await interleaved(
  3,
  () => {
    for (const line of lines) JSON.parse(line);
  },
  () => {
    const candidates = lines.map((line) => {
      const { intent } = JSON.parse(line).data;
      return { ...intent, dependsOn: intent.depends_on };
    });
    found = checkAll(candidates).length;
  },
);
rows.push(
  row(
    "check --all: parse and join 100,000 open intents",
    whole.ratio,
    "× JSON.parse",
    "≤ 6",
    `${Math.round(whole.subject)} ms, ${found} findings`,
  ),
  row("check --all: peak memory", peakMegabytes(), "MB", "≤ 1500"),
);

const small = makeCandidates(10_000);
const growth = await interleaved(
  2,
  () => checkAll(small),
  () => checkAll(large),
);
rows.push(row("check --all: growth from 10,000 to 100,000", growth.ratio, "×", "≤ 13"));

// All pairs of 5,000: a tenth of the rows of the triangle is compared and timed, and stands for the rest.
const some = makeCandidates(5_000);
const sampled = some.filter((_, i) => i % 10 === 9);
let pairs = [];
const tenth = await timed(() => {
  pairs = sampled.flatMap((later) =>
    some.slice(0, some.indexOf(later)).flatMap((earlier) => detectPair(later, earlier)),
  );
});
let joined = [];
const join = Math.min(await timed(() => checkAll(some)), await timed(() => (joined = checkAll(some))));
const sources = new Set(sampled.map((candidate) => candidate.id));
const answer = (findings) => JSON.stringify(findings.map((finding) => JSON.stringify(finding)).sort());
if (answer(pairs) !== answer(joined.filter((finding) => sources.has(finding.source_intent_id)))) {
  throw new Error("the join and all pairs disagree");
}
rows.push(
  row(
    "check --all: against comparing all pairs of 5,000",
    (tenth * 10) / join,
    "× faster",
    "≥ 50",
    `${joined.length} findings, the same`,
  ),
);
report(rows);
