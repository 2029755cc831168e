// The three flags that say which diff is meant: --staged, --range A..B, --worktree.
import type { DiffRequest } from "../core/suggest-scopes.ts";
import { invalidInput } from "../errors.ts";
import type { CommandContext, OptionSpec } from "./command.ts";

export const DIFF_OPTIONS: readonly OptionSpec[] = [
  { flags: "--staged", description: "what is staged, against HEAD" },
  { flags: "--range <range>", description: "between two commits: A..B, or A...B from where they parted" },
  { flags: "--worktree", description: "everything that is not committed, new files included (default)" },
];

/** @throws INVALID_INPUT when more than one is named */
export function diffRequest(options: CommandContext["options"]): DiffRequest {
  const named = ["staged", "range", "worktree"].filter((name) => options[name] !== undefined);
  if (named.length > 1) {
    throw invalidInput(`${named.map((name) => `--${name}`).join(" and ")} do not go together`, "name one of them");
  }
  if (typeof options.range === "string") return { range: options.range };
  return options.staged ? "staged" : "worktree";
}
