// From folded entities to the shapes of spec 5.3 that documents share.
import type { Intent } from "../store/model.ts";
import type { IntentView } from "./documents.ts";

/** An intent as documents show it. */
export function viewOfIntent(intent: Intent): IntentView {
  return {
    id: intent.id,
    agent: intent.agent,
    task: intent.task ?? null,
    summary: intent.summary,
    scopes: intent.scopes,
    uses: intent.uses,
    depends_on: intent.depends_on,
    status: intent.status,
    branch: intent.branch ?? null,
    created_at: intent.created_at,
    updated_at: intent.updated_at,
    rationale: intent.rationale ?? null,
    group: intent.group ?? null,
    worktree: intent.worktree ?? null,
    base: intent.base ?? null,
    head: intent.head ?? null,
    ...(intent.previous_owners.length > 0 ? { previous_owners: intent.previous_owners } : {}),
    ...(intent.closed ? { closed: intent.closed } : {}),
    ...(intent.derived ? { derived: true } : {}),
  };
}
