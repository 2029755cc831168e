// foremerge intent discard: the owner gives an intent up, with a reason.
import { discard } from "../core/discard.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument, one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "intent discard",
  summary: "Give an intent up; its claims and findings end with it",
  args: ["<id>"],
  options: [{ flags: "--reason <text>", description: "why (required)" }],
  examples: ['foremerge intent discard int_01k8 --reason "ben does it as part of the wallet work"'],
  run: (ctx) => {
    const document = discard(ctx.session, argument(ctx, "id") ?? "", one(ctx, "reason"));
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/intents.ts")).intentText(view, document),
    };
  },
};
