// foremerge intent adopt: somebody takes over work whose owner has gone silent.
import { adoptIntent } from "../core/intent-steps.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument, one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "intent adopt",
  summary: "Take over stopped work; live work is never adopted",
  args: ["<id>"],
  options: [{ flags: "--reason <text>", description: "why (required)" }],
  examples: [
    'foremerge intent adopt int_01k8 --reason "ada is away until Monday, the release waits for it"',
    "foremerge status    # lists stopped work with its age",
  ],
  details:
    "Stopped means: no call of its owner for more than stopped_after (2 h), and no live claim. The state stays as it is,\nlapsed claims are released, and the owner before you is on record.",
  run: (ctx) => {
    const document = adoptIntent(ctx.session, argument(ctx, "id") ?? "", one(ctx, "reason"));
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/intents.ts")).intentText(view, document),
    };
  },
};
