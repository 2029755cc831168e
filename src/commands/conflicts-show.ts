// foremerge conflicts show: one conflict with its detections, decisions and judgements.
import { showConflict } from "../core/inspect.ts";
import { type CommandSpec, type Document, FINDING_FORMATS } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "conflicts show",
  summary: "Show a conflict with everything recorded about it",
  args: ["<id>"],
  options: [],
  formats: FINDING_FORMATS,
  examples: ["foremerge conflicts show cfl_7k2m", "foremerge conflicts show cfl_7k2m --json"],
  run: (ctx) => {
    const document = showConflict(ctx.session.state(), argument(ctx, "id") ?? "");
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/conflicts.ts")).conflictText(view, document),
    };
  },
};
