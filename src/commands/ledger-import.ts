// foremerge ledger import: takes in the events of another ledger, a set union by id.
import { importDocument } from "../core/ledger-care.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "ledger import",
  summary: "Take in events that are not here yet",
  args: ["<file>"],
  options: [],
  examples: [
    "foremerge ledger import team.jsonl",
    "ssh build-host foremerge ledger export - | foremerge ledger import -",
  ],
  details: "Order and repetition never matter. Makes the ledger when there is none. Exit 1 when lines were left out.",
  run({ session, args, io }) {
    const file = args.file as string;
    const document = importDocument(session, file === "-" ? { bytes: io.stdin() } : { file });
    return {
      document,
      exit: document.left_out > 0 ? 1 : 0,
      table: () => `${document.added} events taken in, ${document.lines - document.added} were here already`,
    };
  },
};
