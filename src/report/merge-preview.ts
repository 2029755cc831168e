// The merge preview for people: the pairs, and for a few branches on a terminal a matrix. Pure.
import type { View } from "../commands/command.ts";
import type { MergePreviewDocument, PreviewPair } from "../core/documents-merge.ts";
import { fields, heading, paragraph, table } from "./table.ts";

/** More branches than this make no readable matrix. */
const WIDEST = 12;

/** Table form of `foremerge.merge-preview/1`. */
export function mergePreviewText(view: View, doc: MergePreviewDocument): string {
  if (view.width === undefined) return pairsText(view, doc.pairs);
  const [only] = doc.pairs;
  if (doc.pairs.length === 1 && only) return onePair(view, doc, only);
  const bad = doc.pairs.filter((pair) => pair.clean !== true);
  const clean = doc.pairs.length - bad.length;
  const matrix = doc.branches.length > 2 && doc.branches.length <= WIDEST ? `${matrixText(view, doc)}\n` : "";
  const told = `${clean} of ${doc.pairs.length} pairs merge cleanly as text.`;
  return `${matrix}${bad.length > 0 ? `${pairsText(view, bad)}\n` : ""}${paragraph(view, told)}`;
}

const word = (pair: PreviewPair): string => (pair.clean === null ? "not assessed" : pair.clean ? "clean" : "conflict");

function pairsText(view: View, pairs: readonly PreviewPair[]): string {
  return table(
    view,
    [
      { title: "A", min: 8 },
      { title: "B", min: 8 },
      { title: "Answer", rigid: true },
      { title: "Files", min: 16 },
    ],
    pairs.map((pair) => [
      pair.a,
      pair.b,
      { text: word(pair), role: pair.clean === true ? "good" : "warn" },
      pair.files.map(({ path, kind }) => `${path} (${kind})`),
    ]),
  );
}

function matrixText(view: View, doc: MergePreviewDocument): string {
  const names = doc.branches.map(({ name }) => name);
  const answer = new Map(
    doc.pairs.flatMap((pair) => [[`${pair.a}\0${pair.b}`, pair] as const, [`${pair.b}\0${pair.a}`, pair] as const]),
  );
  return table(
    view,
    [{ title: "", min: 8 }, ...names.map((_, at) => ({ title: String(at + 1), rigid: true as const }))],
    names.map((row, r) => [
      `${r + 1} ${row}`,
      ...names.map((column, c) => {
        if (r === c) return " ";
        const pair = answer.get(`${row}\0${column}`);
        if (pair?.clean === true) return { text: "ok", role: "good" as const };
        return { text: pair?.clean === false ? String(pair.files.length) : "?", role: "warn" as const };
      }),
    ]),
  );
}

function onePair(view: View, doc: MergePreviewDocument, pair: PreviewPair): string {
  if (pair.clean === null) {
    return paragraph(view, `${pair.a} with ${pair.b}: not assessed, ${doc.not_assessed[0]?.reason ?? ""}.`, {
      role: "warn",
    });
  }
  if (pair.clean) return paragraph(view, `${pair.a} and ${pair.b} merge cleanly as text.`, { role: "good" });
  let out = paragraph(view, `${pair.a} and ${pair.b} conflict in ${pair.files.length} path(s).`, { role: "warn" });
  for (const file of pair.files) {
    out += `\n${heading(view, `${file.path} (${file.kind})`)}`;
    if (file.message !== "") out += paragraph(view, file.message, { indent: 2, role: "dim" });
    for (const hunk of file.hunks.slice(0, 10)) {
      out += fields(view, [
        ["line", hunk.line],
        [pair.a, linesOf(hunk.a)],
        [pair.b, linesOf(hunk.b)],
      ]);
    }
    if (file.hunks.length > 10) out += paragraph(view, `and ${file.hunks.length - 10} more`, { indent: 2 });
  }
  return out;
}

const linesOf = (text: string): readonly string[] => {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  return lines.length > 12 ? [...lines.slice(0, 12), `… ${lines.length - 12} more lines`] : lines;
};
