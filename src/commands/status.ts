// foremerge status: one screen of who does what.
import { status } from "../core/status.ts";
import type { CommandSpec, Document } from "./command.ts";

export const command: CommandSpec = {
  name: "status",
  summary: "One screen: who works on what, open findings, leases, stopped work",
  options: [],
  examples: ["foremerge status", "foremerge status --json | jq .counts"],
  run: (ctx) => {
    const document = status(ctx.session, ctx.session.state());
    return {
      document: document as unknown as Document,
      exit: 0,
      table: async (view) => (await import("../report/status.ts")).statusText(view, document),
    };
  },
};
