// Scopes derived from a diff, for people: ready to be handed to `intent publish`. Pure.
import type { View } from "../commands/command.ts";
import type { DerivedScope } from "../core/derived-scopes.ts";
import { paragraph, table } from "./table.ts";

/** Table form of `foremerge.scope-suggest/1`. */
export function derivedScopesText(view: View, scopes: readonly DerivedScope[]): string {
  if (scopes.length === 0) return paragraph(view, "Nothing changed.");
  return table(
    view,
    [
      { title: "Scope", min: 24 },
      { title: "File", min: 12 },
      { title: "Note", min: 12 },
    ],
    scopes.map((scope) => [`${scope.kind}:${scope.key}=${scope.operation}`, scope.file, noteOf(scope)]),
  );
}

export function noteOf(scope: DerivedScope): string {
  const notes = [
    ...(scope.to === undefined ? [] : [`to ${scope.to}`]),
    ...(scope.signature_changed ? ["signature changed"] : []),
    ...(scope.cosmetic ? ["comments or layout"] : []),
    ...(scope.mode_changed ? ["mode changed"] : []),
    ...(scope.why ?? []),
    ...(scope.opaque === undefined ? [] : [scope.opaque]),
  ];
  return notes.join("; ");
}
