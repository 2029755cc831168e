// foremerge config set: writes one key of .foremerge.yaml and leaves the rest as it was.
import type { CommandSpec } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "config set",
  summary: "Write one setting to .foremerge.yaml",
  args: ["<key>", "<value>"],
  options: [],
  examples: [
    "foremerge config set fail_on medium",
    "foremerge config set rules.FM-C003 low",
    'foremerge config set people "[robin, ada]"',
  ],
  details: "The value is read as YAML. Comments and the order of keys stay; a value that is not valid changes nothing.",
  run: async (ctx) => {
    const { setSetting } = await import("../config/edit.ts");
    const key = argument(ctx, "key") ?? "";
    const { file, value } = setSetting(ctx.session.root, key, argument(ctx, "value") ?? "");
    return {
      document: { schema: "foremerge.setting/1", as_of_event: null, key, value, origin: "file", file },
      exit: 0,
      table: () => `${key}: ${JSON.stringify(value)}  (${file})`,
    };
  },
};
