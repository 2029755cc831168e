// foremerge hook pre-tool: what a coding agent should know before it edits a file.
import { SILENT } from "../core/hooks/answer.ts";
import { answerPath } from "../core/hooks/pre-tool.ts";
import type { CommandSpec } from "./command.ts";
import { answerHook } from "./hook-call.ts";

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
  run: (ctx) => {
    const { path } = ctx.options;
    const written = typeof path === "string" ? path : undefined;
    const form = { event: "PreToolUse", input: written === undefined ? "needed" : "none" } as const;
    return answerHook(ctx, form, ({ session, call, deadline }) => {
      const edited = written ?? call?.path;
      return edited === undefined ? Promise.resolve(SILENT) : answerPath(session, edited, deadline);
    });
  },
};
