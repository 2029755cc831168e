// From spans of a text to the symbols of an outline, for formats whose readers give offsets rather than trees.
import { digestOf } from "./digest.ts";
import type { Effect, Outline, OutlineSymbol, Problem, SymbolKind } from "./outline.ts";

/** Line numbers (1-based) of offsets. */
export function lineIndex(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

type Facts = Partial<
  Pick<
    OutlineSymbol,
    | "namespace"
    | "also"
    | "exported"
    | "doc"
    | "parameters"
    | "returns"
    | "type"
    | "required"
    | "input"
    | "values"
    | "version"
    | "references"
  >
>;

/** An element and where it stands: `from` inclusive, `to` exclusive. */
export interface Span {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly from: number;
  readonly to: number;
  /** Offset of what stands before it and belongs to it (a description). */
  readonly lead?: number;
  /** What makes its signature, when that is not its own text. */
  readonly header?: string;
  readonly facts?: Facts;
  /** What it says of itself without its comments; its own text when left out. */
  readonly own?: string;
}

export interface TextOutline {
  readonly spans: readonly Span[];
  readonly problems?: readonly Problem[];
  readonly references?: readonly string[];
  /** Takes the comments out of a text. */
  readonly strip?: (text: string) => string;
  readonly effects?: readonly (Omit<Effect, "start_line" | "end_line"> & {
    readonly from: number;
    readonly to: number;
  })[];
}

/** Makes the outline; an element's own text is its text without that of the elements inside of it. */
export function textOutline(path: string, language: string, text: string, read: TextOutline): Outline {
  const lineAt = lineIndex(text);
  const strip = read.strip ?? ((own) => own);
  const order = read.spans
    .map((span, index) => ({ span, index }))
    .sort((a, b) => a.span.from - b.span.from || b.span.to - a.span.to || a.index - b.index);
  const holes = holesOf(order.map(({ span }) => span));
  const symbols: OutlineSymbol[] = [];
  let twin: { readonly span: Span; readonly own: string; readonly digest: string } | undefined;
  order.forEach(({ span, index }, place) => {
    const start = lineAt(span.from);
    const lead = span.lead === undefined ? start : lineAt(span.lead);
    // One text under many names (aliases of YAML) is read once.
    const known = twin && isTwin(twin.span, span) ? twin : undefined;
    const own = known?.own ?? fold(span.own ?? strip(masked(without(text, span, holes[place] ?? []), span.name)));
    const digest = known?.digest ?? digestOf(own);
    twin = { span, own, digest };
    symbols[index] = {
      name: span.name,
      kind: span.kind,
      start_line: start,
      end_line: lineAt(Math.max(span.from, span.to - 1)),
      ...(lead < start ? { lead_line: lead } : {}),
      ...span.facts,
      header: fold(span.header ?? own).slice(0, 2000),
      digest,
    };
  });
  return {
    path,
    language,
    symbols,
    problems: read.problems ?? [],
    references: read.references ?? [],
    ...(read.effects && read.effects.length > 0
      ? {
          effects: read.effects.map(({ from, to, ...effect }) => ({
            ...effect,
            start_line: lineAt(from),
            end_line: lineAt(Math.max(from, to - 1)),
          })),
        }
      : {}),
  };
}

/** For every span (sorted by start) the spans directly inside of it; spans of one place share theirs. */
function holesOf(spans: readonly Span[]): Span[][] {
  const holes: Span[][] = [];
  const open: number[] = [];
  spans.forEach((span, index) => {
    while (open.length > 0 && (spans[open.at(-1) as number] as Span).to <= span.from) open.pop();
    const parent = open.at(-1);
    const isAgain = parent !== undefined && isSamePlace(spans[parent] as Span, span);
    holes.push((isAgain ? holes[parent] : undefined) ?? []);
    if (isAgain) open.pop();
    else if (parent !== undefined) holes[parent]?.push(span);
    open.push(index);
  });
  return holes;
}

function isTwin(a: Span, b: Span): boolean {
  return isSamePlace(a, b) && a.own === b.own && simpleName(a.name) === simpleName(b.name);
}

function isSamePlace(a: Span, b: Span): boolean {
  return a.from === b.from && a.to === b.to;
}

/** Commas between members go with the members: whether one follows is not the container's own matter. */
function without(text: string, span: Span, holes: readonly Span[]): string {
  if (holes.length === 0) return text.slice(span.from, span.to);
  let own = "";
  let at = span.from;
  for (const hole of holes) {
    own += text.slice(at, hole.lead ?? hole.from);
    at = Math.max(at, hole.to);
  }
  return (own + text.slice(at, span.to)).replaceAll(",", " ");
}

/** The text with the element's own name masked at its first place, so that a renamed element has the same digest. */
function masked(own: string, name: string): string {
  return own.replace(simpleName(name), () => "\u0000");
}

function simpleName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(" ")) + 1);
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
