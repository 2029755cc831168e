// foremerge scope suggest: scopes out of what has changed.
import { suggestScopes } from "../core/suggest-scopes.ts";
import type { CommandSpec } from "./command.ts";
import { DIFF_OPTIONS, diffRequest } from "./diff-option.ts";

export const command: CommandSpec = {
  name: "scope suggest",
  summary: "Derive scopes from a diff",
  options: DIFF_OPTIONS,
  examples: [
    "foremerge scope suggest",
    "foremerge scope suggest --staged --json",
    "foremerge scope suggest --range main...feature/labels",
  ],
  details:
    "Files, and the symbols and schema elements whose lines changed: added, removed, renamed, modified; extended when\n" +
    "old uses still fit (an optional parameter, a wider type), replaced when some do not (a parameter removed, moved,\n" +
    "narrowed or newly required). Where the text does not say, it is modified and the changed signature is marked.",
  run: async (ctx) => {
    const document = await suggestScopes(ctx.session, diffRequest(ctx.options));
    return {
      document,
      exit: 0,
      table: async (view) => (await import("../report/derived-scopes.ts")).derivedScopesText(view, document.scopes),
      lines: () => document.scopes,
    };
  },
};
