// Declarations of Go: methods go by their receiver's type (`Type.Method`), without its star and type parameters.
import type { CodeLanguage, Draft } from "../code-outline.ts";
import type { Parameter } from "../outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { childOf, fieldText, foldSpaces, optionalText } from "./node-text.ts";

function* declarations(root: SyntaxNode): Generator<Draft> {
  for (const node of root.namedChildren) {
    switch (node.type) {
      case "function_declaration":
        yield callable(node, fieldText(node, "name") ?? "", "function");
        break;
      case "method_declaration": {
        const receiver = receiverType(node);
        const key = fieldText(node, "name") ?? "";
        yield callable(node, receiver === undefined ? key : `${receiver}.${key}`, "method");
        break;
      }
      case "type_declaration":
        yield* grouped(node, ["type_spec", "type_alias"], typeSpec);
        break;
      case "const_declaration":
        yield* grouped(node, ["const_spec"], (spec, outer) => values(spec, outer, "constant"));
        break;
      case "var_declaration":
        yield* grouped(node, ["var_spec", "var_spec_list"], (spec, outer) => values(spec, outer, "variable"));
    }
  }
}

/** One spec without parentheses spans its whole declaration; in a group every spec stands for itself. */
function* grouped(
  node: SyntaxNode,
  types: readonly string[],
  each: (spec: SyntaxNode, outer: SyntaxNode) => Iterable<Draft>,
): Generator<Draft> {
  const inParentheses = node.children.some((child) => child.type === "(");
  for (const spec of node.namedChildren) {
    if (!types.includes(spec.type)) continue;
    if (spec.type === "var_spec_list") {
      for (const inner of spec.namedChildren) if (inner.type === "var_spec") yield* each(inner, inner);
    } else {
      yield* each(spec, inParentheses ? spec : node);
    }
  }
}

function isExported(key: string): boolean {
  return /^\p{Lu}/u.test(key);
}

function callable(node: SyntaxNode, qualified: string, kind: Draft["kind"], outer = node): Draft {
  return {
    name: qualified,
    kind,
    node: outer,
    nameNode: node.childForFieldName("name") ?? undefined,
    body: node.childForFieldName("body"),
    parameters: () => parametersOf(node.childForFieldName("parameters")),
    returns: () => optionalText(fieldText(node, "result")),
    apart: () => [node.childForFieldName("parameters"), node.childForFieldName("result")],
    exported: isExported(qualified.slice(qualified.lastIndexOf(".") + 1)),
  };
}

function receiverType(node: SyntaxNode): string | undefined {
  const list = node.childForFieldName("receiver");
  const declared = list && childOf(list, "parameter_declaration");
  const type = declared?.childForFieldName("type")?.text;
  return type?.replace(/^[\s*(]+/, "").replace(/[[)\s].*$/s, "");
}

function* typeSpec(spec: SyntaxNode, outer: SyntaxNode): Generator<Draft> {
  const key = spec.childForFieldName("name");
  const type = spec.childForFieldName("type");
  if (!key) return;
  const isStruct = type?.type === "struct_type";
  const isInterface = type?.type === "interface_type";
  yield {
    name: key.text,
    kind: isStruct ? "struct" : isInterface ? "interface" : "type",
    node: outer,
    nameNode: key,
    body: type,
    type: () => (type && !isStruct && !isInterface ? foldSpaces(type.text) : undefined),
    exported: isExported(key.text),
  };
  if (isStruct) yield* fields(type, key.text);
  if (isInterface) {
    for (const member of type.namedChildren) {
      if (member.type !== "method_elem" && member.type !== "method_spec") continue;
      yield callable(member, `${key.text}.${fieldText(member, "name") ?? ""}`, "method");
    }
  }
}

function* fields(struct: SyntaxNode, owner: string): Generator<Draft> {
  for (const field of childOf(struct, "field_declaration_list")?.namedChildren ?? []) {
    if (field.type !== "field_declaration") continue;
    const type = field.childForFieldName("type");
    const names = field.childrenForFieldName("name");
    if (names.length === 0 && type) {
      const simple = type.text.replace(/^\*/, "").replace(/\[.*$/s, "").split(".").at(-1) ?? type.text;
      yield { name: `${owner}.${simple}`, kind: "field", node: field, nameNode: type, exported: isExported(simple) };
    }
    for (const key of names) {
      if (!key) continue;
      yield {
        name: `${owner}.${key.text}`,
        kind: "field",
        node: names.length === 1 ? field : key,
        from: field,
        nameNode: key,
        type: () => (type ? foldSpaces(type.text) : undefined),
        apart: () => [type],
        exported: isExported(key.text),
      };
    }
  }
}

function* values(spec: SyntaxNode, outer: SyntaxNode, kind: "constant" | "variable"): Generator<Draft> {
  for (const key of spec.childrenForFieldName("name")) {
    if (key?.type !== "identifier" || key.text === "_") continue;
    yield {
      name: key.text,
      kind,
      node: outer,
      nameNode: key,
      body: spec.childForFieldName("value"),
      type: () => optionalText(fieldText(spec, "type")),
      apart: () => [spec.childForFieldName("type")],
      exported: isExported(key.text),
    };
  }
}

function parametersOf(list: SyntaxNode | null): Parameter[] | undefined {
  if (!list) return undefined;
  const parameters: Parameter[] = [];
  for (const node of list.namedChildren) {
    if (node.type !== "parameter_declaration" && node.type !== "variadic_parameter_declaration") continue;
    const type = optionalText(fieldText(node, "type"));
    const names = node.childrenForFieldName("name").map((key) => key?.text ?? "_");
    for (const key of names.length > 0 ? names : ["_"]) {
      parameters.push({
        name: key,
        ...(type === undefined ? {} : { type }),
        ...(node.type === "variadic_parameter_declaration" ? { rest: true as const } : {}),
      });
    }
  }
  return parameters;
}

export const go: CodeLanguage = {
  grammar: "go",
  identifiers: new Set(["identifier", "field_identifier", "type_identifier", "package_identifier"]),
  strings: new Set(["interpreted_string_literal", "raw_string_literal"]),
  comments: new Set(["comment"]),
  declarations,
};
