// Tables, paragraphs and field lists for people. Pure. Everything handed in is escaped here, once: callers pass stored
// text as it is. On a terminal: columns that fit its width, wrapped, never cut. Elsewhere: one record a line, cells
// aligned with blanks and parted by one tab, no lines, no colour of its own.
import type { View } from "../commands/command.ts";
import type { Role } from "../term/paint.ts";
import { displayWidth } from "../term/width.ts";
import { visible } from "./escape.ts";
import { wrap } from "./wrap.ts";

type Text = string | number | null | undefined;
/** One cell: text, several lines of text (joined by `, ` where one record is one line), or text with a role. */
export type Cell = Text | readonly string[] | { readonly text: Text | readonly string[]; readonly role: Role };

export interface Column {
  readonly title: string;
  readonly align?: "right";
  /** Never broken: ids, severities, numbers. A terminal too narrow for that gets records instead of columns. */
  readonly rigid?: true;
  /** Narrowest useful width of a column that may be wrapped; default 10. */
  readonly min?: number;
}

interface Row {
  readonly lines: readonly string[];
  readonly role: Role;
}

function rowOf(cell: Cell): Row {
  const styled = cell !== null && typeof cell === "object" && "role" in cell;
  const text = styled ? cell.text : cell;
  const lines = Array.isArray(text) ? (text as readonly string[]) : [text as Text];
  const shown = lines.map((line) => (line === null || line === undefined || line === "" ? "-" : visible(String(line))));
  return { lines: shown.length === 0 ? ["-"] : shown, role: styled ? cell.role : "plain" };
}

/** A table of records. Without records the empty string: the caller says what it means that there is none. */
export function table(view: View, named: readonly Column[], records: readonly (readonly Cell[])[]): string {
  if (records.length === 0) return "";
  // A title may be stored text too: the matrix has a column for every agent.
  const columns = named.map((column) => ({ ...column, title: visible(column.title) }));
  const rows = records.map((record) => columns.map((_, i) => rowOf(record[i])));
  if (view.width === undefined) return plainTable(view, columns, rows);
  const widths = columnWidths(columns, rows, view.width);
  return widths === undefined ? stacked(view, columns, rows, view.width) : grid(view, columns, rows, widths);
}

/** The highest of some sizes, 0 of none. Not by spreading: a call takes some 100,000 arguments, and a table has more rows. */
function most<T>(list: readonly T[], size: (each: T) => number): number {
  return list.reduce((highest, each) => Math.max(highest, size(each)), 0);
}

function plainTable(view: View, columns: readonly Column[], rows: readonly (readonly Row[])[]): string {
  const texts = [
    columns.map(({ title }) => title.toUpperCase()),
    ...rows.map((row) => row.map(({ lines }) => lines.join(", "))),
  ];
  const widths = columns.map((_, i) => most(texts, (line) => displayWidth(line[i] ?? "")));
  let out = "";
  texts.forEach((line, r) => {
    const cells = line.map((text, i) => {
      const pad = " ".repeat((widths[i] ?? 0) - displayWidth(text));
      const shown = view.paint(r === 0 ? "plain" : (rows[r - 1]?.[i]?.role ?? "plain"), text);
      if (columns[i]?.align === "right") return pad + shown;
      return i === line.length - 1 ? shown : shown + pad;
    });
    out += `${cells.join("\t")}\n`;
  });
  return out;
}

/** Column widths that fit, or undefined when even the narrowest do not. */
function columnWidths(
  columns: readonly Column[],
  rows: readonly (readonly Row[])[],
  width: number,
): number[] | undefined {
  const natural = columns.map(({ title }, i) =>
    Math.max(
      displayWidth(title),
      most(rows, (row) => most(row[i]?.lines ?? [], displayWidth)),
    ),
  );
  const least = columns.map((column, i) => {
    const own = natural[i] ?? 0;
    return column.rigid ? own : Math.min(own, Math.max(column.min ?? 10, displayWidth(column.title)));
  });
  const room = width - 3 * (columns.length - 1);
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
  if (sum(least) > room) return undefined;
  const widths = [...natural];
  for (let over = sum(widths) - room; over > 0; over--) {
    // The widest column that can still give gives one cell: long texts share the loss.
    let giver = -1;
    widths.forEach((own, i) => {
      if (own > (least[i] ?? 0) && (giver < 0 || own > (widths[giver] ?? 0))) giver = i;
    });
    if (giver < 0) return undefined;
    widths[giver] = Math.min((widths[giver] ?? 0) - 1, 4 * width);
  }
  return widths;
}

