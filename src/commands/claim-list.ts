// foremerge claim list: who holds what until when.
import { listClaims } from "../core/claim-calls.ts";
import type { CommandSpec, Document } from "./command.ts";
import { one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "claim list",
  summary: "List claims and locks that were not released, with the end of every lease",
  options: [
    { flags: "--by <agent>", description: "only claims of this agent" },
    { flags: "--intent <id>", description: "only claims of this intent" },
  ],
  examples: [
    "foremerge claim list",
    "foremerge claim list --by ada",
    "foremerge claim list --json | jq '.claims[] | select(.exclusive)'",
  ],
  run: (ctx) => {
    const document = listClaims(ctx.session, ctx.session.state(), { by: one(ctx, "by"), intent: one(ctx, "intent") });
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/claims.ts")).claimsText(view, document.claims),
      lines: () => document.claims,
    };
  },
};
