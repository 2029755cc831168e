// foremerge symbols: the names and lines that the extractor sees in files.
import type { CommandSpec } from "./command.ts";

export const command: CommandSpec = {
  name: "symbols",
  summary: "List the symbols and schema elements of files",
  args: ["<files...>"],
  options: [],
  examples: [
    "foremerge symbols src/payments/refund.ts",
    "foremerge symbols db/schema.sql api/openapi.yaml --json",
    "foremerge symbols src/labels/",
  ],
  details:
    "Code: TypeScript, JavaScript, Python, Go, Rust, Java, C#, PHP, Ruby, C, C++. Schemas: SQL, GraphQL, OpenAPI, JSON\n" +
    "Schema, protobuf. Package manifests: their dependencies. These names are what plans and scopes may use. A file with\n" +
    "syntax errors gives what can be read, and says where it could not.",
  run: async (ctx) => {
    const { listSymbols } = await import("../core/list-symbols.ts");
    const document = await listSymbols(ctx.session, ctx.args.files as readonly string[]);
    return {
      document,
      exit: 0,
      table: async (view) => (await import("../report/symbols.ts")).symbolsText(view, document),
      lines: () => document.files,
    };
  },
};
