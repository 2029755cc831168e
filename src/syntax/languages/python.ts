// Declarations of Python.
import type { CodeLanguage, Draft } from "../code-outline.ts";
import type { Parameter } from "../outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { fieldText, foldSpaces, MAX_DEPTH, optionalText } from "./node-text.ts";

/** Blocks whose statements belong to the module or class around them. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  "if_statement",
  "elif_clause",
  "else_clause",
  "try_statement",
  "except_clause",
  "except_group_clause",
  "finally_clause",
  "with_statement",
  "block",
]);

function* statements(parent: SyntaxNode, prefix: string, depth: number): Generator<Draft> {
  if (depth > MAX_DEPTH) return;
  for (const node of parent.namedChildren) {
    if (TRANSPARENT.has(node.type)) yield* statements(node, prefix, depth + 1);
    else yield* statement(node, node, prefix, depth);
  }
}

function* statement(node: SyntaxNode, outer: SyntaxNode, prefix: string, depth: number): Generator<Draft> {
  switch (node.type) {
    case "decorated_definition": {
      const definition = node.childForFieldName("definition");
      if (definition) yield* statement(definition, node, prefix, depth);
      return;
    }
    case "function_definition": {
      const qualified = prefix + (fieldText(node, "name") ?? "");
      const body = node.childForFieldName("body");
      yield {
        name: qualified,
        kind: prefix === "" ? "function" : fieldText(node, "name") === "__init__" ? "constructor" : "method",
        node: outer,
        nameNode: node.childForFieldName("name") ?? undefined,
        body,
        parameters: () => parametersOf(node, prefix !== ""),
        returns: () => optionalText(fieldText(node, "return_type")),
        apart: () => [node.childForFieldName("parameters"), node.childForFieldName("return_type")],
        exported: isPublic(qualified),
        doc: () => docstring(body),
      };
      return;
    }
    case "class_definition": {
      const qualified = prefix + (fieldText(node, "name") ?? "");
      const body = node.childForFieldName("body");
      yield {
        name: qualified,
        kind: "class",
        node: outer,
        nameNode: node.childForFieldName("name") ?? undefined,
        body,
        exported: isPublic(qualified),
        doc: () => docstring(body),
      };
      if (body) yield* statements(body, `${qualified}.`, depth + 1);
      return;
    }
    case "type_alias_statement": {
      const left = node.namedChildren[0];
      const right = node.namedChildren[1];
      const key = left?.text.replace(/\[.*$/s, "");
      if (!key) return;
      yield {
        name: prefix + key,
        kind: "type",
        node,
        nameNode: left,
        body: right,
        type: () => right && foldSpaces(right.text),
        exported: isPublic(prefix + key),
      };
      return;
    }
    case "expression_statement":
      yield* assigned(node, prefix);
  }
}

/** `a = b = 1`, `a, b = 1, 2`, `a: int = 1`, `a: int`. */
function* assigned(statement: SyntaxNode, prefix: string): Generator<Draft> {
  let next = statement.namedChildren[0];
  for (let i = 0; next?.type === "assignment" && i < MAX_DEPTH; i++) {
    const node = next;
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    for (const key of targets(left, 0)) {
      yield {
        name: prefix + key.text,
        kind: prefix !== "" ? "property" : /^_*[A-Z][A-Z0-9_]*$/.test(key.text) ? "constant" : "variable",
        node: statement,
        nameNode: key,
        body: right ?? undefined,
        type: () => optionalText(fieldText(node, "type")),
        apart: () => [node.childForFieldName("type")],
        exported: isPublic(prefix + key.text),
      };
    }
    next = right ?? undefined;
  }
}

function* targets(left: SyntaxNode | null, depth: number): Generator<SyntaxNode> {
  if (!left || depth > MAX_DEPTH) return;
  if (left.type === "identifier") yield left;
  else if (/^(?:pattern_list|tuple_pattern|list_pattern|list_splat_pattern)$/.test(left.type)) {
    for (const child of left.namedChildren) yield* targets(child, depth + 1);
  }
}

function isPublic(qualified: string): boolean {
  return qualified.split(".").every((part) => !part.startsWith("_") || /^__\w+__$/.test(part));
}

function docstring(body: SyntaxNode | null): string | undefined {
  const first = body?.namedChildren[0];
  const text = first?.type === "expression_statement" ? first.namedChildren[0] : undefined;
  if (text?.type !== "string") return undefined;
  const line = text.text
    .replace(/^\w*("""|'''|"|')/, "")
    .replace(/("""|'''|"|')$/, "")
    .split("\n")
    .map((part) => part.trim())
    .find((part) => part !== "");
  return line?.slice(0, 200);
}

function parametersOf(node: SyntaxNode, isMethod: boolean): Parameter[] | undefined {
  const list = node.childForFieldName("parameters");
  if (!list) return undefined;
  const parameters: Parameter[] = [];
  let named = false;
  for (const child of list.namedChildren) {
    if (child.type === "comment" || child.type === "positional_separator") continue;
    if (child.type === "keyword_separator") {
      named = true;
      continue;
    }
    const parameter = parameterOf(child);
    parameters.push(named && !parameter.rest ? { ...parameter, named: true } : parameter);
    if (parameter.rest) named = true;
  }
  // What the caller never writes.
  if (isMethod && /^(?:self|cls|mcs)$/.test(parameters[0]?.name ?? "")) parameters.shift();
  return parameters;
}

function parameterOf(node: SyntaxNode): Parameter {
  const typed = node.type === "typed_parameter" || node.type === "typed_default_parameter";
  const hasDefault = node.type === "default_parameter" || node.type === "typed_default_parameter";
  const pattern = node.childForFieldName("name") ?? (typed ? (node.namedChildren[0] ?? node) : node);
  const type = typed ? optionalText(fieldText(node, "type")) : undefined;
  const text = pattern.text;
  return {
    name: foldSpaces(text),
    ...(type === undefined ? {} : { type }),
    ...(hasDefault ? { optional: true as const } : {}),
    ...(/^\*/.test(text) ? { rest: true as const } : {}),
  };
}

export const python: CodeLanguage = {
  grammar: "python",
  identifiers: new Set(["identifier"]),
  strings: new Set(["string"]),
  comments: new Set(["comment"]),
  declarations: (root) => statements(root, "", 0),
};
