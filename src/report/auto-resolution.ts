// What `resolve --auto` did, for people. Pure.
import type { View } from "../commands/command.ts";
import type { AutoResolutionDocument, AutoResult } from "../core/documents-merge.ts";
import { heading, paragraph, table } from "./table.ts";

/** Table form of `foremerge.auto-resolution/1`. */
export function autoResolutionText(view: View, doc: AutoResolutionDocument): string {
  if (doc.results.length === 0) {
    return view.width === undefined ? "" : paragraph(view, `Nothing to settle${waitingText(doc)}.`);
  }
  const list = table(
    view,
    [
      { title: "Conflict", rigid: true },
      { title: "Way", rigid: true },
      { title: "Status", rigid: true },
      { title: "Reason", min: 24 },
    ],
    doc.results.map((result) => [
      result.conflict_id,
      { text: result.strategy, role: result.strategy === "ESCALATE" ? "warn" : "good" },
      result.status,
      result.order ? `${result.reason} (${result.order[0]} before ${result.order[1]})` : result.reason,
    ]),
  );
  if (view.width === undefined) return list;
  return `${list}${doc.results.map((result) => questionText(view, result) + unitedText(view, result)).join("")}`;
}

const waitingText = ({ waiting }: AutoResolutionDocument): string =>
  waiting === 0 ? "" : `; ${waiting} wait${waiting === 1 ? "s" : ""} in an order`;

function questionText(view: View, { conflict_id, question, options, alike }: AutoResult): string {
  if (question === undefined) return "";
  let out = `\n${heading(view, conflict_id)}${paragraph(view, question, { indent: 2 })}`;
  for (const option of options ?? []) out += paragraph(view, option, { indent: 4, role: "dim" });
  for (const { conflict_id: other, status, resolution } of alike ?? []) {
    out += paragraph(view, `before: ${other} ${status}, ${resolution}`, { indent: 2 });
  }
  return out;
}

function unitedText(view: View, { conflict_id, merge }: AutoResult): string {
  const united = merge?.united ?? [];
  if (united.length === 0) return "";
  return `\n${heading(view, conflict_id)}${united
    .map(({ path }) => paragraph(view, `import lines of both sides united in ${path}`, { indent: 2 }))
    .join("")}`;
}
