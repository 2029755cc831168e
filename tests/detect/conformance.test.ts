// The conformance cases of the detector against its pure functions.
import { describe, expect, it } from "vitest";
import { checkAgainst, detect } from "../../src/detect/check.ts";
import { inferOperation } from "../../src/detect/infer.ts";
import { MemoryPostings } from "../../src/detect/memory-postings.ts";
import type { Candidate, Finding } from "../../src/detect/model.ts";
import { normalise } from "../../src/detect/normal-form.ts";
import { compareScopes } from "../../src/detect/overlap.ts";
import type { PairOptions } from "../../src/detect/pair.ts";
import { buildRequest } from "../../src/detect/request.ts";
import { memberSpelling, parseScope, parseScopeClaim, printScope, scopeWarnings } from "../../src/detect/scope.ts";
import { tokensOf } from "../../src/detect/tokens.ts";
import { ForemergeError } from "../../src/errors.ts";
import { type Case, candidateOf, casesOf, longList, longText, type Side } from "./cases.ts";

function title(one: Case): string {
  return `${one.id}: ${one.why ?? ""}`;
}

describe("scope-normalise", () => {
  const cases = casesOf("scope-normalise");
  it.each(cases.filter((c) => c.input.context === undefined).map((c) => [title(c), c] as const))("%s", (_, c) => {
    const parsed = parseScope(String(c.input.scope), { context: "either" });
    const seen: Record<string, unknown> = { ...parsed, ...normalise(parsed) };
    if ("inferred" in c.expect) seen.inferred = parsed.operation === undefined;
    if ("warns" in c.expect) seen.warns = scopeWarnings(parsed).length > 0;
    if ("suggests" in c.expect) seen.suggests = memberSpelling(parsed);
    expect(seen).toMatchObject(c.expect);
  });

  it.each(cases.filter((c) => c.input.context === "publish").map((c) => [title(c), c] as const))("%s", (_, c) => {
    const scopes = "scopes" in c.input ? longList(c.input.scopes) : [longText(c.input.scope)];
    const summary = "summary" in c.input ? longText(c.input.summary) : "Rework the labels";
    const run = () => buildRequest({ summary, scopes, uses: [] });
    if (c.expect.exit === 2) {
      expect(run).toThrow(ForemergeError);
      return;
    }
    const request = run();
    if ("stored_scopes" in c.expect) expect(request.scopes).toHaveLength(Number(c.expect.stored_scopes));
    if ("operations" in c.expect) expect(request.scopes.map((s) => s.operation).sort()).toEqual(c.expect.operations);
  });

  it.each(cases.filter((c) => c.input.context === "claim").map((c) => [title(c), c] as const))("%s", (_, c) => {
    const run = () => parseScopeClaim(String(c.input.scope));
    if (c.expect.exit === 2) expect(run).toThrow(ForemergeError);
    else expect(printScope(run())).toBe(c.input.scope);
  });
});

describe("tokenize", () => {
  it.each(casesOf("tokenize").map((c) => [title(c), c] as const))("%s", (_, c) => {
    expect([...tokensOf(String(c.input.text))].sort()).toEqual([...(c.expect.tokens as string[])].sort());
  });
});

function configOf(c: Case): PairOptions {
  const config = (c.input.config ?? {}) as {
    contains?: Record<string, string[]>;
    rules?: Record<string, "off" | "low">;
  };
  return config;
}

describe("overlap", () => {
  it.each(casesOf("overlap").map((c) => [title(c), c] as const))("%s", (_, c) => {
    const a = parseScope(String(c.input.a), { context: "either" });
    const b = parseScope(String(c.input.b), { context: "either" });
    for (const seen of [compareScopes(a, b, configOf(c)), compareScopes(b, a, configOf(c))]) {
      expect(seen.match).toBe(c.expect.match);
      if ("overlap_score" in c.expect) expect(seen.overlapScore).toBeCloseTo(Number(c.expect.overlap_score), 3);
      if ("finding_score" in c.expect) expect(seen.findingScore).toBe(c.expect.finding_score);
      if ("can_assert" in c.expect) expect(seen.canAssert).toBe(c.expect.can_assert);
      if ("jaccard" in c.expect) expect(Math.abs(seen.jaccard - Number(c.expect.jaccard))).toBeLessThan(0.0006);
    }
  });
});

