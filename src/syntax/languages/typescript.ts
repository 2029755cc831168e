// Declarations of TypeScript, TSX and JavaScript.
import type { CodeLanguage, Draft } from "../code-outline.ts";
import type { Parameter } from "../outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { fieldText, foldSpaces, MAX_DEPTH, unquote } from "./node-text.ts";

/** Where a declaration stands: what goes before its name, and what wraps it. */
interface Place {
  readonly prefix: string;
  readonly depth: number;
  /** Outermost node that belongs to the declaration (`export …`, `declare …`). */
  readonly outer?: SyntaxNode;
  readonly exported: boolean;
  readonly isDefault?: boolean;
}

const TOP: Place = { prefix: "", depth: 0, exported: false };

function* statements(parent: SyntaxNode, place: Place): Generator<Draft> {
  if (place.depth > MAX_DEPTH) return;
  for (const node of parent.namedChildren) yield* statement(node, place);
}

function* statement(node: SyntaxNode, place: Place): Generator<Draft> {
  const outer = place.outer ?? node;
  switch (node.type) {
    case "export_statement":
      yield* exported(node, place);
      return;
    case "ambient_declaration":
      for (const child of node.namedChildren) {
        // `declare global { … }` adds to what is there already; its names have no prefix.
        if (child.type === "statement_block") yield* statements(child, { ...place, depth: place.depth + 1 });
        else yield* statement(child, { ...place, outer });
      }
      return;
    case "function_declaration":
    case "generator_function_declaration":
    case "function_signature":
      yield callable(node, outer, named(node, place), "function", place);
      return;
    case "class_declaration":
    case "abstract_class_declaration":
    case "class":
      yield* classLike(node, outer, named(node, place), place);
      return;
    case "interface_declaration":
      yield* withMembers(node, outer, named(node, place), "interface", place);
      return;
    case "type_alias_declaration":
      yield* typeAlias(node, outer, place);
      return;
    case "enum_declaration":
      yield* enumLike(node, outer, place);
      return;
    case "internal_module":
    case "module":
      yield* namespaceLike(node, outer, place);
      return;
    case "lexical_declaration":
    case "variable_declaration":
      yield* variables(node, outer, place);
      return;
    case "ERROR":
      // What the parser could still make out inside of an error is better than nothing.
      yield* statements(node, { ...place, depth: place.depth + 1 });
      return;
    case "expression_statement": {
      const inner = node.namedChildren[0];
      if (inner?.type === "internal_module") yield* namespaceLike(inner, outer, place);
      else if (inner?.type === "assignment_expression" && place.prefix === "") yield* assignment(inner, node);
    }
  }
}

function* exported(node: SyntaxNode, place: Place): Generator<Draft> {
  const isDefault = node.children.some((child) => child.type === "default");
  const inside: Place = { ...place, outer: node, exported: true, isDefault };
  const declaration = node.childForFieldName("declaration");
  if (declaration) {
    yield* statement(declaration, inside);
    return;
  }
  const value = node.childForFieldName("value");
  if (!value || !isDefault) return;
  if (value.type === "identifier") return;
  yield* namedValue(value, node, name("default", place), undefined, { ...inside, isDefault: true });
}

/** The declared name with its prefix; an anonymous default export is called `default`. */
function named(node: SyntaxNode, place: Place): string {
  return name(fieldText(node, "name") ?? "default", place);
}

function name(simple: string, place: Place): string {
  return place.prefix === "" ? simple : `${place.prefix}.${simple}`;
}

function callable(
  node: SyntaxNode,
  outer: SyntaxNode,
  qualified: string,
  kind: Draft["kind"],
  place: Place,
  from?: SyntaxNode,
): Draft {
  return {
    name: qualified,
    kind,
    node: outer,
    from,
    nameNode: node.childForFieldName("name") ?? undefined,
    body: node.childForFieldName("body"),
    parameters: () => parametersOf(node),
    returns: () => typeOf(node.childForFieldName("return_type")),
    apart: () => apartOf(node),
    exported: place.exported,
  };
}

