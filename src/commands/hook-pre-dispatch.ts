// foremerge hook pre-dispatch: what should be known before a sub-agent is started on a task.
import { SILENT } from "../core/hooks/answer.ts";
import type { CommandSpec } from "./command.ts";
import { answerHook } from "./hook-call.ts";

export const command: CommandSpec = {
  name: "hook pre-dispatch",
  summary: "Check the plan task that a sub-agent is about to be started on",
  options: [],
  examples: ["foremerge hook pre-dispatch < tool-call.json", "foremerge hook install claude"],
  details:
    "Finds the id of a plan task in the input of the Task (or Agent) tool and runs plan check on it. Advises, or, with\n" +
    "hooks.block_on_dispatch: conflict, blocks a conflict (exit 2). Whatever goes wrong is exit 0 and one line.",
  run: (ctx) =>
    answerHook(ctx, { event: "PreToolUse", input: "needed" }, async ({ session, call, deadline }) => {
      const { answerDispatch, STARTERS } = await import("../core/hooks/pre-dispatch.ts");
      if (call === undefined || !STARTERS.includes(call.tool)) return SILENT;
      return answerDispatch(session, call.texts, deadline);
    }),
};
