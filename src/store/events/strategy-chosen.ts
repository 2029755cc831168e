// strategy.chosen: a way to settle was chosen, or strategies were brought (spec 4.5).
import { absentOr, inside, isBoolean, isListOf, isName, isNumber, isRecord, isSettledBy, isText } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

function addedFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isListOf(value.strategies, isRecord)) return "/strategies";
  if (!isName(value.agent)) return "/agent";
  if (!absentOr(value.recommended, isNumber)) return "/recommended";
  if (value.suggestions !== undefined && !isListOf(value.suggestions, isText)) return "/suggestions";
  return undefined;
}

export const strategyChosen: ConflictEvent<"strategy.chosen"> = {
  type: "strategy.chosen",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    if (!absentOr(data.name, isText)) return "/name";
    if (!absentOr(data.custom, isBoolean)) return "/custom";
    if (!absentOr(data.by, isSettledBy)) return "/by";
    return data.added === undefined ? undefined : inside(data.added, "/added", addedFault);
  },
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
