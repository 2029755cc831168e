// foremerge scope parse: how a scope is read, its normal forms and tokens.
import { describeScope } from "../core/explain-scope.ts";
import { fields } from "../report/table.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "scope parse",
  summary: "Show how a scope is read: normal forms, tokens, warnings",
  args: ["<scope>"],
  options: [],
  examples: [
    "foremerge scope parse 'symbol:App\\Services\\Report::render'",
    'foremerge scope parse "api:GET /labels/{id}?full=1" --json',
  ],
  run: (ctx) => {
    const parsed = describeScope(ctx.session, argument(ctx, "scope") ?? "");
    return {
      document: parsed as unknown as Document,
      exit: 0,
      table: (view) =>
        fields(view, [
          ["kind", parsed.kind],
          ["key", parsed.key],
          ["operation", parsed.operation ?? "none: read out of the summary"],
          ["full", parsed.full],
          ["alias", parsed.alias],
          ["tokens", parsed.tokens],
          ...(parsed.warnings.length > 0 ? [["warnings", { text: parsed.warnings, role: "warn" }] as const] : []),
        ]),
    };
  },
};
