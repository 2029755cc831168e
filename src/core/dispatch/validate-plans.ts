// `plan validate` (spec 3.4): every violation of the plan files, with file and line.
import { parseScope, parseScopeClaim } from "../../detect/scope.ts";
import { ForemergeError } from "../../errors.ts";
import { type Violation, validatePlans } from "../../plan/validate.ts";
import { pathNamer } from "../paths.ts";
import { loadPlans } from "../plan-files.ts";
import type { Session } from "../session.ts";
import { writeStatuses } from "./check-plan.ts";

/** `foremerge.plan-validate/1`. */
export interface PlanValidateDocument {
  readonly schema: "foremerge.plan-validate/1";
  readonly as_of_event: number | null;
  /** How many nodes were read. */
  readonly nodes: number;
  readonly violations: readonly Violation[];
  readonly [extra: string]: unknown;
}

/** Validates the plan files of this worktree. Without a ledger only the files speak. */
export async function validatePlanFiles(session: Session): Promise<PlanValidateDocument> {
  const state = session.place.exists ? session.state() : undefined;
  const plans = await loadPlans(session, (id) => state?.plan(id));
  await writeStatuses(session, plans);
  const name = pathNamer(session);
  const filePath = (key: string): string => name(key).path;
  return {
    schema: "foremerge.plan-validate/1",
    as_of_event: state?.asOf ?? null,
    nodes: plans.tree.nodes.length,
    violations: validatePlans(plans.tree, {
      scope: (text) => refused(() => parseScope(text, { context: "change", filePath })),
      use: (text) => refused(() => parseScopeClaim(text, { filePath })),
      path: (text) => refused(() => name(text)),
    }),
  };
}

/** The message of a refusal, or undefined when the value is fine. */
function refused(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ForemergeError && error.code === "INVALID_INPUT") return error.message;
    throw error;
  }
}
