// JUnit XML for CI servers that read nothing else: a finding is a test case, what fails the run is a failure, what
// could not be looked at an error. Pure.
import { escapeXml } from "./escape.ts";
import { fails, severityCounts, type WireFinding, type WireReport } from "./wire.ts";
import { scopeText } from "./words.ts";

/** The report as one `<testsuites>` document. */
export function junitText(report: WireReport): string {
  const cases = [
    ...report.findings.map((finding) => findingCase(finding, fails(finding, report.fail_on))),
    ...report.not_assessed.map(({ what, reason, side }) => {
      const body =
        side === "subject"
          ? `<error message="${escapeXml(`not assessed: ${reason}`)}" type="not_assessed"/>`
          : `<skipped message="${escapeXml(`not assessed: ${reason}`)}"/>`;
      return testCase("not_assessed", what, body);
    }),
  ];
  if (cases.length === 0) cases.push(testCase("foremerge", "no collision with other work", ""));
  const failures = report.findings.filter((finding) => fails(finding, report.fail_on)).length;
  const errors = report.not_assessed.filter(({ side }) => side === "subject").length;
  const skipped = report.not_assessed.length - errors;
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
  const output =
    escapeXml(severityCounts(report.findings)) + report.notes.map((note) => `\n${escapeXml(note)}`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="foremerge" ${counts}>
  <testsuite name="${escapeXml(report.title)}" ${counts} skipped="${skipped}" time="0">
${cases.join("\n")}
    <system-out>${output}</system-out>
  </testsuite>
</testsuites>
`;
}

function testCase(className: string, name: string, body: string): string {
  const head = `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}" time="0"`;
  return body === "" ? `${head}/>` : `${head}>${body}</testcase>`;
}

function findingCase(finding: WireFinding, failing: boolean): string {
  const name = `${finding.severity} ${scopeText(finding.scope) ?? finding.kind} ${finding.id}`;
  const text = [
    `${finding.severity} ${finding.rule} ${finding.kind}${finding.settled ? " (settled)" : ""}`,
    finding.explanation,
    `Advice: ${finding.suggestion}`,
    ...finding.sides,
    `${finding.place.path}:${finding.place.line}`,
  ]
    .map(escapeXml)
    .join("\n");
  const body = failing
    ? `<failure message="${escapeXml(finding.explanation)}" type="${escapeXml(finding.rule)}">${text}</failure>`
    : `<system-out>${text}</system-out>`;
  return testCase(finding.rule, name, body);
}
