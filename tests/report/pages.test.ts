// What commands show people: findings, intents, claims, conflicts, status.
import { describe, expect, it } from "vitest";
import { checkText, publishText } from "../../src/report/check.ts";
import { claimsText } from "../../src/report/claims.ts";
import { conflictsText, conflictText, resolutionText } from "../../src/report/conflicts.ts";
import { intentsText, intentText } from "../../src/report/intents.ts";
import { shareRows } from "../../src/report/screen.ts";
import { statusText } from "../../src/report/status.ts";
import { shortIds } from "../../src/report/words.ts";
import { displayWidth } from "../../src/term/width.ts";
import { CLAIM, HIGH, ids, LOW, REPLACE, statusOf } from "./story.ts";
import { PIPE, terminalView } from "./view.ts";

const CHECK = {
  schema: "foremerge.check/1",
  as_of_event: 4,
  ephemeral: false,
  blocking: true,
  checked_intents: 2,
  findings: [HIGH, LOW],
  stopped_work: [],
  assessment: "complete",
  not_assessed: [],
  policy: "high",
} as const;

const widest = (text: string): number => Math.max(...text.split("\n").map(displayWidth));

describe("findings", () => {
  it("show severity, rule, scope, the other side and the advice at 80 columns", () => {
    const out = checkText(terminalView(80), CHECK);
    expect(out.split("\n").slice(2, 4)).toEqual([
      `HIGH     │ FM-C001 │ symbol:PaymentService │ ${ids.conflict}`,
      `         │         │                       │ ${ids.replace}`,
    ]);
    expect(out).toContain("Advice: Put a PaymentProvider between them; this is a heuristic.");
    expect(out).toContain("Blocking: 1 HIGH, 1 LOW.");
    expect(out).not.toContain("\u001b");
    expect(widest(out)).toBeLessThanOrEqual(80);
  });

  it("stand on one line each where there is no terminal, advice included", () => {
    const lines = checkText(PIPE, CHECK).split("\n");
    const line = lines.find((each) => each.includes(ids.conflict)) ?? "";
    for (const part of [
      "HIGH",
      "FM-C001",
      "symbol:PaymentService",
      ids.replace,
      "0.97",
      HIGH.explanation,
      HIGH.suggestion,
    ]) {
      expect(line).toContain(part);
    }
  });

  it("are never called clear when something was not looked at", () => {
    const doc = {
      ...CHECK,
      blocking: false,
      findings: [],
      assessment: "incomplete" as const,
      not_assessed: [{ what: "feature/labels", reason: "the branch cannot be read", side: "subject" as const }],
    };
    const out = checkText(terminalView(80), doc);
    expect(out).toContain("feature/labels: the branch cannot be read");
    expect(out.replace(/\n/g, " ")).toContain("this is not a clear");
    expect(checkText(terminalView(80), { ...doc, assessment: "complete", not_assessed: [] })).toContain("Clear:");
  });

  it("come with related work when an intent is published", () => {
    const out = publishText(terminalView(100), {
      schema: "foremerge.publish/1",
      as_of_event: 4,
      intent: REPLACE,
      findings: [HIGH],
      related_work: [
        {
          intent_id: ids.labels,
          agent: "codex-b",
          task: null,
          summary: "Print labels",
          status: "INTENT",
          overlap: [
            {
              scope: "symbol:Label",
              your_operation: "extend",
              their_operation: "use",
              kind: "symbol",
              asserted: false,
            },
          ],
        },
      ],
      warnings: ["write CheckoutPage::submit"],
      blocking: true,
      assessment: "complete",
      not_assessed: [],
    });
    expect(out).toContain("symbol:Label: you extend, they");
    expect(out).toContain("warning: write CheckoutPage::submit");
  });
});

describe("lists", () => {
  it("show intents, claims and conflicts within 40, 80 and 200 columns", () => {
    for (const width of [40, 80, 200]) {
      const view = terminalView(width);
      for (const out of [
        intentsText(view, [REPLACE]),
        claimsText(view, [CLAIM]),
        conflictsText(view, [HIGH, LOW]),
        intentText(view, {
          schema: "foremerge.intent/1",
          as_of_event: 1,
          intent: REPLACE,
          claims: [CLAIM],
          open_conflicts: [HIGH],
        }),
        conflictText(view, {
          schema: "foremerge.conflict/1",
          as_of_event: 1,
          conflict: HIGH,
          detections: [],
          decisions: [],
          assessments: [],
        }),
      ]) {
        expect(widest(out)).toBeLessThanOrEqual(width);
      }
    }
    expect(claimsText(PIPE, [CLAIM])).toContain("ends in 20 min (2026-11-30T12:20:00.000Z)");
    expect(intentsText(terminalView(80), [])).toBe("No intent.\n");
    expect(intentsText(PIPE, [])).toBe("");
  });

  it("say who settled a conflict and why", () => {
    const out = resolutionText(
      PIPE,
      { ...HIGH, status: "RESOLVED" },
      {
        as: "resolved",
        by: "human",
        agent: "rosa",
        at: "2026-11-30T12:00:00.000Z",
        reason: "provider first",
        resolution: "provider first",
      },
    );
    expect(out).toBe(`${ids.conflict} is RESOLVED\n  by rosa (human): provider first\n`);
  });
});

describe("status", () => {
  it("fits its screen whatever the ledger holds", () => {
    for (const [width, height] of [
      [80, 24],
      [200, 50],
      [40, 12],
    ] as const) {
      for (const many of [0, 1, 6, 80]) {
        const out = statusText(terminalView(width, height), statusOf(many));
        expect(widest(out)).toBeLessThanOrEqual(width);
        expect(out.trimEnd().split("\n").length).toBeLessThan(height);
        expect(out).not.toContain("\u001b");
      }
    }
  });

  it("shows every part and counts what it hides", () => {
    const out = statusText(terminalView(80, 24), statusOf(80));
    for (const part of [
      "Open findings, worst first (40)",
      "Who works on what (80)",
      "Leases, next to end first (5)",
      "Stopped work",
      "silent 5 h",
      "Merged already",
      "synced 1 h ago",
    ]) {
      expect(out).toContain(part);
    }
    expect(out).toMatch(/… \d+ more: foremerge conflicts list/);
  });

  it("leaves nothing out where there is no terminal", () => {
    const out = statusText(PIPE, statusOf(80));
    for (let i = 0; i < 80; i++) expect(out).toContain(`agent-${i}`);
  });

  it("shares rows in turn and never gives a section more than it has", () => {
    expect(shareRows([10, 10, 1], 12)).toEqual([3, 3, 1]);
    expect(shareRows([2, 0, 1], 20)).toEqual([2, 0, 1]);
    expect(shareRows([5], 1)).toEqual([0]);
  });

  it("shortens ids no further than they stay different", () => {
    const short = shortIds(["int_01jdyw0000aaaa", "int_01jdyw0000aaab", "int_01jdyw0001aaaa"]);
    expect(short("int_01jdyw0000aaaa")).toBe("int_01jdyw0000aaaa");
    expect(short("int_01jdyw0001aaaa")).toBe("int_01jdyw0001aa");
  });
});