describe("inference", () => {
  it.each(casesOf("inference").map((c) => [title(c), c] as const))("%s", (_, c) => {
    const scope = parseScope(String(c.input.scope), { context: "either" });
    expect(inferOperation(String(c.input.text), scope)).toMatchObject(c.expect);
  });
});

/** Publishes `a` and what stands between, then checks `b` against them, by comparing all and by the index. */
function findingsOf(c: Case, swapped: boolean): Finding[] {
  const input = c.input as { a: Side; b: Side; between?: Side[]; same_agent?: boolean };
  const [first, second] = swapped ? [input.b, input.a] : [input.a, input.b];
  const named = (id: string): string => ({ a: "int_a", m0: "int_m0", m1: "int_m1" })[id] ?? id;
  const made = (id: string, side: Side, agent: string): Candidate =>
    candidateOf(id, { ...side, depends_on: (side.depends_on ?? []).map(named) }, { agent });
  const source = made("int_b", second, input.same_agent ? "ada" : "ben");
  const others = [
    made("int_a", first, "ada"),
    ...(input.between ?? []).map((side, i) => made(`int_m${i}`, side, "cleo")),
  ];
  const options = configOf(c);
  const found = detect(source, others, options);
  expect(checkAgainst(source, new MemoryPostings(others), options)).toEqual(found);
  return found.filter((finding) => finding.target_intent_id === "int_a");
}

const IN_EVIDENCE = ["rule", "asserted", "match", "source_operation", "target_operation", "sequenced", "same_agent"];

function expectFinding(seen: Finding, wanted: Record<string, unknown>, swapped: boolean): void {
  const target = (name: string): string =>
    !swapped ? name : name.startsWith("source_") ? `target_${name.slice(7)}` : `source_${name.slice(7)}`;
  for (const [name, value] of Object.entries(wanted)) {
    if (name === "kind" || name === "severity" || name === "score") expect(seen[name]).toBe(value);
    else if (name === "scope" && !swapped) expect(seen.scope === null ? null : printScope(seen.scope)).toBe(value);
    else if (name === "other_scope" && swapped) expect(seen.scope === null ? null : printScope(seen.scope)).toBe(value);
    else if (name.endsWith("_scope") && name !== "other_scope") expect(seen.evidence[target(name)]).toBe(value);
    else if (name.endsWith("_operation")) expect(seen.evidence[target(name)]).toBe(value);
    else if (IN_EVIDENCE.includes(name)) expect(seen.evidence[name]).toBe(value);
  }
}

describe("rule", () => {
  for (const c of casesOf("rule")) {
    for (const swapped of c.symmetric === true ? [false, true] : [false]) {
      it(`${title(c)}${swapped ? " (swapped)" : ""}`, () => {
        const seen = findingsOf(c, swapped);
        const wanted = c.expect.findings as Record<string, unknown>[];
        expect(seen.map((f) => f.evidence.rule)).toEqual(wanted.map((f) => f.rule));
        wanted.forEach((finding, i) => {
          const found = seen[i];
          if (found === undefined) throw new Error("missing finding");
          const halves = finding.halves as Record<string, unknown>[] | undefined;
          // int_a has the smaller id: the source has it only when the sides are swapped in the case's eyes.
          const half = halves === undefined ? {} : (halves[swapped ? 0 : 1] ?? {});
          expectFinding(found, { ...finding, ...half }, swapped);
        });
      });
    }
  }
});

describe("suggestion", () => {
  for (const c of casesOf("suggestion")) {
    for (const swapped of c.symmetric === true ? [false, true] : [false]) {
      it(`${title(c)}${swapped ? " (swapped)" : ""}`, () => {
        const finding = findingsOf(c, swapped).find((f) => f.evidence.rule === c.expect.rule);
        if (finding === undefined) throw new Error(`no ${String(c.expect.rule)}`);
        const suggestion = finding.suggestion.toLowerCase();
        for (const text of c.expect.must_contain as string[]) expect(suggestion).toContain(text.toLowerCase());
        for (const group of c.expect.must_contain_any as string[][]) {
          expect(group.filter((text) => suggestion.includes(text.toLowerCase()))).not.toEqual([]);
        }
        for (const text of c.expect.must_not_contain as string[]) expect(suggestion).not.toContain(text.toLowerCase());
        for (const text of (c.expect.explanation_must_contain ?? []) as string[]) {
          expect(finding.explanation.toLowerCase()).toContain(text.toLowerCase());
        }
      });
    }
  }
});
