// clarification.answered: a question of a strategy got its answer (spec 4.5).
import { isCount, isName, isRecord, isText } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const clarificationAnswered: ConflictEvent<"clarification.answered"> = {
  type: "clarification.answered",
  of: "conflict",
  check(data) {
    if (!isRecord(data)) return "";
    if (!isName(data.conflict_id)) return "/conflict_id";
    if (!isText(data.question)) return "/question";
    if (!isText(data.answer)) return "/answer";
    if (!isCount(data.round)) return "/round";
    return undefined;
  },
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply({ conflict }, { data, at }) {
    conflict?.answers.push({ question: data.question, answer: data.answer, round: data.round, at });
  },
};
