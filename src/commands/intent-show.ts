// foremerge intent show: one intent with its claims and open findings.
import { showIntent } from "../core/inspect.ts";
import { type CommandSpec, type Document, FINDING_FORMATS } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "intent show",
  summary: "Show an intent with its claims and open findings",
  args: ["<id>"],
  options: [],
  formats: FINDING_FORMATS,
  examples: ["foremerge intent show int_01k8", "foremerge intent show int_01k8 --json"],
  run: (ctx) => {
    const document = showIntent(ctx.session, ctx.session.state(), argument(ctx, "id") ?? "");
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/intents.ts")).intentText(view, document),
    };
  },
};
