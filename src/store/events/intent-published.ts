// intent.published: somebody declares what they will change (spec 4.1).
import type { ModuleDeclaration, PublishedIntent } from "../model.ts";
import { bool, fields, list, name, scope, scopeClaim, text } from "./check.ts";
import type { IntentEvent } from "./definition.ts";

const moduleDeclaration = fields({ name, file: text, scenarios: list(text), responsibilities: text });

const published = fields(
  {
    id: name,
    agent: name,
    summary: text,
    scopes: list(scopeClaim),
    uses: list(scope),
    depends_on: list(name),
  },
  {
    session: name,
    task: text,
    rationale: text,
    files: list(text),
    group: text,
    branch: text,
    base: text,
    worktree: text,
    worktree_path: text,
    modules: list(moduleDeclaration),
    derived: bool,
  },
);

const OPTIONAL = [
  "session",
  "task",
  "rationale",
  "files",
  "group",
  "branch",
  "base",
  "worktree",
  "worktree_path",
  "modules",
  "derived",
] as const;

/** The known fields alone: what else a payload holds stays in the ledger and nowhere else. */
function known(intent: PublishedIntent): PublishedIntent {
  const kept: Record<string, string | boolean | readonly string[] | readonly ModuleDeclaration[]> = {};
  for (const key of OPTIONAL) {
    const value = intent[key];
    if (value !== undefined && Object.hasOwn(intent, key)) kept[key] = value;
  }
  return {
    id: intent.id,
    agent: intent.agent,
    summary: intent.summary,
    scopes: intent.scopes,
    uses: intent.uses,
    depends_on: intent.depends_on,
    ...kept,
  };
}

export const intentPublished: IntentEvent<"intent.published"> = {
  type: "intent.published",
  of: "intent",
  check: fields({ intent: published }),
  subject: (data) => data.intent.id,
  session: (data) => data.intent.session,
  move: () => "publish",
  apply(draft, { data, at, lc, replica, n }) {
    if (draft.intent) return;
    draft.intent = {
      ...known(data.intent),
      status: "INTENT",
      created_at: at,
      updated_at: at,
      order: { lc, replica, n },
      previous_owners: [],
    };
  },
};
