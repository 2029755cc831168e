// foremerge arbitrate: what happens next to a conflict between tasks; with --apply it is done.
import { type ArbitrationDocument, arbitrable, arbitrateConflict } from "../core/arbitrate.ts";
import { recoverInterrupted } from "../core/undo-folder.ts";
import { invalidInput } from "../errors.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "arbitrate",
  summary: "Say what happens next to a conflict between plan tasks",
  args: ["[id]"],
  options: [
    { flags: "--all", description: "every open conflict between tasks" },
    { flags: "--apply", description: "do it: freeze, thaw, reorder, or put the question to a person" },
  ],
  examples: [
    "foremerge arbitrate cfl_9q4x",
    "foremerge arbitrate cfl_9q4x --apply",
    "foremerge arbitrate --all --json",
  ],
  details: "Exit 1 when a person has to decide (outcome escalate). Application files are never edited.",
  run: async (ctx) => {
    const id = argument(ctx, "id");
    const { all, apply } = ctx.options;
    if ((id === undefined) === (all !== true)) {
      throw invalidInput(
        id === undefined ? "ID is missing" : "ID and --all ask for different things",
        "write foremerge arbitrate cfl_…, or --all",
      );
    }
    if (apply) await recoverInterrupted(ctx.session);
    if (id !== undefined) {
      const document = await arbitrateConflict(ctx.session, id, apply === true);
      return {
        document: document as Document,
        exit: document.outcome === "escalate" ? 1 : 0,
        table: async (view) => (await import("../report/resolving.ts")).arbitrationText(view, document),
      };
    }
    const results: ArbitrationDocument[] = [];
    for (const conflict of arbitrable(ctx.session.state())) {
      results.push(await arbitrateConflict(ctx.session, conflict.id, apply === true));
    }
    const asOf = apply ? ctx.session.ledger().read().asOf : ctx.session.state().asOf;
    return {
      document: { schema: "foremerge.arbitrations/1", as_of_event: asOf, results },
      exit: results.some(({ outcome }) => outcome === "escalate") ? 1 : 0,
      table: async (view) => (await import("../report/resolving.ts")).arbitrationsText(view, results),
      lines: () => results,
    };
  },
};
