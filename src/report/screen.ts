// A view that fills one terminal screen and no more: sections share the rows, lines are clipped to the width, and what
// does not fit is counted. For status and watch; tables that may scroll are src/report/table.ts. Pure.
import type { View } from "../commands/command.ts";
import type { Role } from "../term/paint.ts";
import { displayWidth, graphemes, graphemeWidth } from "../term/width.ts";
import { visible } from "./escape.ts";

export interface ScreenCell {
  readonly text: string;
  readonly role?: Role;
}

export interface Section {
  readonly title: string;
  readonly rows: readonly (readonly ScreenCell[])[];
  /** The command that shows all of it. */
  readonly more: string;
  /** Widest a column may become; the last column takes what is left. */
  readonly caps: readonly number[];
}

/** The text, or its beginning and `…`, in at most so many cells. */
export function clip(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let out = "";
  let used = 0;
  for (const character of graphemes(text)) {
    const cells = graphemeWidth(character);
    if (used + cells > width - 1) break;
    out += character;
    used += cells;
  }
  return `${out}…`;
}

/**
 * How many rows each section shows: one each in turn, in the order given, until the screen is full. A section takes one
 * line for its title and, when it hides rows, one for their number.
 */
export function shareRows(counts: readonly number[], height: number): readonly number[] {
  const shown = counts.map(() => 0);
  const lines = (): number =>
    counts.reduce((sum, count, i) => {
      const own = shown[i] ?? 0;
      return count === 0 ? sum : sum + 1 + own + (own < count ? 1 : 0);
    }, 0);
  for (let grew = true; grew; ) {
    grew = false;
    counts.forEach((count, i) => {
      const own = shown[i] ?? 0;
      if (own >= count) return;
      shown[i] = own + 1;
      if (lines() > height) shown[i] = own;
      else grew = true;
    });
  }
  return shown;
}

/** Sections as the lines of one screen of `height` rows. */
export function screenLines(view: View, sections: readonly Section[], height: number, width: number): string[] {
  const full = sections.filter(({ rows }) => rows.length > 0);
  const shares = shareRows(
    full.map(({ rows }) => rows.length),
    height,
  );
  return full.flatMap((section, i) => sectionLines(view, section, shares[i] ?? 0, width)).slice(0, Math.max(0, height));
}

function sectionLines(view: View, section: Section, share: number, width: number): string[] {
  const rows = section.rows.slice(0, share).map((row) => row.map((cell) => ({ ...cell, text: visible(cell.text) })));
  const columns = section.caps.map((cap, i) =>
    Math.min(cap, Math.max(1, ...rows.map((row) => displayWidth(row[i]?.text ?? "")))),
  );
  const lines = rows.map((row) => {
    let room = width - 2;
    const cells = row.map((cell, i) => {
      const last = i === row.length - 1;
      const size = Math.max(0, Math.min(room, last ? room : (columns[i] ?? room)));
      const text = size === 0 ? "" : clip(cell.text, size);
      room -= size + 2;
      return view.paint(cell.role ?? "plain", text) + (last ? "" : " ".repeat(Math.max(0, size - displayWidth(text))));
    });
    return `  ${cells.join("  ")}`.trimEnd();
  });
  const hidden = section.rows.length - share;
  const title = `${section.title} (${section.rows.length})`;
  return [
    view.paint("strong", clip(title, width)),
    ...lines,
    ...(hidden > 0 ? [view.paint("dim", clip(`  … ${hidden} more: ${section.more}`, width))] : []),
  ];
}
