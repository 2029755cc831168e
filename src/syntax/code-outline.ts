// From the declarations that a language file names to the symbols of an outline: lines, headers, comments, digests,
// references. Knows trees, but no language.
import type { CodeKind, Detail, Outline, OutlineSymbol, Parameter, Problem } from "./outline.ts";
import { ownTokens } from "./own-tokens.ts";
import type { SyntaxNode } from "./syntax-node.ts";
import { MAX_TEXT, parse } from "./tree-sitter.ts";

/** A declaration as a language file finds it. */
export interface Draft {
  readonly name: string;
  readonly kind: CodeKind;
  /** The whole declaration with its modifiers. */
  readonly node: SyntaxNode;
  /** Where it starts when decorators or attributes stand beside it rather than in it. */
  readonly from?: SyntaxNode | undefined;
  readonly nameNode?: SyntaxNode | undefined;
  /** Where the signature ends. */
  readonly body?: SyntaxNode | null | undefined;
  /** Parameters and types are read only for full outlines. */
  readonly parameters?: (() => readonly Parameter[] | undefined) | undefined;
  readonly returns?: (() => string | undefined) | undefined;
  readonly type?: (() => string | undefined) | undefined;
  /** What is compared by itself (parameters, types) and therefore no part of the header. */
  readonly apart?: () => readonly (SyntaxNode | null | undefined)[];
  readonly exported?: boolean | undefined;
  readonly namespace?: string | undefined;
  /** Documentation that stands inside (Python). */
  readonly doc?: (() => string | undefined) | undefined;
}

export interface CodeLanguage {
  readonly grammar: string;
  /** Leaf types that are identifiers. */
  readonly identifiers: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
  readonly comments: ReadonlySet<string>;
  readonly declarations: (root: SyntaxNode) => Iterable<Draft>;
  /**
   * A text of the same length without what may stand in a file but not in the language: it is read in place of one that
   * does not parse, when less of it is wrong and no less is found. Undefined when there is nothing of the kind.
   */
  readonly plainer?: (text: string) => string | undefined;
}

const MAX_PROBLEMS = 20;

