// foremerge rules list: every rule with the level in force.
import { RULES } from "../detect/registry.ts";
import { table } from "../report/table.ts";
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "rules list",
  summary: "List the rules and the level each has here",
  options: [],
  examples: ["foremerge rules list", "foremerge rules list --json"],
  run: (ctx) => {
    const levels = ctx.session.settings.rules;
    const rules = RULES.map((meta) => ({
      id: meta.id,
      kind: meta.kind,
      summary: meta.summary,
      level: levels[meta.id] ?? "default",
    }));
    return {
      document: { schema: "foremerge.rules/1", as_of_event: null, rules },
      exit: 0,
      table: (view) =>
        table(
          view,
          [{ title: "rule", rigid: true }, { title: "kind" }, { title: "level" }, { title: "summary", min: 20 }],
          rules.map((rule) => [rule.id, rule.kind, rule.level, rule.summary]),
        ),
      lines: () => rules,
    };
  },
};
