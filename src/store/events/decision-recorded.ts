// decision.recorded: somebody went past a gate and said why (spec 4.1).
import { inside, isName, isRecord, isText } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

function recordedFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.id)) return "/id";
  if (!isText(value.subject)) return "/subject";
  if (!isText(value.reason)) return "/reason";
  if (!isName(value.agent)) return "/agent";
  return undefined;
}

export const decisionRecorded: PlainEvent<"decision.recorded"> = {
  type: "decision.recorded",
  of: "nothing",
  check(data) {
    if (!isRecord(data)) return "";
    return inside(data.decision, "/decision", recordedFault);
  },
};