function* classLike(node: SyntaxNode, outer: SyntaxNode, qualified: string, place: Place): Generator<Draft> {
  const first = outer === node ? node.namedChildren.find((child) => child.type === "decorator") : undefined;
  yield* withMembers(node, outer, qualified, "class", place, first);
}

function* withMembers(
  node: SyntaxNode,
  outer: SyntaxNode,
  qualified: string,
  kind: Draft["kind"],
  place: Place,
  from?: SyntaxNode,
): Generator<Draft> {
  const body = node.childForFieldName("body");
  yield {
    name: qualified,
    kind,
    node: outer,
    from,
    nameNode: node.childForFieldName("name") ?? undefined,
    body,
    exported: place.exported,
  };
  if (body) yield* members(body, { prefix: qualified, depth: place.depth + 1, exported: place.exported });
}

function* members(body: SyntaxNode, place: Place): Generator<Draft> {
  if (place.depth > MAX_DEPTH) return;
  let decorator: SyntaxNode | undefined;
  for (const member of body.namedChildren) {
    if (member.type === "decorator") {
      decorator ??= member;
      continue;
    }
    if (member.type === "comment") continue;
    yield* memberOf(member, place, decorator);
    decorator = undefined;
  }
}

function* memberOf(member: SyntaxNode, place: Place, decorator: SyntaxNode | undefined): Generator<Draft> {
  const key = member.childForFieldName("name") ?? member.childForFieldName("property");
  if (!key) return;
  const qualified = name(memberName(key), place);
  switch (member.type) {
    case "method_definition":
    case "method_signature":
    case "abstract_method_signature": {
      const kind = key.text === "constructor" ? "constructor" : "method";
      yield { ...callable(member, member, qualified, kind, place, decorator), nameNode: key };
      if (kind === "constructor") yield* promoted(member, place);
      return;
    }
    case "public_field_definition":
    case "field_definition": {
      const value = member.childForFieldName("value");
      const from = decorator ?? member;
      if (value && isFunction(value)) {
        yield { ...callable(value, member, qualified, "method", place, from), nameNode: key };
        return;
      }
      yield {
        name: qualified,
        kind: "property",
        node: member,
        from,
        nameNode: key,
        body: value,
        type: () => propertyType(member),
        apart: () => typeParts(member),
        exported: place.exported,
      };
      return;
    }
    case "property_signature":
      yield {
        name: qualified,
        kind: "property",
        node: member,
        nameNode: key,
        type: () => propertyType(member),
        apart: () => typeParts(member),
        exported: place.exported,
      };
  }
}

/** Parameters of a constructor that declare a property: `constructor(private readonly store: Store)`. */
function* promoted(member: SyntaxNode, place: Place): Generator<Draft> {
  for (const node of member.childForFieldName("parameters")?.namedChildren ?? []) {
    const key = node.childForFieldName("pattern");
    const declares = node.children.some(({ type }) => type === "accessibility_modifier" || type === "readonly");
    if (key?.type !== "identifier" || !declares) continue;
    yield {
      name: name(key.text, place),
      kind: "property",
      node,
      nameNode: key,
      body: node.childForFieldName("value"),
      type: () => propertyType(node),
      apart: () => typeParts(node),
      exported: place.exported,
    };
  }
}

/** A property's type, and the mark that makes it optional. */
function typeParts(member: SyntaxNode): (SyntaxNode | null | undefined)[] {
  return [member.childForFieldName("type"), member.children.find((child) => child.type === "?")];
}

/** Parameters and result, for the header to leave out. */
function apartOf(node: SyntaxNode): (SyntaxNode | null)[] {
  return [
    node.childForFieldName("parameters") ?? node.childForFieldName("parameter"),
    node.childForFieldName("return_type"),
  ];
}

/** The type of a property; an optional one says so in its type. */
function propertyType(member: SyntaxNode): string | undefined {
  const type = typeOf(member.childForFieldName("type"));
  const optional = member.children.some((child) => child.type === "?");
  return optional ? `${type ?? "any"} | undefined` : type;
}

