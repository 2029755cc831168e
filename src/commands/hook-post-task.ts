// foremerge hook post-task: what frozen tasks may do now that a sub-agent has ended.
import type { CommandSpec } from "./command.ts";
import { answerHook } from "./hook-call.ts";

export const command: CommandSpec = {
  name: "hook post-task",
  summary: "Look again at frozen tasks whose blocker is over",
  options: [{ flags: "--apply", description: "thaw those that may go on" }],
  examples: ["foremerge hook post-task", "foremerge hook post-task --apply", "foremerge hook install claude"],
  details:
    "For a coding agent's PostToolUse hook on its Task tool, or for a script. A task goes on as it was when its blocker\n" +
    "left its files alone, and needs a new plan when it did not. Whatever goes wrong is exit 0 and one line.",
  run: (ctx) =>
    answerHook(ctx, { event: "PostToolUse", input: "welcome" }, async ({ session, deadline }) => {
      const { answerTaskEnd } = await import("../core/hooks/post-task.ts");
      return answerTaskEnd(session, ctx.options.apply === true, deadline);
    }),
};
