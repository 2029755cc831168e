// Words that several renderers share: how a scope, a task, a severity is written. Pure.
import type { View } from "../commands/command.ts";
import type { NotAssessed } from "../core/documents.ts";
import type { Scope, Severity } from "../detect/model.ts";
import type { Role } from "../term/paint.ts";
import type { Cell } from "./table.ts";
import { heading, paragraph } from "./table.ts";

const SEVERITY_ROLE: Readonly<Record<string, Role>> = { HIGH: "high", MEDIUM: "medium", LOW: "low" };

/** The role a severity is painted in. */
export function severityRole(severity: Severity | string): Role {
  return SEVERITY_ROLE[severity] ?? "plain";
}

/** A severity as a coloured word. */
export function severityCell(severity: Severity | string): Cell {
  return { text: severity, role: severityRole(severity) };
}

/** `symbol:PaymentService`, with `=replace` when an operation is known; `?` behind an inferred one. */
export function scopeText(
  scope: (Scope & { readonly operation?: string; readonly inferred?: boolean }) | string | null | undefined,
): string | undefined {
  if (scope === null || scope === undefined || typeof scope === "string") return scope ?? undefined;
  const tail = scope.operation === undefined ? "" : `=${scope.operation}${scope.inferred ? "?" : ""}`;
  return `${scope.kind}:${scope.key}${tail}`;
}

/** The rule id of a finding, out of its evidence. */
export function ruleOf(finding: { readonly evidence: Readonly<Record<string, unknown>> }): string | undefined {
  return typeof finding.evidence.rule === "string" ? finding.evidence.rule : undefined;
}

/** What could not be looked at: said in every format, because it is not the same as clear (spec 5.1). */
export function notAssessedText(view: View, list: readonly NotAssessed[]): string {
  if (list.length === 0) return "";
  const lines = list.map(({ what, reason, side }) =>
    paragraph(view, `${what}: ${reason}${side === "subject" ? "" : " (counterpart)"}`, { indent: 2, role: "warn" }),
  );
  return heading(view, "Not assessed (this is not the same as clear):") + lines.join("");
}

/** An id short enough for a screen: the tag and so many characters that no other id of the list begins alike. */
export function shortIds(ids: Iterable<string>, least = 12): (id: string) => string {
  const sorted = [...new Set(ids)].sort();
  const short = new Map<string, string>();
  sorted.forEach((id, i) => {
    const tag = id.indexOf("_") + 1;
    let length = tag + least;
    for (const other of [sorted[i - 1], sorted[i + 1]]) {
      if (other === undefined) continue;
      let same = 0;
      while (same < id.length && id[same] === other[same]) same++;
      length = Math.max(length, same + 1);
    }
    short.set(id, id.slice(0, length));
  });
  return (id) => short.get(id) ?? id;
}
