// foremerge config explain: every setting, its value and where it comes from.
import { explainSettings, settingsUnder } from "../core/explain-settings.ts";
import { table } from "../report/table.ts";
import type { CommandSpec } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "config explain",
  summary: "Show every setting, its value and where it comes from",
  args: ["[key]"],
  options: [],
  examples: [
    "foremerge config explain",
    "foremerge config explain hooks",
    "foremerge config explain --json | jq '.settings[] | select(.origin != \"default\")'",
  ],
  run: (ctx) => {
    const key = argument(ctx, "key");
    const settings = key === undefined ? explainSettings(ctx.session) : settingsUnder(ctx.session, key);
    const file = ctx.session.loadedSettings.file ?? null;
    return {
      document: { schema: "foremerge.config/1", as_of_event: null, file, settings },
      exit: 0,
      table: (view) =>
        table(
          view,
          [{ title: "key", min: 16 }, { title: "value", min: 12 }, { title: "origin" }, { title: "type", min: 16 }],
          settings.map(({ key, value, origin, type }) => [key, JSON.stringify(value), origin, type]),
        ),
      lines: () => settings,
    };
  },
};
