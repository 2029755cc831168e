// Balanced `<…>` and `(…)` inside a symbol's name. A bracket without its partner protects nothing.

/** Spans `[from, to)` of outermost balanced brackets, in order. */
export function balancedSpans(text: string): readonly (readonly [number, number])[] {
  const open: { at: number; char: string }[] = [];
  const spans: [number, number][] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "<" || char === "(") open.push({ at: i, char });
    else if (char === ")") {
      // A parenthesis closes over unclosed `<` (operator<, a < b); a `>` never reaches out of a parenthesis (->).
      const partner = open.findLastIndex((o) => o.char === "(");
      if (partner === -1) continue;
      spans.push([open[partner]?.at ?? i, i + 1]);
      open.length = partner;
    } else if (char === ">" && open.at(-1)?.char === "<") {
      spans.push([open.pop()?.at ?? i, i + 1]);
    }
  }
  spans.sort((a, b) => a[0] - b[0]);
  const outer: [number, number][] = [];
  for (const span of spans) {
    const last = outer.at(-1);
    if (last === undefined || span[0] >= last[1]) outer.push(span);
  }
  return outer;
}

const BRACKET = /[<(]/;

/** The text without its balanced brackets and what they hold. */
export function withoutBrackets(text: string): string {
  if (!BRACKET.test(text)) return text;
  let kept = "";
  let from = 0;
  for (const [start, end] of balancedSpans(text)) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/** Positions and lengths of `::`, `#` (and with `dots` also `.`) outside balanced brackets. */
export function separatorsOf(text: string, dots: boolean): readonly (readonly [number, number])[] {
  const spans = BRACKET.test(text) ? balancedSpans(text) : [];
  const found: [number, number][] = [];
  let next = 0;
  for (let i = 0; i < text.length; i++) {
    const span = spans[next];
    if (span !== undefined && i === span[0]) {
      i = span[1] - 1;
      next += 1;
      continue;
    }
    const char = text.charCodeAt(i);
    if (char === 35 || (dots && char === 46)) found.push([i, 1]);
    else if (char === 58 && text.charCodeAt(i + 1) === 58) {
      found.push([i, 2]);
      i += 1;
    }
  }
  return found;
}

/** Splits at `::` and `#` outside balanced brackets. */
export function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const [at, length] of separatorsOf(text, false)) {
    pieces.push(text.slice(from, at));
    from = at + length;
  }
  pieces.push(text.slice(from));
  return pieces;
}
