// `hook post-task` (spec 3.6): a sub-agent has ended. Tasks that were frozen for a blocker which is over by now are
// looked at again; with `apply` those that may go on are thawed.
import { loadPlans } from "../plan-files.ts";
import { blockerOf, proposedTask } from "../proposed-in.ts";
import type { Session } from "../session.ts";
import { advise, type HookAnswer, SILENT } from "./answer.ts";
import type { Deadline } from "./deadline.ts";

const OVER: readonly string[] = ["done", "discarded", "archived", "ACCEPTED", "DISCARDED"];
/** Outcomes that let a frozen task go on: as it was, or with a new plan. */
const GOES_ON: readonly string[] = ["auto_thaw", "auto_discard"];

/** What comes next for frozen tasks whose blocker is over. Silent when there is none. */
export async function answerTaskEnd(session: Session, apply: boolean, deadline: Deadline): Promise<HookAnswer> {
  if (!session.place.exists) return SILENT;
  const state = session.state();
  const { tree } = await loadPlans(session, (id) => state.plan(id));
  const isOver = (id: string): boolean => {
    const nodes = tree.withId(id);
    const status = nodes.length > 0 ? nodes.map((node) => node.status) : [state.intent(id)?.status ?? ""];
    return status.every((one) => OVER.includes(one));
  };
  const waiting = state.openConflicts().filter((conflict) => {
    const task = proposedTask(conflict);
    return (
      task !== undefined && tree.withId(task).some(({ status }) => status === "frozen") && isOver(blockerOf(conflict))
    );
  });
  if (waiting.length === 0) return SILENT;
  const { arbitrateConflict } = await import("../arbitrate.ts");
  const lines: string[] = [];
  for (const { id } of waiting) {
    deadline.check(`${id} was looked at again`);
    const said = await arbitrateConflict(session, id, false);
    const goesOn = GOES_ON.includes(said.outcome);
    const done = apply && goesOn ? await arbitrateConflict(session, id, true) : said;
    const what = done.applied
      ? `${done.task} was thawed`
      : goesOn
        ? `${done.task} may go on`
        : `${done.task} stays frozen`;
    lines.push(`- ${what} (${done.outcome}): ${done.reason}`);
    if (goesOn && !done.applied) lines.push(`  foremerge arbitrate ${id} --apply`);
  }
  return advise(["foremerge: what frozen tasks were waiting for is over.", ...lines].join("\n"));
}