export async function codeOutline(
  path: string,
  language: string,
  text: string,
  rules: CodeLanguage,
  detail: Detail,
): Promise<Outline> {
  if (text.length > MAX_TEXT) return unread(path, language, `longer than ${MAX_TEXT} characters: not parsed`);
  const read = (root: SyntaxNode): Outline => {
    // What the parser made up to go on has no name.
    const drafts = [...rules.declarations(root)].filter(({ name }) => !/(?:^|[.#]|::)$/.test(name));
    const lines = new Lines(text);
    const symbols = drafts.map((draft) => placeOf(draft, lines));
    const problems = root.hasError ? problemsOf(root) : [];
    if (detail === "names") return { path, language, symbols, problems };
    const { own, outside } = ownTokens(root, drafts, rules);
    return {
      path,
      language,
      symbols: symbols.map((symbol, i) => ({ ...symbol, ...factsOf(drafts[i] as Draft, text, lines), ...own[i] })),
      problems,
      references: outside,
    };
  };
  let errors = 0;
  const outline = await parse(rules.grammar, text, (root) => {
    errors = rules.plainer ? errorsIn(root) : 0;
    return read(root);
  });
  const plainer = errors > 0 ? rules.plainer?.(text) : undefined;
  if (outline && plainer !== undefined) {
    const other = await parse(rules.grammar, plainer, (root) => (errorsIn(root) < errors ? read(root) : undefined));
    // One error may hold half of a file, so their number alone does not tell.
    if (other && other.symbols.length >= outline.symbols.length) return other;
  }
  return outline ?? unread(path, language, "the parser needs too long for this text: not parsed");
}

function unread(path: string, language: string, message: string): Outline {
  return { path, language, symbols: [], problems: [{ line: 1, message }], unread: true };
}

function placeOf(draft: Draft, lines: Lines): OutlineSymbol {
  const row = (draft.from ?? draft.node).startPosition.row;
  const lead = lines.leadOf(row);
  return {
    name: draft.name,
    kind: draft.kind,
    start_line: row + 1,
    end_line: Math.max(row + 1, lastLine(draft.node)),
    ...(lead === row ? {} : { lead_line: lead + 1 }),
    ...(draft.namespace ? { namespace: draft.namespace } : {}),
  };
}

/** What a full outline says beside names and places. */
function factsOf(draft: Draft, text: string, lines: Lines): Partial<OutlineSymbol> {
  const { exported } = draft;
  const parameters = draft.parameters?.();
  const returns = draft.returns?.();
  const type = draft.type?.();
  const row = (draft.from ?? draft.node).startPosition.row;
  const doc = draft.doc?.() ?? firstLineOf(lines.textOf(lines.leadOf(row), row));
  return {
    ...(exported === undefined ? {} : { exported }),
    ...(doc === undefined ? {} : { doc }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(returns === undefined ? {} : { returns }),
    ...(type === undefined ? {} : { type }),
    header: headerOf(draft, text),
  };
}

/** A node that ends in a line feed ends on the line before. */
function lastLine(node: SyntaxNode): number {
  const { row, column } = node.endPosition;
  return column === 0 ? row : row + 1;
}

/** The text of the declaration before its body, without its name, parameters and types, spaces folded. */
function headerOf(draft: Draft, text: string): string {
  const { node, nameNode, body } = draft;
  const end = body && body.startIndex > node.startIndex ? body.startIndex : node.endIndex;
  const cuts = [nameNode, ...(draft.apart?.() ?? [])]
    .filter((cut): cut is SyntaxNode => cut != null && cut.startIndex >= node.startIndex && cut.endIndex <= end)
    .sort((a, b) => a.startIndex - b.startIndex);
  let head = "";
  let at = node.startIndex;
  for (const cut of cuts) {
    if (cut.startIndex < at) continue;
    head += `${text.slice(at, cut.startIndex)}\u0000`;
    at = cut.endIndex;
  }
  return (head + text.slice(at, end)).replace(/\s+/g, " ").trim().slice(0, 2000);
}

/** Where lines begin, and whether each is a comment of its own: read from the text, which costs less than the tree. */
class Lines {
  readonly #lines: readonly string[];

  constructor(text: string) {
    this.#lines = text.split("\n");
  }

  /** First row of the comment that ends on the row above, with all that hang on it without a gap; else the row itself. */
  leadOf(row: number): number {
    let first = row;
    for (let above = this.#commentAbove(first); above < first; above = this.#commentAbove(first)) first = above;
    return first;
  }

  textOf(from: number, to: number): string {
    return this.#lines.slice(from, to).join("\n");
  }

  #commentAbove(row: number): number {
    const line = this.#lines[row - 1]?.trim();
    if (line === undefined) return row;
    // Some leave a line free behind a documentation comment.
    if (line === "") return this.#lines[row - 2]?.trim() === "*/" ? this.#documentation(row - 2, row) : row;
    if (
      /^(?:\/\/|#(?!\s*(?:include|define|if|ifdef|ifndef|endif|else|elif|undef|error|warning|line|pragma|region|endregion|\[|!)))/.test(
        line,
      )
    )
      return row - 1;
    if (line.endsWith("*/")) return this.#opening(row - 1, /^\/\*/, "/*");
    if (line.startsWith("=end")) return this.#opening(row - 1, /^=begin/, "=begin");
    return row;
  }

  #documentation(last: number, otherwise: number): number {
    const first = this.#opening(last, /^\/\*\*/, "/*");
    return first > last ? otherwise : first;
  }

  /** The row on which a block comment begins, when nothing stands before it there; else the row behind it. */
  #opening(last: number, begins: RegExp, mark: string): number {
    for (let row = last; row >= 0; row--) {
      const line = (this.#lines[row] as string).trim();
      if (begins.test(line)) return row;
      if (line.includes(mark)) break;
    }
    return last + 1;
  }
}

function firstLineOf(comment: string): string | undefined {
  for (const raw of comment.split("\n")) {
    const line = raw
      .replace(/^\s*(?:\/\*+!?|\*+\/?|\/\/[/!]?|#+|--|<!--)/, "")
      .replace(/\*+\/\s*$/, "")
      .trim();
    if (line !== "") return line.slice(0, 200);
  }
  return undefined;
}

/** Where the text is no sentence of the language: the outermost error nodes, and what the parser had to invent. */
function problemsOf(root: SyntaxNode): Problem[] {
  const problems: Problem[] = [];
  const visit = (node: SyntaxNode, depth: number): void => {
    if (problems.length >= MAX_PROBLEMS || depth > 200) return;
    if (node.isError || node.isMissing) {
      const line = node.startPosition.row + 1;
      const what = node.isMissing ? `${node.type} is missing` : "syntax error";
      if (problems.at(-1)?.line !== line) problems.push({ line, message: what });
      return;
    }
    if (!node.hasError) return;
    for (const child of node.children) visit(child, depth + 1);
  };
  visit(root, 0);
  return problems.length > 0 ? problems : [{ line: 1, message: "syntax error" }];
}

/** How much does not parse: the outermost error nodes, and what the parser had to invent. */
function errorsIn(node: SyntaxNode): number {
  let errors = 0;
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.isError || next.isMissing) errors++;
    else if (next.hasError) for (const child of next.children) waiting.push(child);
  }
  return errors;
}
