// Formats for code scanning, CI servers, workflow logs and comments: valid for their readers, harmless in them.
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import * as junit from "junit2json";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { dotText } from "../../src/report/dot.ts";
import { githubText } from "../../src/report/github.ts";
import type { Graph } from "../../src/report/graph.ts";
import { junitText } from "../../src/report/junit.ts";
import { markdownText } from "../../src/report/markdown.ts";
import { mermaidText } from "../../src/report/mermaid.ts";
import { MAX_RESULTS, sarifLog } from "../../src/report/sarif.ts";
import type { WireFinding, WireReport } from "../../src/report/wire.ts";
import { HIGH, LOW } from "./story.ts";

const HOSTILE =
  "50%\r\n::error::x, </script><img src=x onerror=alert(1)> [a](javascript:b) | `c` @team \u001b[31m\u202e";

const wired = (finding: typeof HIGH, more: Partial<WireFinding> = {}): WireFinding => ({
  ...finding,
  rule: String(finding.evidence.rule),
  settled: false,
  place: { path: "src/payments/service.ts", line: 12, endLine: 40 },
  fingerprint: finding.id,
  sides: ["claude-a: Replace PaymentService", "codex-b: Extend PaymentService"],
  ...more,
});

const REPORT: WireReport = {
  title: "foremerge ci",
  version: "0.1.0",
  findings: [
    wired(HIGH),
    wired(LOW, {
      explanation: HOSTILE,
      suggestion: HOSTILE,
      sides: [HOSTILE],
      place: { path: "src/ラベル #1.ts", line: 1 },
    }),
  ],
  not_assessed: [{ what: "feature/labels", reason: HOSTILE, side: "subject" }],
  assessment: "incomplete",
  fail_on: "high",
  rules: [
    {
      id: "FM-C001",
      kind: "destructive_vs_additive",
      summary: "One removes what the other extends",
      rationale: "Both cannot stand.",
      example: "replace beside extend",
    },
  ],
  notes: ["judged by the rules of main"],
};
const CLEAR: WireReport = { ...REPORT, findings: [], not_assessed: [], assessment: "complete", notes: [] };

