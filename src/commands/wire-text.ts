// The formats that every command with findings offers, out of its document: one mechanism for all of them.

import type { Session } from "../core/session.ts";
import { addStepSummary } from "../core/step-summary.ts";
import { wireReport } from "../core/wire.ts";
import type { Document, FindingFormat } from "./command.ts";

/** The document in one of the formats; `github` also fills the job's summary where there is one. */
export async function wireText(
  format: FindingFormat,
  session: Session,
  document: Document,
  command: string,
): Promise<string> {
  const report = await wireReport(session, document, `foremerge ${command}`);
  switch (format) {
    case "sarif": {
      const { sarifLog } = await import("../report/sarif.ts");
      const { jsonText } = await import("../report/escape.ts");
      return jsonText(sarifLog(report));
    }
    case "junit":
      return (await import("../report/junit.ts")).junitText(report);
    case "markdown":
      return (await import("../report/markdown.ts")).markdownText(report);
    case "github": {
      const { markdownText } = await import("../report/markdown.ts");
      addStepSummary(session, () => markdownText(report));
      return (await import("../report/github.ts")).githubText(report);
    }
  }
}
