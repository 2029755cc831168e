// foremerge graph: intents, scopes and findings as a drawing.
import { graphDocument } from "../core/graph.ts";
import { resolveId } from "../core/ids.ts";
import type { CommandSpec } from "./command.ts";
import { many, one } from "./declaration.ts";

export const command: CommandSpec = {
  name: "graph",
  summary: "Draw intents, scopes and findings: --format mermaid or dot",
  options: [
    { flags: "--all", description: "closed intents and settled findings too" },
    { flags: "--by <agent>", description: "only this agent's intents and what they meet" },
    { flags: "--intent <id>", description: "only this intent and what it meets", repeatable: true },
  ],
  examples: [
    "foremerge graph --format mermaid",
    "foremerge graph --format dot | dot -Tsvg > work.svg",
    "foremerge graph --by claude-a",
  ],
  formats: ["mermaid", "dot"],
  run: (ctx) => {
    const state = ctx.session.state();
    const document = graphDocument(state, {
      all: ctx.options.all === true,
      by: one(ctx, "by"),
      intents: many(ctx, "intent")?.map((typed) => resolveId(state, typed, "int")),
      ignoreCase: ctx.session.repository?.ignoreCase ?? false,
    });
    return {
      document,
      exit: 0,
      table: async (view) => (await import("../report/graph-text.ts")).graphText(view, document),
      formats: {
        mermaid: async () => (await import("../report/mermaid.ts")).mermaidText(document),
        dot: async () => (await import("../report/dot.ts")).dotText(document),
      },
    };
  },
};