describe("sarif", () => {
  const schema = JSON.parse(
    readFileSync(new URL("../../fixtures/sarif/sarif-2.1.0.schema.json", import.meta.url), "utf8"),
  );
  // The official schema is draft 4; but for its name and its id it reads the same in draft 7.
  delete schema.$schema;
  delete schema.id;
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  ajv.addFormat("uri", (text: string) => URL.canParse(text));
  ajv.addFormat("uri-reference", (text: string) => URL.canParse(text, "file:///root/"));
  ajv.addFormat("date-time", (text: string) => !Number.isNaN(Date.parse(text)));
  const validate = ajv.compile(schema);
  const errorsOf = (report: WireReport) => {
    validate(JSON.parse(JSON.stringify(sarifLog(report))));
    return validate.errors ?? [];
  };
  // biome-ignore lint/suspicious/noExplicitAny: a SARIF log is read field by field
  const runOf = (report: WireReport): any => (sarifLog(report) as { runs: unknown[] }).runs[0];

  it("is valid against the official schema, with findings and without", () => {
    expect(errorsOf(REPORT)).toEqual([]);
    expect(errorsOf(CLEAR)).toEqual([]);
    expect(errorsOf({ ...REPORT, findings: [wired(HIGH, { place: { path: "a", line: 0 } })] })).not.toEqual([]);
  });

  it("gives every result a repo-relative physical place, a logical one where there is a scope, and its rule", () => {
    const { results, tool } = runOf(REPORT);
    expect(results[0].locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: "src/payments/service.ts", uriBaseId: "SRCROOT" },
          region: { startLine: 12, endLine: 40 },
        },
        logicalLocations: [{ fullyQualifiedName: "symbol:PaymentService", kind: "symbol" }],
      },
    ]);
    expect(results[1].locations[0].physicalLocation.artifactLocation.uri).toBe(
      "src/%E3%83%A9%E3%83%99%E3%83%AB%20%231.ts",
    );
    expect(results.map((r: { level: string }) => r.level)).toEqual(["error", "note"]);
    expect(tool.driver.rules[results[0].ruleIndex].id).toBe("FM-C001");
    expect(tool.driver.rules.map((r: { id: string }) => r.id)).toEqual(["FM-C001", "FM-C003"]);
  });

  it("keeps a fingerprint when the line moves", () => {
    const moved = {
      ...REPORT,
      findings: REPORT.findings.map((f) => ({ ...f, place: { ...f.place, line: 99, endLine: 120 } })),
    };
    const prints = (report: WireReport) =>
      runOf(report).results.map((r: { partialFingerprints: unknown }) => r.partialFingerprints);
    expect(prints(moved)).toEqual(prints(REPORT));
  });

  it("suppresses what is settled", () => {
    const report = { ...REPORT, findings: [wired(HIGH, { settled: true })] };
    expect(errorsOf(report)).toEqual([]);
    expect(runOf(report).results[0].suppressions).toEqual([{ kind: "external", status: "accepted" }]);
  });

  it("stops at 25,000 results and says what was cut", () => {
    const many = { ...REPORT, findings: Array.from({ length: MAX_RESULTS + 7 }, () => wired(LOW)) };
    const run = runOf(many);
    expect(run.results).toHaveLength(25_000);
    expect(JSON.stringify(run.invocations)).toContain("7 results were cut");
  });

  it("says what was not assessed, and that the run is not complete", () => {
    const [invocation] = runOf(REPORT).invocations;
    expect(invocation.executionSuccessful).toBe(false);
    expect(JSON.stringify(invocation.toolExecutionNotifications)).toContain("not assessed: feature/labels");
  });
});

describe("junit", () => {
  it("opens in a reader: failures at the threshold, errors for what was not assessed", async () => {
    const suites = await junit.parse(junitText(REPORT));
    expect(suites).toMatchObject({ tests: 3, failures: 1, errors: 1 });
    const cases = (suites as { testsuite: { testcase: Record<string, unknown>[] }[] }).testsuite[0]?.testcase ?? [];
    expect(cases.map((c) => [c.classname, Boolean(c.failure), Boolean(c.error)])).toEqual([
      ["FM-C001", true, false],
      ["FM-C003", false, false],
      ["not_assessed", false, true],
    ]);
    expect(JSON.stringify(cases[0])).toContain("Put a PaymentProvider between them");
  });

  it("does not fail what is settled", async () => {
    const settled = { ...REPORT, findings: [wired(HIGH, { settled: true })] };
    expect(await junit.parse(junitText(settled))).toMatchObject({ failures: 0 });
  });

  it("fails nothing under --fail-on never, and has a passing case when all is clear", async () => {
    expect(await junit.parse(junitText({ ...REPORT, fail_on: "never" }))).toMatchObject({ failures: 0 });
    expect(await junit.parse(junitText(CLEAR))).toMatchObject({ tests: 1, failures: 0, errors: 0 });
  });
});

describe("github", () => {
  it("writes one command a line, worst first, with everything escaped", () => {
    const lines = githubText(REPORT).trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      /^::error file=src\/payments\/service.ts,line=12,title=HIGH FM-C001 destructive_vs_additive::int_…extend wants/,
    );
    expect(lines[1]).toBe(
      "::error title=foremerge%3A not assessed::feature/labels: 50%25\\r\\n::error::x, </script><img src=x onerror=alert(1)> [a](javascript:b) | `c` @team \\u001b[31m\\u202e",
    );
    expect(lines[2]).toMatch(/^::notice file=src\/ラベル #1.ts,line=1,/);
    expect(lines[3]).toMatch(
      /^::notice title=foremerge ci::1 HIGH, 1 LOW; 1 not assessed; the assessment is incomplete/,
    );
  });

  it("escapes percent, colon and comma in a property", () => {
    const odd = { ...CLEAR, findings: [wired(HIGH, { place: { path: "a,b:c%d.ts", line: 1 } })] };
    expect(githubText(odd)).toContain("file=a%2Cb%3Ac%25d.ts,line=1");
  });

  it("stops at ten annotations; the summary counts the rest", () => {
    const many = { ...CLEAR, findings: [...Array.from({ length: 12 }, () => wired(LOW)), wired(HIGH)] };
    const lines = githubText(many).trimEnd().split("\n");
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/^::error /);
    expect(lines[10]).toContain("3 annotations more");
  });
});

