// intent.published: somebody declares what they will change (spec 4.1).
import type { ModuleDeclaration, PublishedIntent } from "../model.ts";
import {
  absentOr,
  inside,
  isBoolean,
  isListOf,
  isName,
  isRecord,
  isText,
  listFault,
  scopeClaimFault,
  scopeFault,
} from "./check.ts";
import type { IntentEvent } from "./definition.ts";

function moduleFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.name)) return "/name";
  if (!isText(value.file)) return "/file";
  if (!isListOf(value.scenarios, isText)) return "/scenarios";
  if (!isText(value.responsibilities)) return "/responsibilities";
  return undefined;
}

function publishedFault(value: unknown): string | undefined {
  if (!isRecord(value)) return "";
  if (!isName(value.id)) return "/id";
  if (!isName(value.agent)) return "/agent";
  if (!isText(value.summary)) return "/summary";
  if (!isListOf(value.depends_on, isName)) return "/depends_on";
  if (!absentOr(value.session, isName)) return "/session";
  if (!absentOr(value.task, isText)) return "/task";
  if (!absentOr(value.rationale, isText)) return "/rationale";
  if (value.files !== undefined && !isListOf(value.files, isText)) return "/files";
  if (!absentOr(value.group, isText)) return "/group";
  if (!absentOr(value.branch, isText)) return "/branch";
  if (!absentOr(value.base, isText)) return "/base";
  if (!absentOr(value.worktree, isText)) return "/worktree";
  if (!absentOr(value.worktree_path, isText)) return "/worktree_path";
  if (!absentOr(value.derived, isBoolean)) return "/derived";
  return (
    listFault(value.scopes, "/scopes", scopeClaimFault) ??
    listFault(value.uses, "/uses", scopeFault) ??
    (value.modules === undefined ? undefined : listFault(value.modules, "/modules", moduleFault))
  );
}

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
  check(data) {
    if (!isRecord(data)) return "";
    return inside(data.intent, "/intent", publishedFault);
  },
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
