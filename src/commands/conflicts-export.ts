// foremerge conflicts export: every conflict with its detections and decisions, one a line, for other tools.
import { listConflicts, showConflict } from "../core/inspect.ts";
import { invalidInput } from "../errors.ts";
import type { CommandContext, CommandSpec, Outcome } from "./command.ts";
import { one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "conflicts export",
  summary: "Print every conflict with its history, one JSON document a line",
  options: [
    {
      flags: "--as <form>",
      description: "another form: conflicts and history as plan tools read them",
      choices: ["plan-records"],
    },
    { flags: "--out <dir>", description: "write conflicts.jsonl and history.jsonl here, with --as plan-records" },
  ],
  examples: [
    "foremerge conflicts export > conflicts.ndjson",
    "foremerge conflicts export --json | jq '.conflicts[].conflict.status'",
    "foremerge conflicts export --as plan-records --out .claude/plans/conflicts",
  ],
  run: (ctx) => {
    const out = one(ctx, "out");
    if (one(ctx, "as") === "plan-records") return exportRecords(ctx, out);
    if (out !== undefined)
      throw invalidInput("--out belongs to --as plan-records", "write --as plan-records beside it");
    const state = ctx.session.state();
    const conflicts = listConflicts(state, { all: true }).map(({ id }) => showConflict(state, id));
    return {
      document: { schema: "foremerge.conflicts-export/1", as_of_event: state.asOf, conflicts },
      exit: 0,
      table: () => conflicts.map((conflict) => JSON.stringify(conflict)).join("\n"),
      lines: () => conflicts,
    };
  },
};

async function exportRecords(ctx: CommandContext, out: string | undefined): Promise<Outcome> {
  const { planRecordLines, planRecords, writePlanRecords } = await import("../core/plan-records.ts");
  const state = ctx.session.state();
  const records = planRecords(state);
  const files = out === undefined ? [] : writePlanRecords(ctx.session, records, out);
  return {
    document: { schema: "foremerge.plan-records/1", as_of_event: state.asOf, ...records, files },
    exit: 0,
    table: () => {
      if (files.length > 0) return files.join("\n");
      const { conflicts, history } = planRecordLines(records);
      return conflicts + history;
    },
    lines: () => [...records.conflicts, ...records.history],
  };
}
