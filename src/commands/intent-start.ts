// foremerge intent start: the owner begins, or goes back to finished work.
import { startIntent } from "../core/intent-steps.ts";
import { type CommandSpec, type Document, FINDING_FORMATS } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "intent start",
  summary: "Begin work on an intent; prints the findings that are open",
  args: ["<id>"],
  options: [],
  formats: FINDING_FORMATS,
  examples: ["foremerge intent start int_01k8", "foremerge intent start int_01k8 --json | jq .open_conflicts"],
  run: async (ctx) => {
    const document = await startIntent(ctx.session, argument(ctx, "id") ?? "");
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/intents.ts")).intentText(view, document),
    };
  },
};
