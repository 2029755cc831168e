// `hook pre-dispatch` (spec 3.6): a sub-agent is about to be started. Finds the task that its input names and checks it
// as `plan check` does.
import type { PlanCheckDocument } from "../dispatch/document.ts";
import { type LoadedPlans, loadPlans } from "../plan-files.ts";
import type { Session } from "../session.ts";
import { advise, block, type HookAnswer, quoted, SILENT } from "./answer.ts";
import { type Deadline, DeadlineSignal } from "./deadline.ts";

/** Tools that start a sub-agent. */
export const STARTERS: readonly string[] = ["Task", "Agent"];
const MOST_TASKS = 3;

/** The answer for the texts of a tool's input. Silent when they name no task of the plans. */
export async function answerDispatch(
  session: Session,
  texts: readonly string[],
  deadline: Deadline,
): Promise<HookAnswer> {
  if (!session.place.exists) return SILENT;
  const state = session.state();
  const plans = await loadPlans(session, (id) => state.plan(id));
  const tasks = namedTasks(plans, texts);
  if (tasks.length === 0) return SILENT;
  const { checkPlan } = await import("../dispatch/check-plan.ts");
  const told: string[] = [];
  let conflict = false;
  for (const task of tasks) {
    deadline.check(`${task} was checked`);
    const left = deadline.left();
    const caps = { L1: Math.min(500, left), L2: left, L3: left, L4: left };
    const document = await checkPlan(session, { task, record: true, strict: false, judge: "remembered", plans, caps });
    if (document.timed_out) throw new DeadlineSignal(`the hook's time was up while ${task} was checked`);
    conflict ||= document.verdict === "conflict";
    if (document.verdict !== "clear") told.push(textOf(document));
  }
  const text = told.join("\n");
  return conflict && session.settings.hooks.block_on_dispatch === "conflict" ? block(text) : advise(text);
}

/** Tasks, whole or broken, whose id stands in the texts as a word of its own; in the order in which they stand. */
function namedTasks({ tree }: LoadedPlans, texts: readonly string[]): readonly string[] {
  const ids = new Set([
    ...tree.nodes.filter((node) => tree.isTask(node)).map(({ id }) => id),
    ...tree.broken.flatMap(({ id }) => (id === undefined ? [] : [id])),
  ]);
  const all = texts.join("\n");
  return [...ids]
    .map((id) => ({ id, at: wordAt(all, id) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at)
    .slice(0, MOST_TASKS)
    .map(({ id }) => id);
}

/** Where a word stands that is no part of a longer one; -1 for nowhere. */
function wordAt(text: string, word: string): number {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + word.length] ?? " ";
    if (
      !/[\p{L}\p{N}_-]/u.test(before) &&
      !/[\p{L}\p{N}_]/u.test(after) &&
      !/^-[\p{L}\p{N}]/u.test(text.slice(at + word.length))
    ) {
      return at;
    }
  }
  return -1;
}

function textOf({ task, verdict, pairs, not_assessed }: PlanCheckDocument): string {
  const head =
    verdict === "conflict"
      ? `foremerge: ${task} collides with work that is pending or running.`
      : `foremerge: not everything about ${task} could be looked at, so it is not clear.`;
  const lines = pairs
    .filter((pair) => pair.verdict !== "clear")
    .slice(0, 5)
    .map((pair) => {
      const where = [...pair.overlap.functions, ...pair.overlap.schema_elements, ...pair.overlap.files].slice(0, 4);
      const what = pair.summary === undefined ? "" : ` ${quoted(pair.summary)}`;
      const why = pair.reason ?? where.join(", ");
      return `- ${pair.verdict} with ${pair.kind} ${pair.with}${what}${pair.layer ? ` (${pair.layer})` : ""}${why === "" ? "" : `: ${why}`}`;
    });
  for (const { what, reason } of not_assessed.slice(0, 3)) lines.push(`- not assessed: ${what}: ${reason}`);
  return [
    head,
    ...lines,
    `foremerge plan check ${task} tells more; depends_on between the two settles the order.`,
  ].join("\n");
}