describe("markdown", () => {
  it("renders without raw HTML, links or mentions from stored text", () => {
    const html = new MarkdownIt({ html: true, linkify: true }).render(
      markdownText({
        ...REPORT,
        findings: [...REPORT.findings, wired(HIGH, { scope: { kind: "symbol", key: HOSTILE } })],
      }),
    );
    expect(html).not.toMatch(/<(img|script|a)\b/i);
    expect(html.replace(/<code>.*?<\/code>/g, "")).not.toContain("@team");
    expect(html.match(/<tr>/g)).toHaveLength(4);
    expect(html).toContain("<strong>HIGH</strong>");
    expect(html).not.toMatch(/[\u001b\u202e]/);
  });

  it("stays below the size of a comment whatever is in it", () => {
    const long = { kind: "symbol" as const, key: "ラ".repeat(500) };
    const text = "漢<@".repeat(1000);
    const many = {
      ...REPORT,
      findings: Array.from({ length: 400 }, () =>
        wired(HIGH, { scope: long, explanation: text, suggestion: text, sides: [text, text] }),
      ),
    };
    expect(markdownText(many).length).toBeLessThan(65_536);
  });

  it("says clear only when everything was looked at", () => {
    expect(markdownText(CLEAR)).toBe("## foremerge ci: clear\n");
    expect(markdownText({ ...CLEAR, assessment: "incomplete" })).toContain("incomplete, not clear");
  });
});

describe("graphs", () => {
  const graph: Graph = {
    intents: [
      { id: "int_a", agent: "claude-a", summary: `Replace "Payment" ${HOSTILE}`, status: "INTENT" },
      { id: "int_b", agent: "codex-b", summary: "Extend", status: "CLAIMED" },
    ],
    scopes: [{ id: "symbol:paymentservice", text: "symbol:PaymentService" }],
    edges: [{ intent: "int_a", scope: "symbol:paymentservice", operation: "replace", inferred: false }],
    findings: [{ id: "cfl_1", rule: "FM-C001", severity: "HIGH", status: "OPEN", source: "int_a", target: "int_b" }],
    orders: [{ first: "int_b", second: "int_a" }],
  };

  it("draws Mermaid whose labels hold no syntax", () => {
    const text = mermaidText(graph);
    expect(text.split("\n").slice(2)).toEqual([
      '  i1["codex-b: Extend (CLAIMED)"]',
      '  s0(["symbol:PaymentService"])',
      '  i0 -->|"replace"| s0',
      '  i1 ==>|"before"| i0',
      '  i0 <-. "HIGH FM-C001" .-> i1',
      "  linkStyle 2 stroke:#b3261e",
      "",
    ]);
    expect(text.split("\n")[1]).toMatch(/^ {2}i0\["[^"<>&`|]*"\]$/);
  });

  it("draws DOT whose labels end where they should", () => {
    const text = dotText(graph);
    expect(text).toContain('label="replace"');
    expect(text.split("\n")[4]).toMatch(/^ {2}i0 \[shape=box, label="(?:[^"\\]|\\.)*"\];$/);
    expect(text).toContain('i0 -> i1 [dir=both, style=dashed, constraint=false, color="#b3261e"');
  });
});
