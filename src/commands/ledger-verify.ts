// foremerge ledger verify: chains, ids, references, damage.
import { verifyDocument } from "../core/ledger-care.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "ledger verify",
  summary: "Check the whole ledger: chain per replica, ids, references",
  options: [],
  examples: ["foremerge ledger verify", "foremerge ledger verify --json | jq .valid"],
  details: "Exit 1 when there is damage. Repeated lines, CRLF, a byte order mark and blank lines are no damage.",
  run({ session }) {
    const document = verifyDocument(session);
    return {
      document,
      exit: document.valid ? 0 : 1,
      table: async (view) => (await import("../report/ledger.ts")).verifyText(view, document),
    };
  },
};
