// What the signatures of TypeScript and JavaScript say: parameters, types, and which values are functions.
import type { Parameter } from "../outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { foldSpaces } from "./node-text.ts";

/** A property's type, and the mark that makes it optional. */
export function typeParts(member: SyntaxNode): (SyntaxNode | null | undefined)[] {
  return [member.childForFieldName("type"), member.children.find((child) => child.type === "?")];
}

/** Parameters and result, for the header to leave out. */
export function apartOf(node: SyntaxNode): (SyntaxNode | null)[] {
  return [
    node.childForFieldName("parameters") ?? node.childForFieldName("parameter"),
    node.childForFieldName("return_type"),
  ];
}

/** The type of a property; an optional one says so in its type. */
export function propertyType(member: SyntaxNode): string | undefined {
  const type = typeOf(member.childForFieldName("type"));
  const optional = member.children.some((child) => child.type === "?");
  return optional ? `${type ?? "any"} | undefined` : type;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  "arrow_function",
  "function_expression",
  "function",
  "generator_function",
]);

export function isFunction(node: SyntaxNode): boolean {
  return FUNCTIONS.has(node.type);
}

/** What stands in parentheses, under `as`, `satisfies`, `!` and `await`. */
export function unwrapped(node: SyntaxNode): SyntaxNode {
  let inner = node;
  for (let i = 0; i < 8; i++) {
    if (!/^(?:parenthesized_expression|as_expression|satisfies_expression|non_null_expression)$/.test(inner.type))
      break;
    const next = inner.namedChildren[0];
    if (!next) break;
    inner = next;
  }
  return inner;
}

export function parametersOf(node: SyntaxNode): Parameter[] | undefined {
  const list = node.childForFieldName("parameters");
  if (!list) {
    const single = node.childForFieldName("parameter");
    return single ? [{ name: single.text }] : undefined;
  }
  const parameters: Parameter[] = [];
  for (const node of list.namedChildren) {
    if (node.type === "comment") continue;
    parameters.push(parameterOf(node));
  }
  return parameters;
}

function parameterOf(node: SyntaxNode): Parameter {
  // JavaScript has the pattern itself in the list; TypeScript wraps it.
  const wrapped = node.type === "required_parameter" || node.type === "optional_parameter";
  const pattern = wrapped ? (node.childForFieldName("pattern") ?? node) : node;
  const hasDefault = wrapped ? node.childForFieldName("value") !== null : node.type === "assignment_pattern";
  const rest = pattern.type === "rest_pattern";
  const left = pattern.type === "assignment_pattern" ? (pattern.childForFieldName("left") ?? pattern) : pattern;
  const type = wrapped ? typeOf(node.childForFieldName("type")) : undefined;
  return {
    name: foldSpaces(rest ? left.text.replace(/^\.\.\.\s*/, "") : left.text),
    ...(type === undefined ? {} : { type }),
    ...(hasDefault || node.type === "optional_parameter" ? { optional: true as const } : {}),
    ...(rest ? { rest: true as const } : {}),
  };
}

export function typeOf(annotation: SyntaxNode | null): string | undefined {
  if (!annotation) return undefined;
  return foldSpaces(annotation.text.replace(/^\s*:\s*/, ""));
}
