// foremerge hook guide: the block for AGENTS.md, printed.
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "hook guide",
  summary: "Print the block that teaches an agent to declare, check and close",
  options: [],
  examples: ["foremerge hook guide", "foremerge init --agents"],
  details: "foremerge init --agents writes the same block into AGENTS.md, between marks, and replaces it next time.",
  run: async () => {
    const { GUIDE, guideBlock } = await import("../core/hooks/guide.ts");
    return {
      document: { schema: "foremerge.hook-guide/1", as_of_event: null, text: GUIDE, block: guideBlock() },
      exit: 0,
      table: () => guideBlock(),
    };
  },
};
