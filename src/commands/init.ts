// foremerge init: creates the ledger; idempotent.
import { initialise } from "../core/initialise.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "init",
  summary: "Create the ledger of this repository",
  options: [
    {
      flags: "--in-tree",
      description: "keep the ledger in the working tree, tracked by git (see what that costs below)",
    },
  ],
  examples: ["foremerge init", "foremerge init --in-tree", "foremerge init --json"],
  details: `The ledger lies in the git directory: all linked worktrees share it, and checkout, stash, reset and rebase never touch
it. --in-tree puts it at .foremerge/ledger.jsonl instead: a checkout rewinds it, two branches that both append meet
in a merge, and the merge buttons of hosts ignore the union driver that .gitattributes asks for.`,
  run: (ctx) => {
    const made = initialise(ctx.session, { inTree: ctx.options.inTree === true });
    return {
      document: { schema: "foremerge.init/1", as_of_event: made.asOf, ...made.report },
      exit: 0,
      table: () =>
        [
          made.report.created
            ? `Created the ledger ${made.report.ledger}`
            : `The ledger is there already: ${made.report.ledger}`,
          ...made.report.warnings.map((warning) => `Note: ${warning}`),
          "",
          "Next:",
          ...made.report.next.map((line) => `  ${line}`),
        ].join("\n"),
    };
  },
};
