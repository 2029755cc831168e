// Each rule hits what its description says it hits, and misses its near miss; order, levels, sequence and cycles.
import { describe, expect, it } from "vitest";
import { checkAgainst, detect } from "../../src/detect/check.ts";
import { checkAll } from "../../src/detect/check-all.ts";
import { MemoryPostings } from "../../src/detect/memory-postings.ts";
import type { Candidate, Finding } from "../../src/detect/model.ts";
import { detectPair } from "../../src/detect/pair.ts";
import { SCOPE_RULES } from "../../src/detect/registry.ts";
import { overlappingClaim } from "../../src/detect/rules/fm-c005-overlapping-claim.ts";
import { parseScopeClaim } from "../../src/detect/scope.ts";
import { candidateOf } from "./cases.ts";

const WORDS = [
  "Polish the copper kettle",
  "Wash seven blue shirts",
  "Count stars above Oslo",
  "Bake rye bread slowly",
  "Sail home before winter",
  "Tune an old piano",
];

/** An intent whose summary is like no other's. */
function intent(id: string, scopes: string[], extra: Partial<Candidate> = {}): Candidate {
  return candidateOf(id, { summary: WORDS[id.charCodeAt(0) % 6] ?? "", scopes }, { agent: id, ...extra });
}

const rulesOf = (findings: readonly Finding[]): unknown[] => findings.map((finding) => finding.evidence.rule);

describe("a rule over scopes", () => {
  it.each(SCOPE_RULES.map((rule) => [rule.meta.id, rule.meta] as const))("%s hits its example", (id, meta) => {
    const [finding] = detectPair(intent("a", [meta.example.source]), intent("b", [meta.example.target]));
    expect(finding?.evidence.rule).toBe(id);
    expect(finding?.severity).toBe(meta.severity.asserted);
    expect(finding?.kind).toBe(meta.kind);
  });

  it.each(SCOPE_RULES.map((rule) => [rule.meta.id, rule.meta] as const))("%s misses its near miss", (id, meta) => {
    expect(rulesOf(detectPair(intent("a", [meta.miss.source]), intent("b", [meta.miss.target])))).not.toContain(id);
  });
});

describe("FM-C004", () => {
  const two = (a: string, b: string, scopes: string[]): [Candidate, Candidate] => [
    candidateOf("a", { summary: a, scopes }),
    candidateOf("b", { summary: b, scopes }),
  ];

  it("needs no scopes", () => {
    const [a, b] = two("Give CourierClient a retry budget", "Build a retry budget for CourierClient", []);
    const [finding] = detectPair(a, b);
    expect(finding).toMatchObject({ kind: "duplicate_work", severity: "MEDIUM", score: 0.817, scope: null });
    expect(finding?.evidence).toMatchObject({
      asserted: false,
      match: null,
      source_scope: null,
      summary_jaccard: 0.6667,
    });
  });

  it("does not take two users of one thing for duplicates", () => {
    const [a, b] = two("Retry courier calls with jitter and cap", "Retry courier calls under budget", [
      "symbol:X1=use",
    ]);
    expect(detectPair(a, b)).toEqual([]);
  });
});

describe("levels of the settings", () => {
  const a = intent("a", ["symbol:Label=add"]);
  const b = intent("b", ["symbol:Label=add"]);

  it("take a rule down and never up", () => {
    expect(detectPair(a, b, { rules: { "FM-C007": "medium" } })[0]?.severity).toBe("MEDIUM");
    expect(detectPair(a, b, { rules: { "FM-C007": "low" } })[0]?.severity).toBe("LOW");
    const c = intent("c", ["symbol:Label=modify"]);
    expect(detectPair(a, c, { rules: { "FM-C003": "medium" } })[0]?.severity).toBe("MEDIUM");
  });

  it("leave the pair to the other rules when one is off", () => {
    expect(rulesOf(detectPair(a, b, { rules: { "FM-C007": "off" } }))).toEqual(["FM-C003"]);
    expect(detectPair(a, b, { rules: { "FM-C007": "off", "FM-C003": "off" } })).toEqual([]);
  });

  it("mean nothing when they are a name of every object", () => {
    expect(detectPair(a, b, { rules: JSON.parse('{"__proto__": "off"}') })).toHaveLength(1);
  });
});

