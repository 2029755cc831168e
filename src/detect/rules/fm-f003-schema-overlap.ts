// FM-F003: two sides touch the same schema element of a file. Found by the dispatch check, not by scopes.
import type { NamedRule } from "./rule.ts";

export const schemaOverlap: NamedRule = {
  meta: {
    id: "FM-F003",
    kind: "schema_overlap",
    summary: "Two sides touch the same table, column, type, field, operation or message of a schema.",
    rationale:
      "A schema is read by more people than its authors know. Two changes of one element are agreed more cheaply than " +
      "they are merged.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "artifact db/001.sql, symbols [labels]", target: "artifact db/001.sql, symbols [labels.width]" },
    miss: {
      source: "artifact db/001.sql, symbols [labels.width]",
      target: "artifact db/001.sql, symbols [labels.height]",
      why: "two columns of one table are two things",
    },
    since: "0.1.0",
    yieldsToOrder: true,
  },
};
