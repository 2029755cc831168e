// arbitration.decided: what happens next to a conflict between tasks (spec 4.4).
import { inside, isListOf, isName, isRecord, isSettledBy, isText, nullOr } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

function arbitrationFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.id)) return "/id";
  if (!nullOr(value.conflict_id, isName)) return "/conflict_id";
  if (!nullOr(value.task, isName)) return "/task";
  if (!nullOr(value.blocker, isName)) return "/blocker";
  if (!isText(value.outcome)) return "/outcome";
  if (!isText(value.reason)) return "/reason";
  if (!isListOf(value.actions, isText)) return "/actions";
  if (value.by !== "arbiter" && !isSettledBy(value.by)) return "/by";
  if (!isName(value.agent)) return "/agent";
  return undefined;
}

export const arbitrationDecided: ConflictEvent<"arbitration.decided"> = {
  type: "arbitration.decided",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    return inside(data.arbitration, "/arbitration", arbitrationFault);
  },
  subject: (data) => data.arbitration.conflict_id,
  nodes: ({ arbitration: { task, blocker } }) =>
    [...new Set([task, blocker])].filter((node): node is string => node !== null),
  move: () => "none",
  apply({ conflict }, { data, at }) {
    conflict?.arbitrations.push({ ...data.arbitration, at });
  },
};
