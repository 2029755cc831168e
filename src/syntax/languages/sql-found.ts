// What the readers of SQL statements find, and the kinds that they share.
import type { SymbolKind } from "../outline.ts";
import type { Span, TextOutline } from "../text-outline.ts";

type SqlEffect = NonNullable<TextOutline["effects"]>[number];

export interface Found {
  readonly spans: Span[];
  readonly effects: SqlEffect[];
  readonly references: Set<string>;
}

export const SIMPLE_KINDS: Readonly<Record<string, SymbolKind>> = {
  VIEW: "view",
  TYPE: "sql_type",
  DOMAIN: "sql_type",
  SEQUENCE: "sql_type",
  FUNCTION: "routine",
  PROCEDURE: "routine",
  PROC: "routine",
  TRIGGER: "trigger",
};