function memberName(key: SyntaxNode): string {
  return key.type === "string" ? unquote(key.text) : foldSpaces(key.text);
}

function* typeAlias(node: SyntaxNode, outer: SyntaxNode, place: Place): Generator<Draft> {
  const value = node.childForFieldName("value");
  const qualified = named(node, place);
  yield {
    name: qualified,
    kind: "type",
    node: outer,
    nameNode: node.childForFieldName("name") ?? undefined,
    body: value,
    type: () => (value && value.type !== "object_type" ? foldSpaces(value.text) : undefined),
    exported: place.exported,
  };
  if (value?.type === "object_type")
    yield* members(value, { prefix: qualified, depth: place.depth + 1, exported: place.exported });
}

function* enumLike(node: SyntaxNode, outer: SyntaxNode, place: Place): Generator<Draft> {
  const qualified = named(node, place);
  const body = node.childForFieldName("body");
  yield {
    name: qualified,
    kind: "enum",
    node: outer,
    nameNode: node.childForFieldName("name") ?? undefined,
    body,
    exported: place.exported,
  };
  for (const member of body?.namedChildren ?? []) {
    const key = member.type === "enum_assignment" ? member.childForFieldName("name") : member;
    if (!key || (key.type !== "property_identifier" && key.type !== "string")) continue;
    yield {
      name: `${qualified}.${memberName(key)}`,
      kind: "enum_member",
      node: member,
      nameNode: key,
      body: member === key ? undefined : member.childForFieldName("value"),
      exported: place.exported,
    };
  }
}

function* namespaceLike(node: SyntaxNode, outer: SyntaxNode, place: Place): Generator<Draft> {
  const key = node.childForFieldName("name");
  if (!key) return;
  const qualified = name(key.type === "string" ? unquote(key.text) : foldSpaces(key.text), place);
  const body = node.childForFieldName("body");
  yield { name: qualified, kind: "namespace", node: outer, nameNode: key, body, exported: place.exported };
  if (body) yield* statements(body, { prefix: qualified, depth: place.depth + 1, exported: false });
}

function* variables(node: SyntaxNode, outer: SyntaxNode, place: Place): Generator<Draft> {
  const declarators = node.namedChildren.filter((child) => child.type === "variable_declarator");
  for (const declarator of declarators) {
    const key = declarator.childForFieldName("name");
    if (!key) continue;
    const alone = declarators.length === 1;
    const whole = alone ? outer : declarator;
    const value = declarator.childForFieldName("value") ?? undefined;
    const constant = node.children.some((child) => child.type === "const");
    if (key.type === "identifier") {
      const type = () => typeOf(declarator.childForFieldName("type"));
      yield* namedValue(value, whole, name(key.text, place), key, place, type, constant ? "constant" : "variable");
      continue;
    }
    for (const bound of boundNames(key, 0)) {
      yield {
        name: name(bound.text, place),
        kind: constant ? "constant" : "variable",
        node: whole,
        nameNode: bound,
        body: value,
        exported: place.exported,
      };
    }
  }
}

/** The names that a destructuring pattern binds. */
function* boundNames(pattern: SyntaxNode, depth: number): Generator<SyntaxNode> {
  if (depth > MAX_DEPTH) return;
  if (pattern.type === "identifier" || pattern.type === "shorthand_property_identifier_pattern") {
    yield pattern;
  } else if (pattern.type === "pair_pattern") {
    const value = pattern.childForFieldName("value");
    if (value) yield* boundNames(value, depth + 1);
  } else if (/assignment_pattern$/.test(pattern.type)) {
    const left = pattern.childForFieldName("left");
    if (left) yield* boundNames(left, depth + 1);
  } else if (/pattern$/.test(pattern.type)) {
    for (const child of pattern.namedChildren) yield* boundNames(child, depth + 1);
  }
}

