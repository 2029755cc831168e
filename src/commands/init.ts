// foremerge init: creates the ledger.
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "init",
  summary: "Create the ledger of this repository",
  options: [],
  examples: ["foremerge init"],
  run: () => 0,
};
