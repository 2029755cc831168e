// foremerge intent finish: the work is done and waits for acceptance; its locks are let go.
import { finishIntent } from "../core/intent-steps.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "intent finish",
  summary: "Mark work as done; records its head commit and lets go of its locks",
  args: ["<id>"],
  options: [],
  examples: ["foremerge intent finish int_01k8", "foremerge intent finish int_01k8 --json"],
  details: "Plain claims stay until the intent is accepted or discarded. foremerge intent start goes back to the work.",
  run: (ctx) => {
    const document = finishIntent(ctx.session, argument(ctx, "id") ?? "");
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/intents.ts")).intentText(view, document),
    };
  },
};
