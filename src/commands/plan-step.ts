// What plan freeze, thaw, replan and undo share: one node, a reason, one undoable step.
import { type HandAction, planByHand, requireNode, undoReason } from "../core/plan-by-hand.ts";
import { requireReason } from "../core/settle.ts";
import { recoverInterrupted } from "../core/undo-folder.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument, one } from "./declaration.ts";

/** The command of one action. */
export function planStepCommand(
  action: HandAction,
  spec: Pick<CommandSpec, "summary" | "examples"> & Partial<Pick<CommandSpec, "details">>,
): CommandSpec {
  return {
    name: `plan ${action}`,
    args: ["<node>"],
    options: [
      { flags: "--reason <text>", description: action === "undo" ? "why it is taken back" : "why; never blank" },
      { flags: "--dry-run", description: "name the nodes and write nothing" },
    ],
    ...spec,
    run: async (ctx) => {
      const node = requireNode(argument(ctx, "node"));
      const reason = action === "undo" ? undoReason(one(ctx, "reason")) : requireReason(one(ctx, "reason"));
      const dryRun = ctx.options.dryRun === true;
      if (!dryRun) await recoverInterrupted(ctx.session);
      const document = await planByHand(ctx.session, { action, node, reason, dryRun });
      return {
        document: document as Document,
        exit: 0,
        table: async (view) => (await import("../report/resolving.ts")).planStepText(view, document),
      };
    },
  };
}
