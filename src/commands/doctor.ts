// foremerge doctor: checks the set-up and says how to mend it.
import { examine } from "../core/doctor/doctor.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "doctor",
  summary: "Check the set-up and say how to mend it; creates nothing",
  options: [{ flags: "--fix", description: "take git's conflict markers out of the ledger, after a backup" }],
  examples: [
    "foremerge doctor",
    "foremerge doctor --json | jq '.checks[] | select(.state == \"wrong\")'",
    "foremerge doctor --fix",
  ],
  details: "Exit status 1 when something is wrong; notes alone leave it at 0.",
  run: ({ session, options }) => {
    session.bookkeeping = false;
    const document = examine(session, options.fix === true);
    return {
      document,
      exit: document.healthy ? 0 : 1,
      table: async (view) => (await import("../report/doctor.ts")).doctorText(view, document),
    };
  },
};
