// Declarations of C and C++: `Mesh::add`, inside and outside of the class body; the namespace is no part of a name.
import type { CodeLanguage, Draft } from "../code-outline.ts";
import type { CodeKind, Parameter } from "../outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { withoutMacros } from "./cpp-macros.ts";
import { childOf, fieldText, foldSpaces, MAX_DEPTH } from "./node-text.ts";

interface Place {
  readonly prefix: string;
  readonly namespace: string | undefined;
  readonly depth: number;
  /** Outermost node of the declaration (`template <…>`). */
  readonly outer?: SyntaxNode;
}

const TYPES: Readonly<Record<string, CodeKind>> = {
  class_specifier: "class",
  struct_specifier: "struct",
  union_specifier: "union",
  enum_specifier: "enum",
};

function* declarations(parent: SyntaxNode, place: Place): Generator<Draft> {
  if (place.depth > MAX_DEPTH) return;
  for (const node of parent.namedChildren) yield* declaration(node, place);
}

function* declaration(node: SyntaxNode, place: Place): Generator<Draft> {
  const outer = place.outer ?? node;
  if (TYPES[node.type]) {
    yield* typeLike(node, outer, place);
    return;
  }
  switch (node.type) {
    case "namespace_definition": {
      const name = [place.namespace, fieldText(node, "name")].filter(Boolean).join("::");
      const body = node.childForFieldName("body");
      if (body) yield* declarations(body, { prefix: "", namespace: name || undefined, depth: place.depth + 1 });
      return;
    }
    case "template_declaration":
      for (const child of node.namedChildren) yield* declaration(child, { ...place, outer });
      return;
    case "linkage_specification":
    case "declaration_list":
    case "preproc_ifdef":
    case "preproc_if":
    case "preproc_else":
    case "preproc_elif":
    case "preproc_elifdef":
    case "ERROR": {
      const { outer: _dropped, ...plain } = place;
      yield* declarations(node, { ...plain, depth: place.depth + 1 });
      return;
    }
    case "function_definition":
      yield* definition(node, outer, place);
      return;
    case "declaration":
    case "field_declaration":
      yield* declared(node, outer, place);
      return;
    case "type_definition":
      yield* typedef(node, outer, place);
      return;
    case "alias_declaration":
    case "concept_definition":
      yield {
        ...plain(fieldText(node, "name") ?? "", "type", outer, place),
        nameNode: node.childForFieldName("name") ?? undefined,
        body: node.childForFieldName("type"),
        type: () => node.childForFieldName("type")?.text,
      };
      return;
    case "preproc_def":
    case "preproc_function_def":
      yield {
        ...plain(fieldText(node, "name") ?? "", "macro", outer, { ...place, prefix: "" }),
        nameNode: node.childForFieldName("name") ?? undefined,
        body: node.childForFieldName("value"),
      };
  }
}

function plain(simple: string, kind: CodeKind, node: SyntaxNode, place: Place): Draft {
  return { name: place.prefix + simple, kind, node, namespace: place.namespace };
}

function* typeLike(node: SyntaxNode, outer: SyntaxNode, place: Place): Generator<Draft> {
  const key = node.childForFieldName("name");
  const body = node.childForFieldName("body");
  if (!body) return;
  if (!key) {
    yield* membersOf(node, body, place.prefix, place);
    return;
  }
  const made: Draft = {
    ...plain(withoutArguments(key.text), TYPES[node.type] as CodeKind, outer, place),
    nameNode: key,
    body,
  };
  yield made;
  yield* membersOf(node, body, `${made.name}::`, place);
}

/** @param prefix what the names of the members begin with */
function* membersOf(node: SyntaxNode, body: SyntaxNode, prefix: string, place: Place): Generator<Draft> {
  if (node.type === "enum_specifier") {
    for (const member of body.namedChildren) {
      const key = member.type === "enumerator" ? member.childForFieldName("name") : null;
      if (!key) continue;
      const inside = { ...place, prefix };
      yield {
        ...plain(key.text, "enum_member", member, inside),
        nameNode: key,
        body: member.childForFieldName("value"),
      };
    }
    return;
  }
  const { outer: _dropped, ...around } = place;
  yield* declarations(body, { ...around, prefix, depth: place.depth + 1 });
}

function* definition(node: SyntaxNode, outer: SyntaxNode, place: Place): Generator<Draft> {
  const declarator = node.childForFieldName("declarator");
  const target = declarator && targetOf(declarator);
  if (!target?.call) return;
  yield callable(node, outer, target, place);
}

