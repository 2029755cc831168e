// foremerge claim take: say that an intent is on a scope, or lock files.
import { takeClaim } from "../core/claim-calls.ts";
import { invalidInput } from "../errors.ts";
import { type CommandSpec, type Document, FINDING_FORMATS } from "./command.ts";
import { one, words } from "./declaration.ts";

export const command: CommandSpec = {
  name: "claim take",
  summary: "Say that you are on something; --exclusive locks files",
  args: ["<scopes...>"],
  options: [
    { flags: "--intent <id>", description: "your intent that the claim belongs to (required)" },
    { flags: "--lease <duration>", description: "how long it holds: 60s to 24h (1h, claims.lease)" },
    { flags: "--reason <text>", description: "shown to others" },
    { flags: "--exclusive", description: "a lock: others cannot lock the same files; file: scopes only, all or none" },
    { flags: "--read", description: "a shared lock or a reader's claim: readers do not disturb readers" },
    {
      flags: "--wait <duration>",
      description: "how long to wait for a lock; 0 refuses at once (30s, locks.timeout_seconds)",
    },
  ],
  formats: FINDING_FORMATS,
  examples: [
    "foremerge claim take symbol:PaymentService --intent int_01k8",
    "foremerge claim take file:src/pay.ts file:src/pay/ --intent int_01k8 --exclusive --wait 2m",
    "foremerge claim take file:src/label.ts --intent int_01k8 --lease 15m",
  ],
  details:
    "A plain claim never fails because of somebody else: it warns (FM-C005). Any call you make renews your live leases\nonce half of them is gone. A scope is KIND:KEY, without an operation.",
  run: async (ctx) => {
    const intent = one(ctx, "intent");
    if (intent === undefined)
      throw invalidInput("--intent is missing", "write --intent int_…; foremerge intent list shows your intents");
    const document = await takeClaim(ctx.session, intent, {
      scopes: words(ctx, "scopes"),
      lease: one(ctx, "lease"),
      wait: one(ctx, "wait"),
      reason: one(ctx, "reason"),
      exclusive: ctx.options.exclusive === true,
      read: ctx.options.read === true,
    });
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) =>
        (await import("../report/claims.ts")).takenText(view, document.claims, document.findings ?? []),
    };
  },
};
