// strategy.chosen: a way to settle was chosen, or strategies were brought (spec 4.5).
import { bool, fields, list, name, number, record, settledBy, text } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

const added = fields({ strategies: list(record), agent: name }, { recommended: number, suggestions: list(text) });

export const strategyChosen: ConflictEvent<"strategy.chosen"> = {
  type: "strategy.chosen",
  of: "conflict",
  check: fields({ conflict_id: name }, { name: text, custom: bool, by: settledBy, added }),
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply({ conflict }, { data, at }) {
    if (!conflict) return;
    if (data.added) conflict.strategies = { ...data.added, at };
    if (data.name !== undefined) {
      conflict.chosen = {
        name: data.name,
        at,
        by: data.by ?? "agent",
        ...(data.custom === undefined ? {} : { custom: data.custom }),
      };
    }
  },
};