/** A named value: a function, a class, an object with functions in it, or anything else. */
function* namedValue(
  value: SyntaxNode | undefined,
  whole: SyntaxNode,
  qualified: string,
  key: SyntaxNode | undefined,
  place: Place,
  type?: () => string | undefined,
  kind: Draft["kind"] = "constant",
): Generator<Draft> {
  const inner = value && unwrapped(value);
  if (inner && isFunction(inner)) {
    yield { ...callable(inner, whole, qualified, "function", place), nameNode: key };
    return;
  }
  if (inner?.type === "class") {
    yield* classNamed(inner, whole, qualified, key, place);
    return;
  }
  yield { name: qualified, kind, node: whole, nameNode: key, body: value, type, exported: place.exported };
  if (inner?.type === "object") yield* functionsOf(inner, { ...place, prefix: qualified, depth: place.depth + 1 });
}

function* classNamed(
  node: SyntaxNode,
  whole: SyntaxNode,
  qualified: string,
  key: SyntaxNode | undefined,
  place: Place,
): Generator<Draft> {
  for (const draft of withMembers(node, whole, qualified, "class", place)) {
    yield draft.name === qualified && draft.kind === "class" ? { ...draft, nameNode: key } : draft;
  }
}

/** Functions of an object literal are addressable as members of the constant that holds them. */
function* functionsOf(object: SyntaxNode, place: Place): Generator<Draft> {
  if (place.depth > MAX_DEPTH) return;
  for (const member of object.namedChildren) {
    if (member.type === "method_definition") yield* memberOf(member, place, undefined);
    if (member.type !== "pair") continue;
    const key = member.childForFieldName("key");
    const value = member.childForFieldName("value");
    if (!key || !value) continue;
    const qualified = name(memberName(key), place);
    if (isFunction(value)) yield { ...callable(value, member, qualified, "method", place), nameNode: key };
  }
}

/** `exports.f = …`, `module.exports = …`, `A.prototype.f = …`, `A.f = …`: the names of code before modules. */
function* assignment(node: SyntaxNode, whole: SyntaxNode): Generator<Draft> {
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right") ?? undefined;
  if (!left || !right || left.type !== "member_expression" || !/^[\w$.]+$/.test(left.text)) return;
  const inner = unwrapped(right);
  const parts = left.text.split(".");
  const isExport = parts[0] === "exports" || (parts[0] === "module" && parts[1] === "exports");
  const path = parts[0] === "module" && isExport ? parts.slice(2) : isExport ? parts.slice(1) : parts;
  const place: Place = { ...TOP, exported: isExport };
  const key = left.childForFieldName("property") ?? undefined;
  if (!isFunction(inner) && inner.type !== "class") {
    if (!isExport || path.length !== 1 || inner.type === "identifier" || inner.type === "assignment_expression") return;
  }
  if (path.length === 0) {
    const own = inner.childForFieldName("name");
    yield* namedValue(inner, whole, own?.text ?? "default", own ?? undefined, place);
    return;
  }
  yield* namedValue(inner, whole, path.filter((part) => part !== "prototype").join("."), key, place);
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  "arrow_function",
  "function_expression",
  "function",
  "generator_function",
]);

function isFunction(node: SyntaxNode): boolean {
  return FUNCTIONS.has(node.type);
}

/** What stands in parentheses, under `as`, `satisfies`, `!` and `await`. */
function unwrapped(node: SyntaxNode): SyntaxNode {
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

function parametersOf(node: SyntaxNode): Parameter[] | undefined {
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

function typeOf(annotation: SyntaxNode | null): string | undefined {
  if (!annotation) return undefined;
  return foldSpaces(annotation.text.replace(/^\s*:\s*/, ""));
}

const IDENTIFIERS: ReadonlySet<string> = new Set([
  "identifier",
  "property_identifier",
  "type_identifier",
  "shorthand_property_identifier",
  "shorthand_property_identifier_pattern",
  "private_property_identifier",
]);

function language(grammar: string): CodeLanguage {
  return {
    grammar,
    identifiers: IDENTIFIERS,
    strings: new Set(["string", "template_string"]),
    comments: new Set(["comment", "hash_bang_line", "html_comment"]),
    declarations: (root) => statements(root, TOP),
  };
}

export const typescript = language("typescript");
export const tsx = language("tsx");
export const javascript = language("javascript");
