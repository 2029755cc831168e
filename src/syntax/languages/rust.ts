// Declarations of Rust: modules, types and impls qualify with `::`; generic parameters and lifetimes do not.
import type { CodeLanguage, Draft } from "../code-outline.ts";
import type { CodeKind, Parameter } from "../outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { childOf, fieldText, foldSpaces, MAX_DEPTH, optionalText } from "./node-text.ts";

const KINDS: Readonly<Record<string, CodeKind>> = {
  struct_item: "struct",
  union_item: "union",
  enum_item: "enum",
  trait_item: "trait",
  type_item: "type",
  associated_type: "type",
  const_item: "constant",
  static_item: "variable",
  macro_definition: "macro",
  mod_item: "module",
};

function* items(parent: SyntaxNode, prefix: string, depth: number, isMember: boolean): Generator<Draft> {
  if (depth > MAX_DEPTH) return;
  let attribute: SyntaxNode | undefined;
  for (const node of parent.namedChildren) {
    if (node.type === "attribute_item") {
      attribute ??= node;
      continue;
    }
    if (node.type.endsWith("comment")) continue;
    yield* item(node, attribute, prefix, depth, isMember);
    attribute = undefined;
  }
}

function* item(
  node: SyntaxNode,
  from: SyntaxNode | undefined,
  prefix: string,
  depth: number,
  isMember: boolean,
): Generator<Draft> {
  if (node.type === "function_item" || node.type === "function_signature_item") {
    yield {
      ...draft(node, from, prefix, isMember ? "method" : "function"),
      parameters: () => parametersOf(node),
      returns: () => optionalText(fieldText(node, "return_type")),
      apart: () => [node.childForFieldName("parameters"), node.childForFieldName("return_type")],
    };
    return;
  }
  if (node.type === "impl_item") {
    const body = node.childForFieldName("body");
    const type = baseType(node.childForFieldName("type"));
    if (body && type !== undefined) yield* items(body, `${prefix}${type}::`, depth + 1, true);
    return;
  }
  if (node.type === "foreign_mod_item" || node.type === "ERROR" || node.type === "declaration_list") {
    const body = node.childForFieldName("body") ?? node;
    yield* items(body, prefix, depth + 1, isMember);
    return;
  }
  const kind = KINDS[node.type];
  if (!kind) return;
  const made = draft(node, from, prefix, kind);
  const body = made.body;
  // The body of a type alias or constant is its value, of the others their members.
  yield kind === "type" || kind === "constant" || kind === "variable"
    ? {
        ...made,
        type: () => optionalText(fieldText(node, "type")),
        apart: () => [node.childForFieldName("type")],
        body: node.childForFieldName("value"),
      }
    : made;
  if (!body) return;
  if (kind === "struct" || kind === "union") yield* fields(body, `${made.name}::`);
  else if (kind === "enum") yield* variants(body, `${made.name}::`);
  else if (kind === "trait") yield* items(body, `${made.name}::`, depth + 1, true);
  else if (kind === "module") yield* items(body, `${made.name}::`, depth + 1, false);
}

function draft(node: SyntaxNode, from: SyntaxNode | undefined, prefix: string, kind: CodeKind): Draft {
  return {
    name: prefix + (fieldText(node, "name") ?? ""),
    kind,
    node,
    from,
    nameNode: node.childForFieldName("name") ?? undefined,
    body: node.childForFieldName("body"),
    exported: childOf(node, "visibility_modifier") !== undefined,
  };
}

function* fields(body: SyntaxNode, prefix: string): Generator<Draft> {
  for (const field of body.namedChildren) {
    if (field.type !== "field_declaration") continue;
    yield {
      ...draft(field, undefined, prefix, "field"),
      type: () => optionalText(fieldText(field, "type")),
      apart: () => [field.childForFieldName("type")],
    };
  }
}

function* variants(body: SyntaxNode, prefix: string): Generator<Draft> {
  for (const variant of body.namedChildren) {
    if (variant.type === "enum_variant") yield { ...draft(variant, undefined, prefix, "enum_member"), exported: true };
  }
}

/** `Stack<T>` → `Stack`, `&'a mut Pool` → `Pool`, `crate::geo::Shape` → `Shape`. */
function baseType(type: SyntaxNode | null): string | undefined {
  let node = type;
  for (let i = 0; node && i < 8; i++) {
    if (node.type === "generic_type") node = node.childForFieldName("type");
    else if (node.type === "reference_type" || node.type === "pointer_type") node = node.childForFieldName("type");
    else if (node.type === "scoped_type_identifier") return fieldText(node, "name");
    else break;
  }
  if (!node) return undefined;
  return node.type === "dynamic_type" ? foldSpaces(node.text).replace(/^dyn /, "") : foldSpaces(node.text);
}

function parametersOf(node: SyntaxNode): Parameter[] | undefined {
  const list = node.childForFieldName("parameters");
  if (!list) return undefined;
  const parameters: Parameter[] = [];
  for (const child of list.namedChildren) {
    if (child.type === "self_parameter") parameters.push({ name: "self", type: foldSpaces(child.text) });
    else if (child.type === "variadic_parameter") parameters.push({ name: "...", rest: true });
    else if (child.type === "parameter") {
      const type = optionalText(fieldText(child, "type"));
      parameters.push({
        name: optionalText(fieldText(child, "pattern")) ?? "_",
        ...(type === undefined ? {} : { type }),
      });
    }
  }
  return parameters;
}

export const rust: CodeLanguage = {
  grammar: "rust",
  identifiers: new Set(["identifier", "field_identifier", "type_identifier", "shorthand_field_identifier"]),
  strings: new Set(["string_literal", "raw_string_literal"]),
  comments: new Set(["line_comment", "block_comment"]),
  declarations: (root) => items(root, "", 0, false),
};
