// What was declared against what was done, for people. Pure.
import type { View } from "../commands/command.ts";
import type { DriftDocument } from "../core/drift.ts";
import { parts } from "./check.ts";
import { noteOf } from "./derived-scopes.ts";
import { findingsText } from "./findings.ts";
import { heading, paragraph, table } from "./table.ts";
import { notAssessedText } from "./words.ts";

/** Table form of `foremerge.drift/1`. */
export function driftText(view: View, document: DriftDocument): string {
  const { undeclared, untouched, destructive, findings } = document;
  const drifted = undeclared.length + destructive.length > 0;
  return parts([
    section(
      view,
      "Changed, and not declared:",
      undeclared.map((one) => [
        `${one.kind}:${one.key}=${one.operation}`,
        [noteOf(one), ...(one.symbols ?? [])].filter(Boolean).join(", "),
      ]),
    ),
    section(
      view,
      "Declared milder than it was done (destructive):",
      destructive.map((one) => [`${one.kind}:${one.key}`, `declared ${one.declared}, did ${one.operation}`]),
    ),
    section(
      view,
      "Declared, and untouched:",
      untouched.map((one) => [`${one.kind}:${one.key}=${one.operation}`, ""]),
    ),
    findingsText(view, findings, document.intent_id),
    notAssessedText(view, document.not_assessed),
    drifted
      ? paragraph(
          view,
          `${document.intent_id} did other things than it declared; foremerge intent rescope declares them.`,
          {
            role: "medium",
          },
        )
      : document.assessment === "incomplete"
        ? paragraph(view, "No drift in what could be looked at: this is not a clear.", { role: "warn" })
        : paragraph(view, `No drift: ${document.intent_id} changed what it declared.`, { role: "good" }),
  ]);
}

function section(view: View, title: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return "";
  return (
    heading(view, title) +
    table(
      view,
      [
        { title: "Scope", min: 24 },
        { title: "Note", min: 12 },
      ],
      rows,
    )
  );
}
