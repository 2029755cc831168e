// Declarations of PHP: members as `Report::render`, `Report::LIMIT`, `Report::$name`; the namespace is no part of a name.
import type { CodeLanguage, Draft } from "../code-outline.ts";
import type { CodeKind, Parameter } from "../outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { childOf, fieldText, MAX_DEPTH, optionalText, unquote } from "./node-text.ts";

interface Place {
  readonly prefix: string;
  readonly namespace: string | undefined;
  readonly depth: number;
}

const TYPES: Readonly<Record<string, CodeKind>> = {
  class_declaration: "class",
  interface_declaration: "interface",
  trait_declaration: "trait",
  enum_declaration: "enum",
};

/** Blocks at the top of a file whose declarations are the file's. */
const TRANSPARENT: ReadonlySet<string> = new Set(["if_statement", "else_clause", "compound_statement", "ERROR"]);

function* members(parent: SyntaxNode, place: Place): Generator<Draft> {
  if (place.depth > MAX_DEPTH) return;
  let around = place;
  for (const node of parent.namedChildren) {
    if (node.type === "namespace_definition") {
      const inside = { ...place, namespace: fieldText(node, "name"), depth: place.depth + 1 };
      const body = node.childForFieldName("body");
      if (body) yield* members(body, inside);
      else around = inside;
    } else if (TRANSPARENT.has(node.type)) {
      yield* members(node, { ...around, depth: around.depth + 1 });
    } else {
      yield* member(node, around);
    }
  }
}

function* member(node: SyntaxNode, place: Place): Generator<Draft> {
  const kind = TYPES[node.type];
  if (kind) {
    const made = draft(node, kind, place);
    yield made;
    if (made.body) {
      yield* members(made.body, { ...place, prefix: `${made.name}::`, depth: place.depth + 1 });
    }
    return;
  }
  switch (node.type) {
    case "function_definition":
    case "method_declaration": {
      const isConstructor = fieldText(node, "name") === "__construct";
      const kind = node.type === "function_definition" ? "function" : isConstructor ? "constructor" : "method";
      const list = node.childForFieldName("parameters");
      yield {
        ...draft(node, kind, place),
        parameters: () => parametersOf(list),
        returns: () => optionalText(fieldText(node, "return_type")),
        apart: () => [list, node.childForFieldName("return_type")],
      };
      if (isConstructor) yield* promoted(list, place);
      return;
    }
    case "const_declaration":
      yield* elements(node, "const_element", "constant", place);
      return;
    case "property_declaration":
      yield* elements(node, "property_element", "property", place);
      return;
    case "enum_case":
      yield { ...draft(node, "enum_member", place), body: node.childForFieldName("value") };
      return;
    case "expression_statement":
      yield* defined(node, place);
  }
}

function draft(node: SyntaxNode, kind: CodeKind, place: Place): Draft {
  return {
    name: place.prefix + (fieldText(node, "name") ?? ""),
    kind,
    node,
    nameNode: node.childForFieldName("name") ?? undefined,
    body: node.childForFieldName("body"),
    exported: childOf(node, "visibility_modifier")?.text !== "private",
    namespace: place.namespace,
  };
}

function* elements(node: SyntaxNode, type: string, kind: CodeKind, place: Place): Generator<Draft> {
  const found = node.namedChildren.filter((child) => child.type === type);
  for (const element of found) {
    const key = element.childForFieldName("name") ?? element.namedChildren[0];
    if (!key) continue;
    yield {
      name: place.prefix + key.text,
      kind,
      node: found.length === 1 ? node : element,
      nameNode: key,
      body: element.childForFieldName("default_value") ?? element.namedChildren[1],
      type: () => optionalText(fieldText(node, "type")),
      apart: () => [node.childForFieldName("type")],
      exported: childOf(node, "visibility_modifier")?.text !== "private",
      namespace: place.namespace,
    };
  }
}

/** Parameters of a constructor that declare a property. */
function* promoted(list: SyntaxNode | null, place: Place): Generator<Draft> {
  for (const node of list?.namedChildren ?? []) {
    if (node.type !== "property_promotion_parameter") continue;
    yield {
      ...draft(node, "property", place),
      body: node.childForFieldName("default_value"),
      type: () => optionalText(fieldText(node, "type")),
      apart: () => [node.childForFieldName("type")],
    };
  }
}

/** `define('NAME', value)` at the top of a file. */
function* defined(node: SyntaxNode, place: Place): Generator<Draft> {
  const call = childOf(node, "function_call_expression");
  if (!call || fieldText(call, "function") !== "define" || place.prefix !== "") return;
  const [name, value] = call.childForFieldName("arguments")?.namedChildren ?? [];
  if (!name || !/^['"]\w+['"]$/.test(name.text)) return;
  yield { name: unquote(name.text), kind: "constant", node, nameNode: name, body: value, exported: true };
}

function parametersOf(list: SyntaxNode | null): Parameter[] | undefined {
  if (!list) return undefined;
  const parameters: Parameter[] = [];
  for (const node of list.namedChildren) {
    if (!/_parameter$/.test(node.type)) continue;
    const type = optionalText(fieldText(node, "type"));
    const byReference = node.childForFieldName("reference_modifier") ? "&" : "";
    parameters.push({
      name: byReference + (fieldText(node, "name") ?? "_"),
      ...(type === undefined ? {} : { type }),
      ...(node.childForFieldName("default_value") ? { optional: true as const } : {}),
      ...(node.type === "variadic_parameter" ? { rest: true as const } : {}),
    });
  }
  return parameters;
}

export const php: CodeLanguage = {
  grammar: "php",
  identifiers: new Set(["name"]),
  strings: new Set(["string", "encapsed_string", "heredoc", "nowdoc"]),
  comments: new Set(["comment"]),
  declarations: (root) => members(root, { prefix: "", namespace: undefined, depth: 0 }),
};
