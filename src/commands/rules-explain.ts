// foremerge rules explain: one rule, its reason and an example.
import { RULES } from "../detect/registry.ts";
import { ForemergeError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { fields } from "../report/table.ts";
import type { CommandSpec } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "rules explain",
  summary: "Explain a rule: what it says, why, and an example",
  args: ["<rule>"],
  options: [],
  examples: ["foremerge rules explain FM-C001", "foremerge rules explain duplicate_work --json"],
  run: (ctx) => {
    const word = (argument(ctx, "rule") ?? "").trim();
    const meta = RULES.find((meta) => meta.id === word.toUpperCase() || meta.kind === word.toLowerCase());
    if (!meta) {
      const names = RULES.flatMap((meta) => [meta.id, meta.kind]);
      throw new ForemergeError("NOT_FOUND", `no rule ${JSON.stringify(word)}`, {
        hint: `foremerge rules list shows them${nearest(word, names)}`,
      });
    }
    const level = ctx.session.settings.rules[meta.id] ?? "default";
    return {
      document: { schema: "foremerge.rule/1", as_of_event: null, rule: { ...meta, level } },
      exit: 0,
      table: (view) =>
        fields(
          view,
          Object.entries({ ...meta, level }).map(([name, value]) => [
            name,
            Array.isArray(value)
              ? value.map(String)
              : typeof value === "object" && value !== null
                ? JSON.stringify(value)
                : String(value),
          ]),
        ),
    };
  },
};
