// foremerge scope compare: do two scopes meet, on which tier, with what score.
import { describeComparison } from "../core/explain-scope.ts";
import { fields } from "../report/table.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument } from "./declaration.ts";

export const command: CommandSpec = {
  name: "scope compare",
  summary: "Show whether two scopes meet, on which tier, with what score",
  args: ["<a>", "<b>"],
  options: [],
  examples: [
    "foremerge scope compare symbol:Report::render 'symbol:App\\Report::render'",
    "foremerge scope compare file:src/ file:src/label.ts --json",
  ],
  run: (ctx) => {
    const compared = describeComparison(ctx.session, argument(ctx, "a") ?? "", argument(ctx, "b") ?? "");
    return {
      document: compared as unknown as Document,
      exit: 0,
      table: (view) =>
        fields(view, [
          ["match", compared.match ?? "none"],
          ["overlap score", compared.overlap_score],
          ["finding score", compared.finding_score],
          ["can assert", compared.can_assert ? "yes" : "no"],
          ["jaccard of tokens", compared.jaccard],
          ["a", [compared.a.full, compared.a.alias]],
          ["b", [compared.b.full, compared.b.alias]],
        ]),
    };
  },
};
