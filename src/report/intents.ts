// Intents for people: the list, and one in detail. Pure.
import type { View } from "../commands/command.ts";
import type { IntentDocument, IntentView } from "../core/documents.ts";
import { age } from "./age.ts";
import { parts } from "./check.ts";
import { claimsText } from "./claims.ts";
import { conflictsText } from "./conflicts.ts";
import { fields, heading, paragraph, table } from "./table.ts";
import { scopeText } from "./words.ts";

function statusOf(intent: IntentView, now: Date): string {
  if (intent.owner_stopped_since) return `${intent.status}, stopped ${age(intent.owner_stopped_since, now)}`;
  return intent.merged ? `${intent.status}, merged` : intent.status;
}

/** Table form of `foremerge.intents/1`. */
export function intentsText(view: View, intents: readonly IntentView[], none = "No intent."): string {
  if (intents.length === 0) return view.width === undefined ? "" : paragraph(view, none);
  return table(
    view,
    [
      { title: "Intent", rigid: true },
      { title: "Agent", min: 8 },
      { title: "Status", min: 11 },
      { title: "Age", rigid: true },
      { title: "Scopes", min: 14 },
      { title: "Summary", min: 14 },
    ],
    intents.map((intent) => [
      intent.id,
      intent.agent,
      { text: statusOf(intent, view.now), role: intent.owner_stopped_since ? "warn" : "plain" },
      age(intent.created_at, view.now),
      intent.scopes.map((scope) => scopeText(scope) ?? ""),
      intent.summary,
    ]),
  );
}

/** Table form of `foremerge.intent/1`. */
export function intentText(view: View, doc: IntentDocument): string {
  const { intent } = doc;
  const texts = (list: readonly (string | undefined)[]): readonly string[] | undefined =>
    list.length === 0 ? undefined : list.map((text) => text ?? "");
  return parts([
    fields(view, [
      ["Intent", intent.id],
      ["Summary", { text: intent.summary, role: "strong" }],
      ["Agent", intent.agent],
      ["Task", intent.task ?? undefined],
      ["Status", statusOf(intent, view.now)],
      ["Changes", texts(intent.scopes.map(scopeText)) ?? "nothing declared: it cannot be assessed"],
      ["Uses", texts(intent.uses.map(scopeText))],
      ["Depends on", texts(intent.depends_on)],
      ["Rationale", intent.rationale ?? undefined],
      ["Group", intent.group ?? undefined],
      ["Branch", intent.branch ?? undefined],
      ["Worktree", intent.worktree ?? undefined],
      ["Base", intent.base ?? undefined],
      ["Head", intent.head ?? undefined],
      ["Published", `${intent.created_at} (${age(intent.created_at, view.now)})`],
    ]),
    doc.claims.length === 0 ? "" : heading(view, "Claims:") + claimsText(view, doc.claims),
    doc.open_conflicts.length === 0 ? "" : heading(view, "Open conflicts:") + conflictsText(view, doc.open_conflicts),
  ]);
}
