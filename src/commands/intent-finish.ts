// foremerge intent finish: the work is done and waits for acceptance; its locks are let go.
import { finishIntent } from "../core/intent-steps.ts";
import { type CommandSpec, type Document, FINDING_FORMATS } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "intent finish",
  summary: "Mark work as done; records its head commit and lets go of its locks",
  args: ["<id>"],
  options: [
    {
      flags: "--strict",
      description: "exit 1 when something undeclared was changed, or an operation turned out destructive",
    },
  ],
  formats: FINDING_FORMATS,
  examples: ["foremerge intent finish int_01k8", "foremerge intent finish int_01k8 --strict --json | jq .drift"],
  details:
    "Compares what was declared with what was really changed (foremerge drift); the work is finished whatever that finds.\n" +
    "Plain claims stay until the intent is accepted or discarded. foremerge intent start goes back to the work.",
  run: async (ctx) => {
    const { document, drift } = await finishIntent(ctx.session, argument(ctx, "id") ?? "");
    const drifted = drift !== undefined && drift.undeclared.length + drift.destructive.length > 0;
    return {
      document: document as unknown as Document,
      exit: ctx.options.strict && drifted ? 1 : 0,
      table: async (view) => {
        const { intentText } = await import("../report/intents.ts");
        if (!drifted) return intentText(view, document);
        const { driftText } = await import("../report/drift.ts");
        return `${intentText(view, document)}\n${driftText(view, drift)}`;
      },
    };
  },
};
