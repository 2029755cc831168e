// foremerge conflicts show: one conflict with its detections, decisions and judgements.
import type { ConflictDocument } from "../core/documents.ts";
import { showConflict } from "../core/inspect.ts";
import { type CommandContext, type CommandSpec, type Document, FINDING_FORMATS } from "./command.ts";
import { argument } from "./declaration.ts";

async function sidesOf(ctx: CommandContext, shown: ConflictDocument) {
  const { diffsOf, otherSides } = await import("../core/other-side.ts");
  const { diffs, notAssessed } = diffsOf(ctx.session, otherSides(ctx.session, ctx.session.state(), shown.conflict));
  return { diffs, not_assessed: notAssessed };
}

export const command: CommandSpec = {
  name: "conflicts show",
  summary: "Show a conflict with everything recorded about it",
  args: ["<id>"],
  options: [{ flags: "--diff", description: "also what the other side has changed so far" }],
  formats: FINDING_FORMATS,
  examples: [
    "foremerge conflicts show cfl_7k2m",
    "foremerge conflicts show cfl_7k2m --json",
    "foremerge conflicts show cfl_7k2m --diff",
  ],
  run: async (ctx) => {
    const state = ctx.session.state();
    const shown = showConflict(state, argument(ctx, "id") ?? "");
    const sides = ctx.options.diff === true ? await sidesOf(ctx, shown) : undefined;
    const document = { ...shown, ...sides };
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => {
        const { conflictText } = await import("../report/conflicts.ts");
        if (!sides) return conflictText(view, document);
        const { sidesText } = await import("../report/sides.ts");
        return `${conflictText(view, document)}\n${sidesText(view, sides.diffs, sides.not_assessed)}`;
      },
    };
  },
};