interface Target {
  readonly name: SyntaxNode;
  /** Set when a function is declared, rather than a variable or a pointer to a function. */
  readonly call: SyntaxNode | undefined;
}

/** Digs the name out of pointers, references, arrays and parentheses. */
function targetOf(declarator: SyntaxNode): Target | undefined {
  let node: SyntaxNode | null = declarator;
  let call: SyntaxNode | undefined;
  for (let i = 0; node && i < MAX_DEPTH; i++) {
    const inner = innermost(node);
    if (inner !== node && inner.type === "operator_cast") return { name: node, call: inner };
    // `int A::*p`: a pointer to a member.
    if (/declarator$/.test(inner.type)) node = inner;
    if (
      /^(?:identifier|field_identifier|type_identifier|qualified_identifier|destructor_name|operator_name|operator_cast|template_function)$/.test(
        node.type,
      )
    )
      return { name: node, call: node.type === "operator_cast" ? node : call };
    if (node.type === "function_declarator") call = node;
    // `(*name)(…)`: what follows the parentheses says what the pointer points to.
    if (node.type === "parenthesized_declarator" && /^\(\s*[*&^]/.test(node.text)) call = undefined;
    node =
      node.childForFieldName("declarator") ??
      node.namedChildren.find((child) => /declarator$|identifier$|_name$/.test(child.type)) ??
      null;
  }
  return undefined;
}

/** The last name of a qualified one; any other node itself. */
function innermost(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.type === "qualified_identifier") {
    const name = inner.childForFieldName("name");
    if (!name) break;
    inner = name;
  }
  return inner;
}

function callable(node: SyntaxNode, outer: SyntaxNode, target: Target, place: Place): Draft {
  const text = simpleName(target.name);
  const name = place.prefix + text;
  const own = name.split("::");
  const last = own.at(-1) ?? "";
  const isMember = own.length > 1;
  return {
    name,
    kind: !isMember ? "function" : last === own.at(-2) ? "constructor" : "method",
    node: outer,
    nameNode: target.name,
    body: node.childForFieldName("body"),
    parameters: () => parametersOf(target.call?.childForFieldName("parameters") ?? null),
    returns: () => optionalType(node),
    apart: () => [target.call?.childForFieldName("parameters"), node.childForFieldName("type")],
    exported: !node.namedChildren.some((child) => child.type === "storage_class_specifier" && child.text === "static"),
    namespace: place.namespace,
  };
}

function simpleName(node: SyntaxNode): string {
  const inner = innermost(node);
  if (inner.type === "operator_cast") {
    const scope = node.text.slice(0, inner.startIndex - node.startIndex);
    return `${withoutArguments(foldSpaces(scope)).replace(/^::/, "")}operator ${fieldText(inner, "type") ?? ""}`;
  }
  return withoutArguments(foldSpaces(node.text)).replace(/^::/, "");
}

/** `K2<T>::m` → `K2::m`; the `<` of an operator stays. */
function withoutArguments(text: string): string {
  const operator = /operator\s*[^\w\s].*$/.exec(text);
  if (operator) return withoutArguments(text.slice(0, operator.index)) + operator[0].replace(/\s+/g, "");
  let depth = 0;
  let out = "";
  for (const letter of text) {
    if (letter === "<") depth++;
    else if (letter === ">") depth--;
    else if (depth === 0) out += letter;
  }
  return out.replace(/\s+/g, " ").trim();
}

/** Prototypes, variables, fields, and types that are declared on the way (`struct A { … } a;`). */
function* declared(node: SyntaxNode, outer: SyntaxNode, place: Place): Generator<Draft> {
  const type = node.childForFieldName("type");
  const targets = node.childrenForFieldName("declarator").filter((child): child is SyntaxNode => child !== null);
  const body = type && TYPES[type.type] ? type.childForFieldName("body") : undefined;
  if (type && body) {
    if (!type.childForFieldName("name")) {
      // Without a name of its own it lends its members to what it stands in, or to what is declared with it.
      const owner = type.type === "enum_specifier" ? undefined : targets[0] && targetOf(targets[0])?.name.text;
      yield* membersOf(type, body, place.prefix + (owner === undefined ? "" : `${owner}::`), place);
    } else if (targets.length === 0) {
      yield* typeLike(type, outer, place);
      return;
    } else yield* typeLike(type, type, place);
  }
  for (const declarator of targets) {
    const target = targetOf(declarator);
    if (!target) continue;
    if (target.call) {
      yield callable(node, outer, target, place);
      continue;
    }
    const value = declarator.childForFieldName("value");
    const isConstant = node.namedChildren.some((child) => /^const(?:expr)?$/.test(child.text));
    yield {
      ...plain(
        simpleName(target.name),
        place.prefix !== "" ? "field" : isConstant ? "constant" : "variable",
        outer,
        place,
      ),
      node: targets.length === 1 ? outer : declarator,
      nameNode: target.name,
      body: value,
      type: () => optionalType(node),
      apart: () => [node.childForFieldName("type")],
    };
  }
}