describe("one agent on both sides", () => {
  const by = (id: string, worktree: string | undefined, operation: string): Candidate =>
    intent(id, [`symbol:Label=${operation}`], { agent: "ada", ...(worktree === undefined ? {} : { worktree }) });

  it("is MEDIUM at most in one worktree", () => {
    const [finding] = detectPair(by("a", "main", "replace"), by("b", "main", "extend"));
    expect(finding).toMatchObject({ severity: "MEDIUM", evidence: { same_agent: true, asserted: true } });
  });

  it("keeps its severity in two worktrees", () => {
    const [finding] = detectPair(by("a", "main", "replace"), by("b", "spike", "extend"));
    expect(finding).toMatchObject({ severity: "HIGH", evidence: { same_agent: true } });
  });
});

describe("a declared order", () => {
  const replace = intent("a", ["symbol:Label=replace"]);
  const between = intent("b", ["infra:rolls=extend"], { dependsOn: ["a"] });
  const extend = intent("c", ["symbol:Label=extend"], { dependsOn: ["b"] });

  it("counts through other intents and from either side", () => {
    for (const [one, others] of [
      [extend, [replace, between]],
      [replace, [between, extend]],
    ] as const) {
      const [finding] = detect(one, others);
      expect(finding).toMatchObject({ severity: "MEDIUM", evidence: { sequenced: true, asserted: true } });
      expect(checkAgainst(one, new MemoryPostings(others))).toEqual(detect(one, others));
    }
  });

  it("counts through an intent that is not open any more, when somebody knows it", () => {
    expect(detect(extend, [replace])[0]?.severity).toBe("HIGH");
    const dependsOn = (id: string) => (id === "b" ? ["a"] : undefined);
    expect(detect(extend, [replace], { dependsOn })[0]?.evidence.sequenced).toBe(true);
  });
});

describe("FM-C005", () => {
  const held = (intentId: string, text: string) => ({ intentId, scope: parseScopeClaim(text) });

  it("speaks once for each other intent", () => {
    const found = overlappingClaim.check(
      [held("b", "symbol:Label::print")],
      [
        held("a", "symbol:Acme\\Label::print"),
        held("a", "symbol:Store\\Label::print"),
        held("b", "symbol:Label::print"),
      ],
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      kind: "overlapping_claim",
      severity: "MEDIUM",
      score: 0.88,
      target_intent_id: "a",
    });
  });

  it("meets a claim on the containing file, and not a neighbour", () => {
    const mine = [held("b", "file:src/print/zebra.ts")];
    expect(overlappingClaim.check(mine, [held("a", "file:src/print")])[0]?.evidence.match).toBe("contains");
    expect(overlappingClaim.check(mine, [held("a", "file:src/prints")])).toEqual([]);
    expect(overlappingClaim.check(mine, [held("a", "file:src/print")], { rules: { "FM-C005": "off" } })).toEqual([]);
  });
});

describe("FM-C008", () => {
  const ring = (...ids: string[]): Candidate[] =>
    ids.map((id, i) => intent(id, [`infra:${id}${id}=extend`], { dependsOn: [ids[(i + 1) % ids.length] ?? ""] }));

  it("names the circle once, from the intent that closed it", () => {
    const [a, b, c] = ring("a", "b", "c");
    if (a === undefined || b === undefined || c === undefined) throw new Error("no ring");
    const [finding, ...more] = detect(a, [b, c]);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      kind: "dependency_cycle",
      severity: "MEDIUM",
      score: 0.9,
      scope: null,
      source_intent_id: "a",
      target_intent_id: "b",
    });
    expect(finding?.suggestion).toContain("a → b → c → a");
    expect(detect(c, [a, b])[0]?.id).toBe(finding?.id);
  });

  it("says nothing of a chain, nor of an intent that waits for a circle of others", () => {
    const [a, b] = ring("a", "b");
    if (a === undefined || b === undefined) throw new Error("no ring");
    const outside = intent("d", ["infra:dd=extend"], { dependsOn: ["a"] });
    expect(rulesOf(detect(outside, [a, b]))).not.toContain("FM-C008");
    expect(rulesOf(checkAll([outside, a, b]))).toEqual(["FM-C008"]);
  });

  it("finds two circles among many, each once", () => {
    expect(rulesOf(checkAll([...ring("a", "b"), ...ring("c", "d", "e", "f")]))).toEqual(["FM-C008", "FM-C008"]);
  });
});
