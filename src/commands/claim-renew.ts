// foremerge claim renew: a lease runs on; never a shorter one.
import { renewClaims } from "../core/claim-calls.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument, one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "claim renew",
  summary: "Let a lease run on, or all of yours",
  args: ["[id]"],
  options: [{ flags: "--lease <duration>", description: "new length from now (the claim's own)" }],
  examples: ["foremerge claim renew", "foremerge claim renew clm_01k8 --lease 4h"],
  details:
    "A renewal never shortens a lease. Any call of yours renews live leases by itself once half of them is gone.",
  run: (ctx) => {
    const document = renewClaims(ctx.session, argument(ctx, "id"), one(ctx, "lease"));
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) =>
        (await import("../report/claims.ts")).claimsText(view, document.claims, "You hold no live claim."),
    };
  },
};
