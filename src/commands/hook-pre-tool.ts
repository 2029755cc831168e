// foremerge hook pre-tool: what a coding agent should know before it edits a file.
import { SILENT } from "../core/hooks/answer.ts";
import { answerPath } from "../core/hooks/pre-tool.ts";
import type { CommandSpec } from "./command.ts";
import { answerHook, sessionAt, toolCallFrom } from "./hook-call.ts";

export const command: CommandSpec = {
  name: "hook pre-tool",
  summary: "Advise before an edit; for a coding agent's PreToolUse hook",
  options: [{ flags: "--path <path>", description: "the file about to be edited, instead of JSON on standard input" }],
  examples: [
    "foremerge hook pre-tool < tool-call.json",
    "foremerge hook pre-tool --path src/pay.ts",
    "foremerge hook install claude",
  ],
  details:
    "Reads {tool_name, tool_input, cwd} and answers in JSON and by exit status: 0 nothing to say or advice, 2 blocked.\n" +
    "Blocks only for an exclusive claim of another live agent and, with hooks.block_on: high, for an open HIGH finding.\n" +
    "Whatever goes wrong is exit 0 and one line that begins with `not assessed`.",
  run: (ctx) =>
    answerHook(ctx, async (deadline) => {
      const { path } = ctx.options;
      if (typeof path === "string") return answerPath(ctx.session, path, deadline);
      const call = await toolCallFrom(ctx, deadline);
      if (call.path === undefined) return SILENT;
      return answerPath(await sessionAt(ctx, call.cwd), call.path, deadline);
    }),
};
