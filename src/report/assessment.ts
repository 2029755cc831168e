// A recorded judgement for people. Pure.
import type { View } from "../commands/command.ts";
import type { Assessment } from "../store/model.ts";
import { fields } from "./table.ts";

/** Table form of `foremerge.assessment/1`. */
export function assessmentText(view: View, assessment: Assessment): string {
  return fields(view, [
    ["Judgement", assessment.id],
    ["Intent", assessment.intent_id],
    ["Other", assessment.other_id],
    ["Verdict", { text: assessment.verdict, role: "strong" }],
    ["Action", assessment.action],
    ["Reason", assessment.reason],
    ["By", `${assessment.agent}, ${assessment.at}`],
  ]);
}
