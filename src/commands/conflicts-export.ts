// foremerge conflicts export: every conflict with its detections and decisions, one a line, for other tools.
import { listConflicts, showConflict } from "../core/inspect.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "conflicts export",
  summary: "Print every conflict with its history, one JSON document a line",
  options: [],
  examples: [
    "foremerge conflicts export > conflicts.ndjson",
    "foremerge conflicts export --json | jq '.conflicts[].conflict.status'",
  ],
  run: (ctx) => {
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