function* typedef(node: SyntaxNode, outer: SyntaxNode, place: Place): Generator<Draft> {
  const type = node.childForFieldName("type");
  const body = type?.childForFieldName("body");
  for (const declarator of node.childrenForFieldName("declarator")) {
    const target = declarator && targetOf(declarator);
    if (!target) continue;
    const made: Draft = {
      ...plain(target.name.text, (type && body && TYPES[type.type]) || "type", outer, place),
      nameNode: target.name,
      body: body ?? undefined,
    };
    yield made;
    if (type && body) yield* membersOf(type, body, `${made.name}::`, place);
  }
  if (type?.childForFieldName("name")) yield* typeLike(type, type, place);
}

function optionalType(node: SyntaxNode): string | undefined {
  const type = node.childForFieldName("type");
  return type && !type.childForFieldName("body") ? foldSpaces(type.text) : undefined;
}

function parametersOf(list: SyntaxNode | null): Parameter[] | undefined {
  if (!list) return undefined;
  const parameters: Parameter[] = [];
  for (const node of list.namedChildren) {
    if (node.type === "variadic_parameter" || node.type === "...") parameters.push({ name: "...", rest: true });
    if (!/parameter_declaration$/.test(node.type)) continue;
    const declarator = node.childForFieldName("declarator");
    const name = declarator ? targetOf(declarator)?.name : undefined;
    const value = node.childForFieldName("default_value");
    const head = value ? node.text.slice(0, value.startIndex - node.startIndex).replace(/=\s*$/, "") : node.text;
    const at = name ? name.startIndex - node.startIndex : -1;
    const type = name ? head.slice(0, at) + head.slice(at + name.text.length) : head;
    if (foldSpaces(type) === "void" && !name) continue;
    parameters.push({
      name: name?.text ?? "_",
      type: foldSpaces(type),
      ...(value ? { optional: true as const } : {}),
      ...(/^variadic/.test(node.type) ? { rest: true as const } : {}),
    });
  }
  if (!childOf(list, "variadic_parameter") && list.children.some((child) => child.type === "...")) {
    parameters.push({ name: "...", rest: true });
  }
  return parameters;
}

/** `void shop::Label::print()` outside of its namespace is what `void Label::print()` is inside of it. */
function withNamespaces(drafts: readonly Draft[]): readonly Draft[] {
  const namespaces = new Set<string>();
  for (const { namespace } of drafts) {
    const parts = namespace?.split("::") ?? [];
    parts.forEach((_, i) => {
      namespaces.add(parts.slice(0, i + 1).join("::"));
    });
  }
  if (namespaces.size === 0) return drafts;
  return drafts.map((draft) => {
    const parts = draft.name.split("::");
    for (let i = parts.length - 1; i > 0; i--) {
      const namespace = [draft.namespace, ...parts.slice(0, i)].filter(Boolean).join("::");
      if (!namespaces.has(namespace)) continue;
      const name = parts.slice(i).join("::");
      return {
        ...draft,
        name,
        namespace,
        kind: draft.kind === "method" && i === parts.length - 1 ? "function" : draft.kind,
      };
    }
    return draft;
  });
}

function language(grammar: string): CodeLanguage {
  return {
    grammar,
    identifiers: new Set(["identifier", "field_identifier", "type_identifier", "namespace_identifier"]),
    strings: new Set(["string_literal", "raw_string_literal"]),
    comments: new Set(["comment"]),
    declarations: (root) => withNamespaces([...declarations(root, { prefix: "", namespace: undefined, depth: 0 })]),
    plainer: withoutMacros,
  };
}

export const c = language("c");
export const cpp = language("cpp");
