// foremerge hook pre-push: what git's pre-push hook calls.
import type { CommandSpec } from "./command.ts";
import { tellPerson } from "./hook-call.ts";

export const command: CommandSpec = {
  name: "hook pre-push",
  summary: "Carry the ledger along with a push; for git's pre-push hook",
  options: [],
  examples: ["foremerge hook pre-push", "foremerge hook install git"],
  details:
    "Runs foremerge ledger sync (in the branch that sync.branch names, if any) and names the findings that are new here.\nNever keeps anybody from pushing.",
  run: (ctx) => tellPerson(ctx, async (session) => (await import("../core/hooks/git-events.ts")).beforePush(session)),
};
