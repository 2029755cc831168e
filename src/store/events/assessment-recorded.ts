// assessment.recorded: an agent judges its own intent against another (spec 4.2).
import { inside, isName, isRecord, isText } from "./check.ts";
import type { PlainEvent } from "./definition.ts";

const VERDICTS = new Set<unknown>(["conflicts", "compatible", "duplicate", "depends_on"]);
const ACTIONS = new Set<unknown>(["proceeding", "rescoping", "waiting", "abandoning"]);

function assessmentFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.id)) return "/id";
  if (!isName(value.intent_id)) return "/intent_id";
  if (!isName(value.other_id)) return "/other_id";
  if (!VERDICTS.has(value.verdict)) return "/verdict";
  if (!ACTIONS.has(value.action)) return "/action";
  if (!isText(value.reason)) return "/reason";
  if (!isName(value.agent)) return "/agent";
  return undefined;
}

export const assessmentRecorded: PlainEvent<"assessment.recorded"> = {
  type: "assessment.recorded",
  of: "assessment",
  check(data) {
    if (!isRecord(data)) return "";
    return inside(data.assessment, "/assessment", assessmentFault);
  },
};
