// foremerge intent accept: finished work is in; open HIGH findings refuse it.
import { acceptIntent } from "../core/intent-steps.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument, one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "intent accept",
  summary: "Accept finished work; open HIGH findings refuse it",
  args: ["<id>"],
  options: [
    { flags: "--allow-high-conflicts", description: "override the open HIGH findings; needs --reason" },
    { flags: "--reason <text>", description: "why; recorded as a decision" },
    { flags: "--merged", description: "for work that the base branch holds already, finished or not" },
  ],
  examples: [
    "foremerge intent accept int_01k8",
    'foremerge intent accept int_01k8 --allow-high-conflicts --reason "the old service goes next week, agreed with ben"',
    "foremerge intent accept int_01k8 --merged",
  ],
  details:
    "Intents that this one depends on must be accepted first. Claims are released. An order of two intents is fulfilled\nwhen the first is accepted; the second then finds its gate open.",
  run: async (ctx) => {
    const document = await acceptIntent(ctx.session, argument(ctx, "id") ?? "", {
      allowHighConflicts: ctx.options.allowHighConflicts === true,
      reason: one(ctx, "reason"),
      merged: ctx.options.merged === true,
    });
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/intents.ts")).intentText(view, document),
    };
  },
};
