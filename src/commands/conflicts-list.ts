// foremerge conflicts list: open findings, or those that a filter names.
import { listConflicts } from "../core/inspect.ts";
import { viewOfConflict } from "../core/recording.ts";
import { type CommandSpec, FINDING_FORMATS } from "./command.ts";
import { one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "conflicts list",
  summary: "List open findings, worst first",
  options: [
    { flags: "--all", description: "settled ones too" },
    {
      flags: "--status <status>",
      description: "only this state",
      choices: [
        "open",
        "coordinating",
        "resolved",
        "overridden",
        "dismissed",
        "OPEN",
        "COORDINATING",
        "RESOLVED",
        "OVERRIDDEN",
        "DISMISSED",
      ],
    },
    {
      flags: "--severity <severity>",
      description: "only this severity",
      choices: ["high", "medium", "low", "HIGH", "MEDIUM", "LOW"],
    },
    { flags: "--intent <id>", description: "only with this intent on either side" },
    { flags: "--by <agent>", description: "only with an intent of this agent" },
  ],
  formats: FINDING_FORMATS,
  examples: [
    "foremerge conflicts list",
    "foremerge conflicts list --severity high --json",
    "foremerge conflicts list --by claude-a --all",
  ],
  run: (ctx) => {
    const state = ctx.session.state();
    const filter = Object.fromEntries(
      ["status", "severity", "intent", "by"].flatMap((name) => {
        const value = one(ctx, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const conflicts = listConflicts(state, { ...filter, all: ctx.options.all === true }).map(viewOfConflict);
    return {
      document: { schema: "foremerge.conflicts/1", as_of_event: state.asOf, conflicts },
      exit: 0,
      table: async (view) =>
        (await import("../report/conflicts.ts")).conflictsText(view, conflicts, "No open conflict."),
      lines: () => conflicts,
    };
  },
};
