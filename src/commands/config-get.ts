// foremerge config get: one setting as it holds here.
import { findSetting } from "../core/explain-settings.ts";
import type { CommandSpec } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "config get",
  summary: "Print one setting as it holds here",
  args: ["<key>"],
  options: [],
  examples: ["foremerge config get fail_on", "foremerge config get hooks --json"],
  run: (ctx) => {
    const key = argument(ctx, "key") ?? "";
    const { value, origin } = findSetting(ctx.session, key);
    return {
      document: { schema: "foremerge.setting/1", as_of_event: null, key, value, origin },
      exit: 0,
      table: () => (typeof value === "string" ? value : JSON.stringify(value)),
    };
  },
};
