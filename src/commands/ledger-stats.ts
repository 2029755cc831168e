// foremerge ledger stats: what the ledger holds and what it costs.
import { statsDocument } from "../core/ledger-care.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "ledger stats",
  summary: "Count events, intents, conflicts and bytes",
  options: [],
  examples: ["foremerge ledger stats", "foremerge ledger stats --json | jq .bytes"],
  run({ session }) {
    const document = statsDocument(session);
    return {
      document,
      exit: 0,
      table: async (view) => (await import("../report/ledger.ts")).statsText(view, document),
    };
  },
};
