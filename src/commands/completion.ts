// foremerge completion: the script of a shell, and what that script asks for while somebody types.
import { invalidInput } from "../errors.ts";
import { nearest } from "../nearest.ts";
import type { CommandSpec } from "./command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

export const command: CommandSpec = {
  name: "completion",
  summary: "Print the completion script of bash, zsh or fish",
  args: ["<shell>", "[words...]"],
  options: [],
  examples: [
    "source <(foremerge completion bash)",
    "foremerge completion zsh > ~/.zfunc/_foremerge",
    "foremerge completion fish | source",
  ],
  details:
    "Completes commands, flags, and ids, agents, scopes and rules out of the ledger. The scripts ask\n`foremerge completion suggest -- WORDS…`, which prints a line `:files`, `:dirs` or `:words` and one suggestion a line.",
  run: async ({ args, io, session }) => {
    const shell = String(args.shell);
    if (shell === "suggest") {
      session.bookkeeping = false;
      const { suggest } = await import("./completion-suggest.ts");
      const words = Array.isArray(args.words) ? (args.words as readonly string[]) : [];
      const found = await suggest(session, words);
      if (typeof found === "string") io.out(`:${found}\n`);
      else
        io.out(
          `:words\n${found.map(({ value, about }) => (about ? `${value}\t${oneLine(about)}` : value)).join("\n")}\n`,
        );
      return 0;
    }
    const name = SHELLS.find((each) => each === shell);
    if (!name) {
      throw invalidInput(
        `completion for ${JSON.stringify(shell)} is not known`,
        `write bash, zsh or fish${nearest(shell, SHELLS)}`,
      );
    }
    const { COMPLETION_SCRIPTS } = await import("../report/completion-scripts.ts");
    io.out(COMPLETION_SCRIPTS[name]);
    return 0;
  },
};

/** A description on one short line, nothing in it that a terminal would obey. */
function oneLine(text: string): string {
  return Array.from(text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " "))
    .slice(0, 60)
    .join("");
}
