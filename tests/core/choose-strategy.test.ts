// The choice between order, merge and question, as a table.
import { describe, expect, test } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "../../src/config/settings.ts";
import { afterFailedMerge, chooseStrategy, mergeBarrier, parseStrategy } from "../../src/core/choose-strategy.ts";
import type { Severity } from "../../src/detect/model.ts";
import type { Conflict } from "../../src/store/model.ts";

const conflict = (severity: Severity, evidence: Record<string, unknown> = {}, kind = "shared_contract"): Conflict =>
  ({ kind, severity, evidence: { rule: "FM-C003", asserted: false, ...evidence } }) as unknown as Conflict;
const settings = (over: Partial<Settings["resolution"]> = {}): Settings["resolution"] => ({
  ...DEFAULT_SETTINGS.resolution,
  ...over,
});
const facts = (confidence: number, sequenced = false, explicit?: "SERIALIZE" | "MERGE" | "ESCALATE") => ({
  explicit,
  sequenced,
  merge: () => ({ confidence, because: "git merges it cleanly" }),
});

describe("the choice", () => {
  test.each([
    ["LOW", 0, "MERGE"],
    ["MEDIUM", 0.6, "ESCALATE"],
    ["MEDIUM", 0.7, "MERGE"],
    ["MEDIUM", 1, "MERGE"],
    ["HIGH", 1, "SERIALIZE"],
  ] as const)("by the table: %s with a merge of confidence %s goes to %s", (severity, confidence, strategy) => {
    expect(chooseStrategy(conflict(severity), settings(), facts(confidence)).strategy).toBe(strategy);
  });

  test("an explicit choice comes before an agreed order, that before the settings, those before the table", () => {
    const set = settings({ per_type: { shared_contract: "ESCALATE" } });
    const medium = conflict("MEDIUM");
    expect(chooseStrategy(medium, set, facts(1)).strategy).toBe("ESCALATE");
    expect(chooseStrategy(medium, set, facts(1, true)).strategy).toBe("SERIALIZE");
    expect(chooseStrategy(conflict("MEDIUM", { sequenced: true }), set, facts(1)).strategy).toBe("SERIALIZE");
    expect(chooseStrategy(medium, set, facts(1, true, "MERGE")).strategy).toBe("MERGE");
    expect(chooseStrategy(conflict("MEDIUM", {}, "__proto__"), set, facts(1)).strategy).toBe("MERGE");
  });

  test("the default steps in for what is switched off, and the next one for the default", () => {
    expect(chooseStrategy(conflict("LOW"), settings({ enable_auto_merge: false }), facts(1)).strategy).toBe(
      "SERIALIZE",
    );
    const noOrder = settings({ disabled: ["SERIALIZE"] });
    expect(chooseStrategy(conflict("HIGH"), noOrder, facts(1)).strategy).toBe("ESCALATE");
    const onlyMerge = settings({ disabled: ["SERIALIZE", "ESCALATE"] });
    expect(chooseStrategy(conflict("HIGH"), onlyMerge, facts(1)).strategy).toBe("MERGE");
  });

  test("a confidence of nothing is never enough, whatever the threshold", () => {
    const low = settings({ escalation_threshold: 0 });
    expect(chooseStrategy(conflict("MEDIUM"), low, facts(0)).strategy).toBe("ESCALATE");
    expect(chooseStrategy(conflict("MEDIUM"), low, facts(0.6)).strategy).toBe("MERGE");
  });

  test("git is asked only where the choice hangs on it", () => {
    const never = {
      ...facts(1),
      merge: () => {
        throw new Error("asked");
      },
    };
    for (const severity of ["LOW", "HIGH"] as const) chooseStrategy(conflict(severity), settings(), never);
    chooseStrategy(conflict("MEDIUM", { rule: "FM-C004" }), settings(), never);
    expect(() => chooseStrategy(conflict("MEDIUM"), settings(), never)).toThrow("asked");
  });
});

describe("a merge settles nothing", () => {
  test("of a declared destructive change, a double definition, duplicate work, a claim, a ring", () => {
    const destructive = { asserted: true, source_operation: "extend", target_operation: "rename" };
    expect(mergeBarrier(conflict("LOW", destructive))).toContain("destructive");
    expect(mergeBarrier(conflict("HIGH", { rule: "FM-C007", asserted: true, source_operation: "add" }))).toBeDefined();
    for (const rule of ["FM-C004", "FM-C005", "FM-C008"])
      expect(mergeBarrier(conflict("MEDIUM", { rule }))).toBeDefined();
    expect(chooseStrategy(conflict("MEDIUM", destructive), settings(), facts(1)).strategy).toBe("ESCALATE");
  });

  test("but it may settle two honest changes, and a destructive one that is only read out of prose", () => {
    const honest = { asserted: true, source_operation: "extend", target_operation: "modify" };
    expect(mergeBarrier(conflict("MEDIUM", honest))).toBeUndefined();
    const prose = { asserted: false, source_operation: "replace", target_operation: "modify" };
    expect(mergeBarrier(conflict("MEDIUM", prose))).toBeUndefined();
  });

  test("then HIGH is put in order and the rest is asked", () => {
    expect(afterFailedMerge(conflict("HIGH"), settings())).toBe("SERIALIZE");
    expect(afterFailedMerge(conflict("MEDIUM"), settings())).toBe("ESCALATE");
    expect(afterFailedMerge(conflict("LOW"), settings({ disabled: ["ESCALATE"] }))).toBe("SERIALIZE");
    expect(afterFailedMerge(conflict("LOW"), settings({ disabled: ["SERIALIZE", "ESCALATE"] }))).toBe("ESCALATE");
  });
});

test("a strategy is read in any case, and an unknown one lists the three", () => {
  expect(parseStrategy("Merge")).toBe("MERGE");
  expect(() => parseStrategy("rebase")).toThrow(
    expect.objectContaining({
      code: "INVALID_INPUT",
      message: '--strategy "rebase" is unknown',
      hint: expect.stringContaining("serialize, merge or escalate"),
    }),
  );
});
