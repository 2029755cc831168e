// foremerge plan validate: what is wrong with the plan files.
import { type CommandSpec, type Document, FINDING_FORMATS } from "./command.ts";

export const command: CommandSpec = {
  name: "plan validate",
  summary: "List every violation of the plan files, with file and line",
  options: [],
  formats: FINDING_FORMATS,
  examples: ["foremerge plan validate", "foremerge plan validate --json"],
  details:
    "Ids are unique, parents and children exist and agree, depends_on is known and has no circle, every status is\n" +
    "legal, whoever is frozen has a reason, paths and scopes can be read. Exit 1 with violations.",
  run: async (ctx) => {
    const { validatePlanFiles } = await import("../core/dispatch/validate-plans.ts");
    const document = await validatePlanFiles(ctx.session);
    return {
      document: document as unknown as Document,
      exit: document.violations.length > 0 ? 1 : 0,
      table: async (view) => (await import("../report/plan.ts")).planValidateText(view, document),
    };
  },
};
