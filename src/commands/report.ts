// foremerge report: how much was settled without a person, by what, and what waits.
import { type ReportDocument, report } from "../core/report.ts";
import type { CommandContext, CommandSpec, Document } from "./command.ts";
import { one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "report",
  summary: "Say how much was settled without a person",
  options: [
    { flags: "--group <name>", description: "only conflicts with an intent of this group" },
    { flags: "--since <time>", description: "only what was detected since a date, a time, or so long ago (7d)" },
    { flags: "--by <agent>", description: "only conflicts with an intent of this agent" },
    { flags: "--html <file>", description: "also write the ledger as one page that opens in a browser from disk" },
    { flags: "--min-rate <rate>", description: "exit 1 when the automatic rate is below this (0 to 1)" },
  ],
  examples: [
    "foremerge report",
    "foremerge report --since 7d --json",
    "foremerge report --html report.html",
    "foremerge report --group sprint-12 --min-rate 0.9",
  ],
  details:
    "The rate is automatic / (automatic + agents + person + escalated and open). What waits in an order, and what\n" +
    "nobody has looked at, is counted apart. Without anything to divide by the rate is null, and --min-rate passes.",
  run: async (ctx) => {
    const numbers = report(ctx.session, {
      since: one(ctx, "since"),
      group: one(ctx, "group"),
      by: one(ctx, "by"),
      minRate: one(ctx, "minRate"),
    });
    const html = one(ctx, "html");
    const written = html === undefined ? undefined : await writePage(ctx, html, numbers);
    const document = written === undefined ? numbers : { ...numbers, html: written };
    return {
      document: document as unknown as Document,
      exit: document.missed ? 1 : 0,
      table: async (view) => (await import("../report/numbers.ts")).reportText(view, document),
    };
  },
};

/** Writes the page; answers its absolute path. */
async function writePage(ctx: CommandContext, file: string, numbers: ReportDocument): Promise<string> {
  const { reportPage, writeReportPage } = await import("../core/report-page.ts");
  const { stoppedSince } = await import("../core/stopped.ts");
  const { pageHtml } = await import("../report/html/page.ts");
  const { session } = ctx;
  const state = session.state();
  const page = reportPage(session, state, numbers, (intent) => stoppedSince(session, state, intent));
  return writeReportPage(session, file, pageHtml(page));
}
