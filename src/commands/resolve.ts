// foremerge resolve: settle a conflict, with a reason.
import { viewOfConflict } from "../core/recording.ts";
import { type SettleAs, settle } from "../core/settle.ts";
import { invalidInput } from "../errors.ts";
import type { CommandSpec } from "./command.ts";
import { argument, one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "resolve",
  summary: "Settle a conflict, with a reason",
  args: ["[id]"],
  options: [
    { flags: "--reason <text>", description: "why; never blank" },
    { flags: "--as <state>", description: "how it is settled", choices: ["resolved", "overridden", "dismissed"] },
    { flags: "--resolution <text>", description: "what was agreed, when it is more than the reason" },
    { flags: "--auto", description: "settle without a person: by an order, by a clean merge, or with a question" },
    { flags: "--all", description: "with --auto: every open conflict" },
    { flags: "--strategy <name>", description: "with --auto: serialize, merge or escalate" },
  ],
  examples: [
    'foremerge resolve cfl_7k2m --reason "wallets first, then the new acquirer"',
    'foremerge resolve cfl_7k2m --as dismissed --reason "two services of one name"',
    "foremerge resolve --auto --all",
  ],
  run: async (ctx) => {
    if (ctx.options.auto) return await (await import("./resolve-auto.ts")).resolveAuto(ctx);
    const id = argument(ctx, "id");
    if (id === undefined)
      throw invalidInput(
        "ID is missing",
        "write foremerge resolve cfl_… --reason TEXT; foremerge conflicts list shows the ids",
      );
    const resolution = one(ctx, "resolution");
    const { conflict, decision, asOf } = settle(ctx.session, {
      id,
      reason: one(ctx, "reason") ?? "",
      as: (one(ctx, "as") ?? "resolved") as SettleAs,
      ...(resolution === undefined ? {} : { resolution }),
    });
    const view = viewOfConflict(conflict);
    return {
      document: { schema: "foremerge.resolution/1", as_of_event: asOf, conflict: view, decision },
      exit: 0,
      table: async (v) => (await import("../report/conflicts.ts")).resolutionText(v, view, decision),
    };
  },
};
