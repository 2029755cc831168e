// foremerge hook pre-commit: what git's pre-commit hook calls.
import type { CommandSpec } from "./command.ts";
import { tellPerson } from "./hook-call.ts";

export const command: CommandSpec = {
  name: "hook pre-commit",
  summary: "Advise on what is staged; for git's pre-commit hook",
  options: [],
  examples: ["foremerge hook pre-commit", "foremerge hook install git"],
  details: "Names open intents and claims of others on what is staged. Never keeps anybody from committing.",
  run: (ctx) => tellPerson(ctx, async (session) => (await import("../core/hooks/git-events.ts")).beforeCommit(session)),
};
