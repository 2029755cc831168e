// foremerge config explain: every setting, its value and where it comes from.
import { explainSettings } from "../core/explain-settings.ts";
import { table } from "../report/table.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "config explain",
  summary: "Show every setting, its value and where it comes from",
  options: [],
  examples: [
    "foremerge config explain",
    "foremerge config explain --json | jq '.settings[] | select(.origin != \"default\")'",
  ],
  run: (ctx) => {
    const settings = explainSettings(ctx.session);
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
