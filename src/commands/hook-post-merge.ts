// foremerge hook post-merge: what git's post-merge hook calls.
import type { CommandSpec } from "./command.ts";
import { tellPerson } from "./hook-call.ts";

export const command: CommandSpec = {
  name: "hook post-merge",
  summary: "Name work that is merged by now; for git's post-merge hook",
  options: [],
  examples: ["foremerge hook post-merge", "foremerge hook install git"],
  details: "Names open intents whose work the base branch holds, and the command that closes each.",
  run: (ctx) => tellPerson(ctx, async (session) => (await import("../core/hooks/git-events.ts")).afterMerge(session)),
};
