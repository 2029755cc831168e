// foremerge claim release: let go of a claim or lock, or of everything.
import { releaseClaims } from "../core/claim-calls.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "claim release",
  summary: "Let go of a claim or lock, or of all of yours",
  args: ["[id]"],
  options: [{ flags: "--all", description: "everything that you hold, as at the end of a session" }],
  examples: ["foremerge claim release clm_01k8", "foremerge claim release --all"],
  run: (ctx) => {
    const document = releaseClaims(ctx.session, argument(ctx, "id"), ctx.options.all === true);
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/claims.ts")).releasedText(view, document.claims),
    };
  },
};
