// foremerge resolve --auto: an order, a clean merge, or a question. Called by resolve.ts, no command by itself.
import type { AutoResolutionDocument } from "../core/documents-merge.ts";
import { autoRequest, resolveAutomatically } from "../core/resolve-automatically.ts";
import type { CommandContext, Document, Outcome } from "./command.ts";
import { argument, one } from "./declaration.ts";

export async function resolveAuto(ctx: CommandContext): Promise<Outcome> {
  const request = autoRequest(argument(ctx, "id"), ctx.options.all === true, one(ctx, "strategy"), one(ctx, "first"));
  const document: AutoResolutionDocument = await resolveAutomatically(ctx.session, request);
  return {
    document: document as unknown as Document,
    exit: document.escalated > 0 ? 1 : 0,
    table: async (view) => (await import("../report/auto-resolution.ts")).autoResolutionText(view, document),
  };
}
