// FM-F001: two sides touch the same files. Found by the dispatch check (src/plan/l1.ts), not by scopes.
import type { NamedRule } from "./rule.ts";

export const fileOverlap: NamedRule = {
  meta: {
    id: "FM-F001",
    kind: "file_overlap",
    summary: "A task about to be dispatched touches a file that another task or intent touches.",
    rationale:
      "Two agents in one file overwrite each other or leave a merge to somebody else. That they share a file does not " +
      "prove that they share a line, so it is surfaced; the dispatch check treats it as a conflict until somebody " +
      "orders the two or both say which parts they touch.",
    severity: { asserted: "MEDIUM", surfaced: "MEDIUM" },
    example: { source: "artifact src/auth/login.ts", target: "artifact src/auth/**" },
    miss: {
      source: "artifact src/auth/login.ts",
      target: "artifact src/authz/rules.ts",
      why: "folders are told apart by whole names",
    },
    since: "0.1.0",
    yieldsToOrder: true,
  },
};
