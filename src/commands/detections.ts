// foremerge detections: when a conflict was found, oldest first.
import { findConflict } from "../core/inspect.ts";
import type { CommandSpec } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "detections",
  summary: "List every time a conflict was detected, oldest first",
  args: ["<id>"],
  options: [],
  examples: ["foremerge detections cfl_7k2m", "foremerge conflicts detections cfl_7k2m --json"],
  run: (ctx) => {
    const state = ctx.session.state();
    const { id, detections } = findConflict(state, argument(ctx, "id") ?? "");
    return {
      document: { schema: "foremerge.detections/1", as_of_event: state.asOf, conflict_id: id, detections },
      exit: 0,
      table: async (view) => (await import("../report/conflicts.ts")).detectionsText(view, detections),
      lines: () => detections,
    };
  },
};
