// Declarations of Java. The package is no part of a name; nested types are (`Job.Hook.before`).
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
  interface_declaration: "interface",
  annotation_type_declaration: "interface",
  enum_declaration: "enum",
  record_declaration: "class",
};

function* declarations(root: SyntaxNode): Generator<Draft> {
  const name = childOf(root, "package_declaration");
  const namespace = name?.namedChildren.find((child) => /identifier$/.test(child.type))?.text;
  yield* members(root, { prefix: "", namespace, depth: 0 });
}

function* members(parent: SyntaxNode, place: Place): Generator<Draft> {
  if (place.depth > MAX_DEPTH) return;
  for (const node of parent.namedChildren) yield* member(node, place);
}

function* member(node: SyntaxNode, place: Place): Generator<Draft> {
  const kind = TYPES[node.type];
  if (kind) {
    yield* typeLike(node, kind, place);
    return;
  }
  switch (node.type) {
    case "method_declaration":
    case "constructor_declaration":
    case "compact_constructor_declaration":
    case "annotation_type_element_declaration":
      yield {
        ...draft(node, /constructor/.test(node.type) ? "constructor" : "method", place),
        parameters: () => parametersOf(node.childForFieldName("parameters")),
        returns: () => optionalText(fieldText(node, "type")),
        apart: () => [node.childForFieldName("parameters"), node.childForFieldName("type")],
      };
      return;
    case "field_declaration":
    case "constant_declaration":
      yield* fields(node, place);
      return;
    case "enum_constant": {
      const made = draft(node, "enum_member", place);
      yield { ...made, exported: true };
      if (made.body) yield* members(made.body, { ...place, prefix: `${made.name}.`, depth: place.depth + 1 });
      return;
    }
    case "enum_body_declarations":
    case "ERROR":
      yield* members(node, { ...place, depth: place.depth + 1 });
  }
}

function draft(node: SyntaxNode, kind: CodeKind, place: Place): Draft {
  const modifiers = childOf(node, "modifiers")?.text ?? "";
  return {
    name: place.prefix + (fieldText(node, "name") ?? ""),
    kind,
    node,
    nameNode: node.childForFieldName("name") ?? undefined,
    body: node.childForFieldName("body"),
    exported: !/\bprivate\b/.test(modifiers),
    namespace: place.namespace,
  };
}

function* typeLike(node: SyntaxNode, kind: CodeKind, place: Place): Generator<Draft> {
  const made = draft(node, kind, place);
  const parameters = node.type === "record_declaration" ? node.childForFieldName("parameters") : null;
  yield parameters ? { ...made, parameters: () => parametersOf(parameters) } : made;
  const inside = { ...place, prefix: `${made.name}.`, depth: place.depth + 1 };
  for (const component of parameters?.namedChildren ?? []) {
    if (component.type !== "formal_parameter") continue;
    yield {
      ...draft(component, "field", inside),
      type: () => optionalText(fieldText(component, "type")),
      apart: () => [component.childForFieldName("type")],
    };
  }
  if (made.body) yield* members(made.body, inside);
}

function* fields(node: SyntaxNode, place: Place): Generator<Draft> {
  const modifiers = childOf(node, "modifiers")?.text ?? "";
  const declarators = node.childrenForFieldName("declarator");
  for (const declarator of declarators) {
    const key = declarator?.childForFieldName("name");
    if (!declarator || !key) continue;
    yield {
      name: place.prefix + key.text,
      kind: /\bstatic\b[\s\S]*\bfinal\b|\bfinal\b[\s\S]*\bstatic\b/.test(modifiers) ? "constant" : "field",
      node: declarators.length === 1 ? node : declarator,
      nameNode: key,
      body: declarator.childForFieldName("value"),
      type: () => optionalText(fieldText(node, "type")),
      apart: () => [node.childForFieldName("type")],
      exported: !/\bprivate\b/.test(modifiers),
      namespace: place.namespace,
    };
  }
}

function parametersOf(list: SyntaxNode | null): Parameter[] | undefined {
  if (!list) return undefined;
  const parameters: Parameter[] = [];
  for (const node of list.namedChildren) {
    if (node.type === "formal_parameter") {
      const type = optionalText(fieldText(node, "type"));
      parameters.push({ name: fieldText(node, "name") ?? "_", ...(type === undefined ? {} : { type }) });
    } else if (node.type === "spread_parameter") {
      const declarator = childOf(node, "variable_declarator");
      const type = node.namedChildren.find((child) => child !== declarator && child.type !== "modifiers")?.text;
      parameters.push({
        name: (declarator && fieldText(declarator, "name")) ?? "_",
        ...(type === undefined ? {} : { type: foldSpaces(type) }),
        rest: true,
      });
    }
  }
  return parameters;
}

export const java: CodeLanguage = {
  grammar: "java",
  identifiers: new Set(["identifier", "type_identifier"]),
  strings: new Set(["string_literal", "text_block"]),
  comments: new Set(["line_comment", "block_comment"]),
  declarations,
};
