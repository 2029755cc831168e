// The plan task that an intent was published for (spec 3.5): it becomes active when the intent starts and done when it
// is accepted. Only the ledger is told; the next plan command of a worktree writes its file.
import type { NewEvent } from "../store/event.ts";
import type { Intent } from "../store/model.ts";
import type { State } from "../store/state.ts";
import type { Session } from "./session.ts";

/** Answers the event for the task on the newest state; none when there is no such task here or nothing changes. */
export type TaskStep = (state: State) => readonly NewEvent[];

/** Reads the plans, if the intent names a task, before the lock is taken. */
export async function taskStep(session: Session, intent: Intent, status: "active" | "done"): Promise<TaskStep> {
  const { task } = intent;
  if (task === undefined) return () => [];
  const [{ loadPlans }, { held }, { taskStatusStep }] = await Promise.all([
    import("./plan-files.ts"),
    import("./plan-change.ts"),
    import("./plan-status.ts"),
  ]);
  const { tree } = await loadPlans(session);
  if (tree.withId(task).length === 0) return () => [];
  const reason = `${intent.id} was ${status === "active" ? "started" : "accepted"}`;
  return (state) => {
    const step = taskStatusStep(held(tree, state), task, status, { reason, now: session.now, by: "auto" });
    return step ? [{ type: "plan.status", data: step }] : [];
  };
}
