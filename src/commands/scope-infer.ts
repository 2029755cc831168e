// foremerge scope infer: what a summary says is done to a scope, and which words decided.
import { describeInference } from "../core/explain-scope.ts";
import { invalidInput } from "../errors.ts";
import { fields } from "../report/table.ts";
import type { CommandSpec, Document } from "./command.ts";
import { argument, many } from "./declaration.ts";

export const command: CommandSpec = {
  name: "scope infer",
  summary: "Show which operation a summary implies, and which words decided",
  args: ["<text>"],
  options: [{ flags: "--scope <scope>", description: "the scope that the summary is read for", repeatable: true }],
  examples: [
    'foremerge scope infer "Delete the flaky ThumbnailCache benchmark test" --scope symbol:ThumbnailCache',
    'foremerge scope infer "Port labels to PDF" --scope domain:labels --json',
  ],
  run: (ctx) => {
    const scopes = many(ctx, "scope") ?? [];
    if (scopes.length !== 1)
      throw invalidInput(`--scope was given ${scopes.length} times`, "write one --scope KIND:KEY");
    const read = describeInference(ctx.session, argument(ctx, "text") ?? "", scopes[0] as string);
    return {
      document: read as unknown as Document,
      exit: 0,
      table: (view) =>
        fields(view, [
          ["operation", read.operation],
          ["recognised", read.recognised ? "yes" : "no: nothing in the text is a known verb"],
          ["withdrawn", read.withdrawn ? "yes: the text is about a part or a side matter" : "no"],
          ["verb", read.verb],
          ["phrase", read.phrase],
        ]),
    };
  },
};
