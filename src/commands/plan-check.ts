// foremerge plan check: may this task be handed to an agent?
import type { PlanCheckDocument } from "../core/dispatch/document.ts";
import { invalidInput } from "../errors.ts";
import { type CommandSpec, type Document, FINDING_FORMATS } from "./command.ts";

export const command: CommandSpec = {
  name: "plan check",
  summary: "Check a task against pending and running work before it is dispatched",
  args: ["<task>"],
  options: [
    { flags: "--no-record", description: "a what-if: conflicts are told and not recorded" },
    { flags: "--allow-unknown", description: "an unknown verdict does not change the exit status" },
    { flags: "--strict", description: "what could not be looked at on the other side makes the verdict unknown" },
    {
      flags: "--fail-on <severity>",
      description: "never: a conflict does not change the exit status",
      choices: ["high", "medium", "low", "never"],
    },
  ],
  formats: FINDING_FORMATS,
  examples: [
    "foremerge plan check TASK-00120",
    "foremerge plan check plans/TASK-00120.md --json",
    "foremerge plan check TASK-00120 --no-record --allow-unknown",
  ],
  details:
    "Compares the task's files (L1), the symbols inside of them (L2), scopes and summary (L3) and, for tasks of tier 2\n" +
    "and above, the decisions on record (L4) with pending siblings, active tasks and open intents. TASK is an id or the\n" +
    "path of a node's file. Exit 0 clear, 1 conflict, unknown or out of time, 2 bad input, 3 no ledger.",
  run: async (ctx) => {
    const { options, session } = ctx;
    const task = ctx.args.task as string;
    if (task.trim() === "") throw invalidInput("TASK is blank", "write a task's id or the path of its file");
    session.bookkeeping = options.record !== false;
    const { checkPlan } = await import("../core/dispatch/check-plan.ts");
    const document = await checkPlan(session, {
      task,
      record: options.record !== false,
      strict: options.strict === true,
    });
    if (document.timed_out) session.warn("the check ran out of time: what it did not come to counts as a conflict");
    return {
      document: document as unknown as Document,
      exit: exitOf(document, options.failOn === "never", options.allowUnknown === true),
      table: async (view) => (await import("../report/plan.ts")).planCheckText(view, document),
    };
  },
};

/** The exit status follows the verdict (spec 3.5). */
function exitOf({ verdict, timed_out }: PlanCheckDocument, never: boolean, allowUnknown: boolean): number {
  if (verdict === "conflict" || timed_out) return never ? 0 : 1;
  return verdict === "unknown" && !allowUnknown ? 1 : 0;
}
