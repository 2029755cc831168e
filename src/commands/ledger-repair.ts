// foremerge ledger repair: moves damage to quarantine and notes it; a dry run without --yes.
import { repairDocument } from "../core/ledger-care.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "ledger repair",
  summary: "Move damaged bytes to quarantine; says what it would do without --yes",
  options: [{ flags: "--yes", description: "do it; a backup is kept first" }],
  examples: ["foremerge ledger repair", "foremerge ledger repair --yes"],
  details: "A valid record is never touched. What was moved lies under quarantine/ beside the ledger.",
  run({ session, options }) {
    const document = repairDocument(session, options.yes === true);
    return {
      document,
      exit: 0,
      table: async (view) => (await import("../report/ledger.ts")).repairText(view, document),
    };
  },
};
