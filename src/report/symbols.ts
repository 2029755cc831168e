// The symbols of files for people. Pure.
import type { View } from "../commands/command.ts";
import type { SymbolsDocument } from "../core/list-symbols.ts";
import { paragraph, table } from "./table.ts";

/** Table form of `foremerge.symbols/1`; what could not be read stands below it. */
export function symbolsText(view: View, document: SymbolsDocument): string {
  const several = document.files.length > 1;
  const rows = document.files.flatMap(({ path, symbols }) =>
    symbols.map(({ name, kind, start_line, end_line }) => {
      const lines = start_line === end_line ? String(start_line) : `${start_line}-${end_line}`;
      return [...(several ? [path] : []), lines, kind, name];
    }),
  );
  const columns = [
    ...(several ? [{ title: "File", min: 12 }] : []),
    { title: "Lines", rigid: true as const },
    { title: "Kind", rigid: true as const },
    { title: "Name", min: 14 },
  ];
  const notes = document.files.flatMap(({ path, language, symbols, problems }) => [
    ...problems.map(({ line, message }) => `${path}:${line}: ${message}`),
    ...(language === null && problems.length === 0 ? [`${path}: no parser for this file`] : []),
    ...(language !== null && symbols.length === 0 && problems.length === 0 ? [`${path}: declares nothing`] : []),
  ]);
  return table(view, columns, rows) + notes.map((note) => paragraph(view, note)).join("");
}
