// Laws of the detector on random ledgers. fast-check prints the seed of a failure.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAgainst, detect } from "../../src/detect/check.ts";
import { checkAll } from "../../src/detect/check-all.ts";
import { MemoryPostings } from "../../src/detect/memory-postings.ts";
import type { Candidate, Finding } from "../../src/detect/model.ts";
import { normalise } from "../../src/detect/normal-form.ts";
import { compareScopes } from "../../src/detect/overlap.ts";
import { detectPair } from "../../src/detect/pair.ts";
import type { PostingSource } from "../../src/detect/posting-source.ts";
import { parseScope, printScope } from "../../src/detect/scope.ts";
import { tokensOf, wordsOf } from "../../src/detect/tokens.ts";
import { claim, ledger, scope, settings } from "./arbitraries.ts";

/** A finding without what differs between the two sides by right. */
function sideless(finding: Finding): unknown {
  const { evidence } = finding;
  return {
    id: finding.id,
    severity: finding.severity,
    score: finding.score,
    rule: evidence.rule,
    asserted: evidence.asserted,
    match: evidence.match,
    suggestion: finding.suggestion,
    scopes: [evidence.source_scope, evidence.target_scope].sort(),
    operations: [evidence.source_operation, evidence.target_operation].sort(),
    sequenced: evidence.sequenced,
    same_agent: evidence.same_agent,
  };
}

const shuffled = (candidate: Candidate): Candidate => ({
  ...candidate,
  scopes: [...candidate.scopes].reverse(),
  uses: [...candidate.uses].reverse(),
});

describe("the detector", () => {
  it("gives the same overlap from either side", () => {
    fc.assert(
      fc.property(scope, scope, settings, (a, b, options) => {
        expect(compareScopes(a, b, options)).toEqual(compareScopes(b, a, options));
      }),
      { numRuns: 1000 },
    );
  });

  it("gives the same findings from either side and in any order of scopes", () => {
    fc.assert(
      fc.property(ledger(2), settings, ([a, b], options) => {
        if (a === undefined || b === undefined) return;
        const there = detectPair(a, b, options);
        expect(detectPair(b, a, options).map(sideless)).toEqual(there.map(sideless));
        expect(detectPair(shuffled(a), shuffled(b), options)).toEqual(there);
      }),
      { numRuns: 500 },
    );
  });

  it("asserts HIGH only on one full scope that both sides declared", () => {
    fc.assert(
      fc.property(ledger(6), settings, (candidates, options) => {
        for (const finding of checkAll(candidates, options)) {
          if (finding.severity !== "HIGH") continue;
          expect(finding.evidence).toMatchObject({
            asserted: true,
            match: "full",
            source_operation_inferred: false,
            target_operation_inferred: false,
          });
        }
      }),
      { numRuns: 200 },
    );
  });

  it("answers from the index as from comparing every pair", () => {
    fc.assert(
      fc.property(ledger(24), settings, (candidates, options) => {
        const [candidate, ...others] = candidates;
        if (candidate === undefined) return;
        const postings = new MemoryPostings(others);
        const expected = detect(candidate, others, options);
        expect(checkAgainst(candidate, postings, options)).toEqual(expected);
        // The same from an index that can do no more than it must.
        const plain: PostingSource = {
          size: postings.size,
          ids: (key) => postings.ids(key),
          count: (key) => postings.count(key),
          all: () => postings.all(),
          candidate: (id) => postings.candidate(id),
        };
        expect(checkAgainst(candidate, plain, options)).toEqual(expected);
      }),
      { numRuns: 250 },
    );
  });

  it("answers from an index that things were taken from as from one that never had them", () => {
    fc.assert(
      fc.property(ledger(12), (candidates) => {
        const [candidate, ...others] = candidates;
        if (candidate === undefined) return;
        const postings = new MemoryPostings(others);
        const kept = others.filter((_, i) => i % 2 === 0);
        for (const other of others) if (!kept.includes(other)) postings.remove(other.id);
        expect(checkAgainst(candidate, postings)).toEqual(checkAgainst(candidate, new MemoryPostings(kept)));
      }),
      { numRuns: 100 },
    );
  });

  it("finds over all candidates at once what every pair has", () => {
    fc.assert(
      fc.property(ledger(16), settings, (candidates, options) => {
        const known = new Map(candidates.map((one) => [one.id, one]));
        const dependsOn = (id: string) => known.get(id)?.dependsOn;
        const every = candidates.flatMap((later, i) =>
          candidates.slice(0, i).flatMap((earlier) => detectPair(later, earlier, { ...options, dependsOn })),
        );
        const byId = (a: Finding, b: Finding): number => (a.id < b.id ? -1 : 1);
        const all = checkAll(candidates, options).filter((finding) => finding.kind !== "dependency_cycle");
        expect([...all].sort(byId)).toEqual(every.sort(byId));
      }),
      { numRuns: 250 },
    );
  });

  it("reads back what it prints", () => {
    fc.assert(
      fc.property(claim, (written) => {
        const text = printScope(written);
        const { kind, key, operation } = parseScope(text);
        expect({ kind, key, operation }).toEqual({
          kind: written.kind,
          key: written.key,
          operation: written.operation,
        });
        expect(printScope(parseScope(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("gives a normal form that is its own normal form", () => {
    fc.assert(
      fc.property(scope, ({ kind, key }) => {
        if (kind === "symbol" && key.includes("/")) return; // a path is folded to dots and is no path any more
        const { full } = normalise({ kind, key });
        expect(normalise({ kind, key: full.slice(kind.length + 1) }).full).toBe(full);
      }),
      { numRuns: 500 },
    );
  });

  it("never throws on any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (key, other) => {
        for (const kind of ["symbol", "file", "api", "config"] as const) {
          compareScopes({ kind, key }, { kind, key: other });
          compareScopes({ kind: "file", key }, { kind, key: other });
        }
        tokensOf(key);
      }),
      { numRuns: 500 },
    );
  });

  it("splits plain text as it splits any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        // A Cyrillic word at the end takes the way for every script.
        const any = tokensOf(`${text} ярлык`);
        any.delete("ярлык");
        expect(tokensOf(text)).toEqual(any);
        expect(wordsOf(text)).toEqual(wordsOf(`${text} ярлык`).slice(0, -1));
      }),
      { numRuns: 1000 },
    );
  });
});