function grid(
  view: View,
  columns: readonly Column[],
  rows: readonly (readonly Row[])[],
  widths: readonly number[],
): string {
  const bar = view.paint("dim", " │ ");
  const rule = `${view.paint("dim", widths.map((size) => "─".repeat(size)).join("─┼─"))}\n`;
  const line = (texts: readonly string[], roles: readonly Role[]): string =>
    `${texts
      .map((text, i) => {
        const pad = " ".repeat(Math.max(0, (widths[i] ?? 0) - displayWidth(text)));
        const shown = view.paint(roles[i] ?? "plain", text);
        return columns[i]?.align === "right" ? pad + shown : shown + pad;
      })
      .join(bar)
      .trimEnd()}\n`;
  const titles = columns.map(({ title }) => title);
  let out =
    line(
      titles,
      titles.map(() => "strong" as const),
    ) + rule;
  const blocks = rows.map((row) => row.map((cell, i) => cell.lines.flatMap((text) => wrap(text, widths[i] ?? 1))));
  const tall = blocks.some((block) => block.some((lines) => lines.length > 1));
  blocks.forEach((block, r) => {
    if (tall && r > 0) out += rule;
    const height = most(block, (lines) => lines.length);
    const roles = (rows[r] ?? []).map(({ role }) => role);
    for (let k = 0; k < height; k++)
      out += line(
        block.map((lines) => lines[k] ?? ""),
        roles,
      );
  });
  return out;
}

/** Records below each other, for terminals too narrow for columns. */
function stacked(view: View, columns: readonly Column[], rows: readonly (readonly Row[])[], width: number): string {
  return rows
    .map((row) =>
      labelled(
        view,
        // An empty cell of a matrix has nothing to say on a line of its own.
        columns
          .map(({ title }, i) => [title, row[i] as Row] as const)
          .filter(([, { lines }]) => lines.some((text) => text.trim() !== "")),
        width,
      ),
    )
    .join(`${view.paint("dim", "─".repeat(Math.max(1, Math.min(width, 40))))}\n`);
}

function labelled(view: View, pairs: readonly (readonly [string, Row])[], width: number): string {
  const label = most(pairs, ([title]) => displayWidth(title)) + 2;
  const room = Math.max(8, width - label);
  let out = "";
  for (const [title, { lines, role }] of pairs) {
    lines
      .flatMap((text) => wrap(text, room))
      .forEach((text, k) => {
        const left = k === 0 ? view.paint("dim", title) + " ".repeat(label - displayWidth(title)) : " ".repeat(label);
        out += `${left}${view.paint(role, text)}\n`;
      });
  }
  return out;
}

/** Label and value below each other: one thing in detail. Fields whose value is undefined are left out. */
export function fields(view: View, pairs: readonly (readonly [string, Cell])[]): string {
  const shown = pairs
    .filter(([, cell]) => cell !== undefined)
    .map(([title, cell]) => [visible(title), rowOf(cell)] as const);
  if (shown.length === 0) return "";
  if (view.width !== undefined) return labelled(view, shown, view.width);
  return shown.map(([title, { lines, role }]) => `${title}\t${view.paint(role, lines.join(", "))}\n`).join("");
}

/** A sentence or more, wrapped to the terminal and indented; one line elsewhere. */
export function paragraph(view: View, text: string, options: { indent?: number; role?: Role } = {}): string {
  const indent = " ".repeat(options.indent ?? 0);
  const shown = visible(text);
  const lines = view.width === undefined ? [shown] : wrap(shown, Math.max(8, view.width - indent.length));
  return lines.map((line) => `${indent}${view.paint(options.role ?? "plain", line)}\n`).join("");
}

/** A heading line above a part of the output. */
export function heading(view: View, text: string): string {
  return paragraph(view, text, { role: "strong" });
}
