// A task that is started or accepted through an intent becomes active or done (spec 3.5): the event, and the file.
import type { PlanStep } from "../store/event.ts";
import { newId } from "../store/id.ts";
import type { LoadedPlans } from "./plan-files.ts";

/**
 * The payload of `plan.status` for the task that an intent was published with, or undefined when nothing changes: the
 * name is no node of this worktree (or of several), it has that status already, or it is frozen and only starts
 * (a freeze is lifted by a thaw).
 */
export function taskStatusStep(
  plans: LoadedPlans,
  task: string,
  status: "active" | "done",
  about: { readonly reason: string; readonly now: Date; readonly by: PlanStep["by"] },
): PlanStep | undefined {
  const [node, ...others] = plans.tree.withId(task);
  if (!node || others.length > 0 || node.status === status) return undefined;
  if (status === "active" && node.status === "frozen") return undefined;
  const before: Record<string, unknown> = { status: node.status };
  const after: Record<string, unknown> = { status };
  if (node.status === "frozen") {
    for (const field of ["freeze_reason", "frozen_at", "frozen_from", "frozen_by", "conflict_id"]) {
      const value = node.fields.get(field);
      if (value === undefined) continue;
      before[field] = value;
      after[field] = null;
    }
  }
  return {
    step_id: newId("dec", about.now),
    reason: about.reason,
    by: about.by,
    nodes: [{ node: node.id, path: node.path, before, after }],
  };
}
