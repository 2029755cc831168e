// Declarations of C#. The namespace is no part of a name; nested types are (`Invoice.Line.Total`).
import type { CodeLanguage, Draft } from "../code-outline.ts";
import type { CodeKind, Parameter } from "../outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { childOf, fieldText, foldSpaces, MAX_DEPTH, optionalText } from "./node-text.ts";

interface Place {
  readonly prefix: string;
  readonly namespace: string | undefined;
  readonly depth: number;
}

const TYPES: Readonly<Record<string, CodeKind>> = {
  class_declaration: "class",
  struct_declaration: "struct",
  record_declaration: "class",
  record_struct_declaration: "struct",
  interface_declaration: "interface",
  enum_declaration: "enum",
};

function* members(parent: SyntaxNode, place: Place): Generator<Draft> {
  if (place.depth > MAX_DEPTH) return;
  let around = place;
  for (const node of parent.namedChildren) {
    if (node.type === "file_scoped_namespace_declaration") around = { ...place, namespace: fieldText(node, "name") };
    yield* member(node, around);
  }
}

function* member(node: SyntaxNode, place: Place): Generator<Draft> {
  const kind = TYPES[node.type];
  if (kind) {
    yield* typeLike(node, kind, place);
    return;
  }
  switch (node.type) {
    case "namespace_declaration": {
      const name = [place.namespace, fieldText(node, "name")].filter(Boolean).join(".");
      const body = node.childForFieldName("body");
      if (body) yield* members(body, { prefix: "", namespace: name, depth: place.depth + 1 });
      return;
    }
    case "file_scoped_namespace_declaration":
    case "ERROR":
    case "global_statement":
    case "preproc_if":
    case "preproc_else":
    case "preproc_elif":
    case "preproc_region":
      yield* members(node, { ...place, depth: place.depth + 1 });
      return;
    case "method_declaration":
      yield callable(node, "method", fieldText(node, "name") ?? "", place);
      return;
    case "constructor_declaration":
      yield callable(node, "constructor", fieldText(node, "name") ?? "", place);
      return;
    case "destructor_declaration":
      yield callable(node, "method", `~${fieldText(node, "name") ?? ""}`, place);
      return;
    case "indexer_declaration":
      yield callable(node, "property", "this[]", place);
      return;
    case "operator_declaration":
      yield callable(node, "method", `operator ${fieldText(node, "operator") ?? ""}`, place);
      return;
    case "conversion_operator_declaration":
      yield callable(node, "method", `operator ${fieldText(node, "type") ?? ""}`, place);
      return;
    case "delegate_declaration":
      yield callable(node, "type", fieldText(node, "name") ?? "", place);
      return;
    case "local_function_statement":
      // Only reached for a function of a program without a class.
      if (place.prefix === "") yield callable(node, "function", fieldText(node, "name") ?? "", place);
      return;
    case "property_declaration":
    case "event_declaration":
      yield {
        ...callable(node, "property", fieldText(node, "name") ?? "", place),
        type: () => optionalText(fieldText(node, "type")),
      };
      return;
    case "field_declaration":
    case "event_field_declaration":
      yield* fields(node, place);
      return;
    case "enum_member_declaration":
      yield { ...callable(node, "enum_member", fieldText(node, "name") ?? "", place), exported: true };
  }
}

function callable(node: SyntaxNode, kind: CodeKind, simple: string, place: Place): Draft {
  return {
    name: place.prefix + simple,
    kind,
    node,
    nameNode: node.childForFieldName("name") ?? undefined,
    body: node.childForFieldName("body") ?? node.childForFieldName("accessors") ?? node.childForFieldName("value"),
    parameters: () => parametersOf(node.childForFieldName("parameters")),
    returns: () => optionalText(fieldText(node, "returns")),
    apart: () => [
      node.childForFieldName("parameters"),
      node.childForFieldName("returns"),
      node.childForFieldName("type"),
    ],
    exported: isExported(node),
    namespace: place.namespace,
  };
}

function isExported(node: SyntaxNode): boolean {
  return !node.namedChildren.some((child) => child.type === "modifier" && child.text === "private");
}

function* typeLike(node: SyntaxNode, kind: CodeKind, place: Place): Generator<Draft> {
  const made = callable(node, kind, fieldText(node, "name") ?? "", place);
  const list = childOf(node, "parameter_list");
  yield list ? { ...made, parameters: () => parametersOf(list) } : made;
  const inside = { ...place, prefix: `${made.name}.`, depth: place.depth + 1 };
  if (list && /^record/.test(node.type)) {
    for (const component of list.namedChildren) {
      if (component.type !== "parameter") continue;
      yield {
        ...callable(component, "property", fieldText(component, "name") ?? "_", inside),
        type: () => optionalText(fieldText(component, "type")),
      };
    }
  }
  if (made.body) yield* members(made.body, inside);
}

function* fields(node: SyntaxNode, place: Place): Generator<Draft> {
  const declaration = childOf(node, "variable_declaration");
  const declarators = declaration?.namedChildren.filter((child) => child.type === "variable_declarator") ?? [];
  const isConstant = node.children.some((child) => child.text === "const");
  for (const declarator of declarators) {
    const key = declarator.childForFieldName("name");
    if (!key || !declaration) continue;
    yield {
      name: place.prefix + key.text,
      kind: isConstant ? "constant" : "field",
      node: declarators.length === 1 ? node : declarator,
      nameNode: key,
      body: declarator.namedChildren.find((child) => child.startIndex > key.startIndex),
      type: () => optionalText(fieldText(declaration, "type")),
      apart: () => [declaration.childForFieldName("type")],
      exported: isExported(node),
      namespace: place.namespace,
    };
  }
}

function parametersOf(list: SyntaxNode | null): Parameter[] | undefined {
  if (!list) return undefined;
  const parameters: Parameter[] = [];
  for (const node of list.namedChildren) {
    if (node.type !== "parameter") continue;
    const type = optionalText(fieldText(node, "type"));
    const modifiers = node.namedChildren.filter((child) => child.type === "modifier").map((child) => child.text);
    const hasDefault = node.children.some((child) => child.type === "=");
    parameters.push({
      name: fieldText(node, "name") ?? "_",
      ...(type === undefined ? {} : { type: [...modifiers, type].join(" ") }),
      ...(hasDefault ? { optional: true as const } : {}),
    });
  }
  // `params T[] rest` is spread over the list itself.
  if (list.children.some((child) => child.type === "params")) {
    const type = list.childForFieldName("type");
    const name = list.childForFieldName("name");
    parameters.push({
      name: name?.text ?? "_",
      ...(type ? { type: foldSpaces(type.text) } : {}),
      rest: true,
    });
  }
  return parameters;
}

export const csharp: CodeLanguage = {
  grammar: "csharp",
  identifiers: new Set(["identifier"]),
  strings: new Set([
    "string_literal",
    "verbatim_string_literal",
    "raw_string_literal",
    "interpolated_string_expression",
  ]),
  comments: new Set(["comment"]),
  declarations: (root) => members(root, { prefix: "", namespace: undefined, depth: 0 }),
};
