// clarification.answered: a question of a strategy got its answer (spec 4.5).
import { count, fields, name, text } from "./check.ts";
import type { ConflictEvent } from "./definition.ts";

export const clarificationAnswered: ConflictEvent<"clarification.answered"> = {
  type: "clarification.answered",
  of: "conflict",
  check: fields({ conflict_id: name, question: text, answer: text, round: count }),
  subject: (data) => data.conflict_id,
  move: () => "none",
  apply({ conflict }, { data, at }) {
    conflict?.answers.push({ question: data.question, answer: data.answer, round: data.round, at });
  },
};
