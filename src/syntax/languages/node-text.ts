// Small readings of syntax nodes that the language files share.
import type { SyntaxNode } from "../syntax-node.ts";

/** Declarations nested deeper than this are not looked into. */
export const MAX_DEPTH = 60;

/** Text of a node's field, or undefined. */
export function fieldText(node: SyntaxNode, field: string): string | undefined {
  return node.childForFieldName(field)?.text;
}

/** One line, single spaces, none at the ends. */
export function foldSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function unquote(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, "");
}

/** First child of one of these types. */
export function childOf(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | undefined {
  return node.namedChildren.find((child) => types.includes(child.type));
}

/** Spaces folded, and undefined stays undefined. */
export function optionalText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : foldSpaces(text);
}
