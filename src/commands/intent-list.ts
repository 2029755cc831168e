// foremerge intent list: open intents, or those that a filter names.
import { listIntents } from "../core/inspect.ts";
import type { CommandSpec } from "./command.ts";
import { one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "intent list",
  summary: "List open intents",
  options: [
    { flags: "--all", description: "ended ones too" },
    {
      flags: "--status <status>",
      description: "only this state",
      choices: [
        "intent",
        "claimed",
        "in_progress",
        "provisional",
        "accepted",
        "discarded",
        "INTENT",
        "CLAIMED",
        "IN_PROGRESS",
        "PROVISIONAL",
        "ACCEPTED",
        "DISCARDED",
      ],
    },
    { flags: "--by <agent>", description: "only of this agent" },
    { flags: "--task <task>", description: "only of this plan task" },
    { flags: "--group <name>", description: "only of this batch" },
  ],
  examples: [
    "foremerge intent list",
    "foremerge intent list --by claude-a --json",
    "foremerge intent list --status accepted",
  ],
  run: (ctx) => {
    const state = ctx.session.state();
    const filter = Object.fromEntries(
      ["status", "by", "task", "group"].flatMap((name) => {
        const value = one(ctx, name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const intents = listIntents(ctx.session, state, { ...filter, all: ctx.options.all === true });
    return {
      document: { schema: "foremerge.intents/1", as_of_event: state.asOf, intents },
      exit: 0,
      table: async (view) => (await import("../report/intents.ts")).intentsText(view, intents, "No open intent."),
      lines: () => intents,
    };
  },
};
