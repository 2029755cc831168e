// Declarations of TypeScript, TSX and JavaScript.
import type { CodeLanguage, Draft } from "../code-outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { foldSpaces, MAX_DEPTH, unquote } from "./node-text.ts";
import {
  callable,
  functionsOf,
  memberName,
  members,
  name,
  named,
  type Place,
  withMembers,
} from "./typescript-members.ts";
import { isFunction, typeOf, unwrapped } from "./typescript-signature.ts";

const TOP: Place = { prefix: "", depth: 0, exported: false };

function statements(found: Draft[], parent: SyntaxNode, place: Place): void {
  if (place.depth > MAX_DEPTH) return;
  for (const node of parent.namedChildren) statement(found, node, place);
}

function statement(found: Draft[], node: SyntaxNode, place: Place): void {
  const outer = place.outer ?? node;
  switch (node.type) {
    case "export_statement":
      exported(found, node, place);
      return;
    case "ambient_declaration":
      for (const child of node.namedChildren) {
        // `declare global { … }` adds to what is there already; its names have no prefix.
        if (child.type === "statement_block") statements(found, child, { ...place, depth: place.depth + 1 });
        else statement(found, child, { ...place, outer });
      }
      return;
    case "function_declaration":
    case "generator_function_declaration":
    case "function_signature":
      found.push(callable(node, outer, named(node, place), "function", place));
      return;
    case "class_declaration":
    case "abstract_class_declaration":
    case "class":
      classLike(found, node, outer, named(node, place), place);
      return;
    case "interface_declaration":
      withMembers(found, node, outer, named(node, place), "interface", place);
      return;
    case "type_alias_declaration":
      typeAlias(found, node, outer, place);
      return;
    case "enum_declaration":
      enumLike(found, node, outer, place);
      return;
    case "internal_module":
    case "module":
      namespaceLike(found, node, outer, place);
      return;
    case "lexical_declaration":
    case "variable_declaration":
      variables(found, node, outer, place);
      return;
    case "ERROR":
      // What the parser could still make out inside of an error is better than nothing.
      statements(found, node, { ...place, depth: place.depth + 1 });
      return;
    case "expression_statement": {
      const inner = node.namedChildren[0];
      if (inner?.type === "internal_module") namespaceLike(found, inner, outer, place);
      else if (inner?.type === "assignment_expression" && place.prefix === "") assignments(found, inner, node);
      return;
    }
    case "if_statement":
    case "else_clause":
    case "statement_block":
      // A function that is declared under a condition has its name outside, too, and so has what is exported.
      for (const child of node.namedChildren) {
        if (CONDITIONAL.has(child.type)) statement(found, child, { ...place, depth: place.depth + 1 });
      }
  }
}

const CONDITIONAL: ReadonlySet<string> = new Set([
  "function_declaration",
  "generator_function_declaration",
  "expression_statement",
  "if_statement",
  "else_clause",
  "statement_block",
]);

function exported(found: Draft[], node: SyntaxNode, place: Place): void {
  const isDefault = node.children.some((child) => child.type === "default");
  const inside: Place = { ...place, outer: node, exported: true, isDefault };
  const declaration = node.childForFieldName("declaration");
  if (declaration) {
    statement(found, declaration, inside);
    return;
  }
  const value = node.childForFieldName("value");
  if (!value || !isDefault) return;
  if (value.type === "identifier") return;
  namedValue(found, value, node, name("default", place), undefined, { ...inside, isDefault: true });
}

function classLike(found: Draft[], node: SyntaxNode, outer: SyntaxNode, qualified: string, place: Place): void {
  const first = outer === node ? node.namedChildren.find((child) => child.type === "decorator") : undefined;
  withMembers(found, node, outer, qualified, "class", place, first);
}

function typeAlias(found: Draft[], node: SyntaxNode, outer: SyntaxNode, place: Place): void {
  const value = node.childForFieldName("value");
  const qualified = named(node, place);
  found.push({
    name: qualified,
    kind: "type",
    node: outer,
    nameNode: node.childForFieldName("name") ?? undefined,
    body: value,
    type: () => (value && value.type !== "object_type" ? foldSpaces(value.text) : undefined),
    exported: place.exported,
  });
  if (value?.type === "object_type")
    members(found, value, { prefix: qualified, depth: place.depth + 1, exported: place.exported });
}

function enumLike(found: Draft[], node: SyntaxNode, outer: SyntaxNode, place: Place): void {
  const qualified = named(node, place);
  const body = node.childForFieldName("body");
  found.push({
    name: qualified,
    kind: "enum",
    node: outer,
    nameNode: node.childForFieldName("name") ?? undefined,
    body,
    exported: place.exported,
  });
  for (const member of body?.namedChildren ?? []) {
    const key = member.type === "enum_assignment" ? member.childForFieldName("name") : member;
    if (!key || (key.type !== "property_identifier" && key.type !== "string")) continue;
    found.push({
      name: `${qualified}.${memberName(key)}`,
      kind: "enum_member",
      node: member,
      nameNode: key,
      body: member === key ? undefined : member.childForFieldName("value"),
      exported: place.exported,
    });
  }
}

function namespaceLike(found: Draft[], node: SyntaxNode, outer: SyntaxNode, place: Place): void {
  const key = node.childForFieldName("name");
  if (!key) return;
  const qualified = name(key.type === "string" ? unquote(key.text) : foldSpaces(key.text), place);
  const body = node.childForFieldName("body");
  found.push({ name: qualified, kind: "namespace", node: outer, nameNode: key, body, exported: place.exported });
  for (const child of body?.namedChildren ?? []) {
    // What `withoutGlobal` left of `global { … }`: its names have no prefix.
    if (child.type === "statement_block") statements(found, child, { ...TOP, depth: place.depth + 1 });
    else if (place.depth < MAX_DEPTH)
      statement(found, child, { prefix: qualified, depth: place.depth + 1, exported: false });
  }
}

/** The grammar does not know `global { … }` inside of `declare module "x" { … }`: a bare block is left of it. */
function withoutGlobal(text: string): string | undefined {
  if (!/\bmodule\s+["']/.test(text)) return undefined;
  const plain = text.replace(/^([ \t]*)global(?=\s*\{)/gm, "$1      ");
  return plain === text ? undefined : plain;
}

function variables(found: Draft[], node: SyntaxNode, outer: SyntaxNode, place: Place): void {
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
      namedValue(found, value, whole, name(key.text, place), key, place, type, constant ? "constant" : "variable");
      continue;
    }
    for (const bound of boundNames(key, 0)) {
      found.push({
        name: name(bound.text, place),
        kind: constant ? "constant" : "variable",
        node: whole,
        nameNode: bound,
        body: value,
        exported: place.exported,
      });
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
function namedValue(
  found: Draft[],
  value: SyntaxNode | undefined,
  whole: SyntaxNode,
  qualified: string,
  key: SyntaxNode | undefined,
  place: Place,
  type?: () => string | undefined,
  kind: Draft["kind"] = "constant",
): void {
  const inner = value && unwrapped(value);
  if (inner && isFunction(inner)) {
    found.push({ ...callable(inner, whole, qualified, "function", place), nameNode: key });
    return;
  }
  if (inner?.type === "class") {
    classNamed(found, inner, whole, qualified, key, place);
    return;
  }
  found.push({ name: qualified, kind, node: whole, nameNode: key, body: value, type, exported: place.exported });
  if (inner?.type === "object") functionsOf(found, inner, { ...place, prefix: qualified, depth: place.depth + 1 });
}

function classNamed(
  found: Draft[],
  node: SyntaxNode,
  whole: SyntaxNode,
  qualified: string,
  key: SyntaxNode | undefined,
  place: Place,
): void {
  const from = found.length;
  withMembers(found, node, whole, qualified, "class", place);
  found.splice(from, 1, { ...(found[from] as Draft), nameNode: key });
}

/** `exports.f = …`, `module.exports = …`, `A.prototype.f = …`, `A.f = …`: the names of code before modules. */
function assignments(found: Draft[], node: SyntaxNode, whole: SyntaxNode): void {
  const targets: SyntaxNode[] = [];
  let value: SyntaxNode | null = node;
  for (let i = 0; value?.type === "assignment_expression" && i < MAX_DEPTH; i++) {
    const left = value.childForFieldName("left");
    if (left) targets.push(left);
    value = value.childForFieldName("right");
  }
  for (const target of targets) if (value) assigned(found, target, unwrapped(value), whole);
}

function assigned(found: Draft[], left: SyntaxNode, value: SyntaxNode, whole: SyntaxNode): void {
  if (left.type !== "member_expression" || !/^[\w$.]+$/.test(left.text)) return;
  const parts = left.text.split(".");
  const isExport = parts[0] === "exports" || (parts[0] === "module" && parts[1] === "exports");
  const path = parts[0] === "module" && isExport ? parts.slice(2) : isExport ? parts.slice(1) : parts;
  const place: Place = { ...TOP, exported: isExport };
  const key = left.childForFieldName("property") ?? undefined;
  if (value.type === "object" && (path.length === 0 || path.at(-1) === "prototype")) {
    functionsOf(found, value, { ...place, prefix: path.slice(0, -1).join("."), depth: 1 });
    return;
  }
  if (!isFunction(value) && value.type !== "class" && !(isExport && path.length === 1 && value.type !== "identifier"))
    return;
  if (path.length === 0) {
    const own = value.childForFieldName("name");
    namedValue(found, value, whole, own?.text ?? "default", own ?? undefined, place);
    return;
  }
  namedValue(found, value, whole, path.filter((part) => part !== "prototype").join("."), key, place);
}

/** Names of this file that a statement of their own exports: `export { f }`, `export default f`, `module.exports = { f }`. */
function exportedLater(root: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (node: SyntaxNode | null | undefined): void => {
    if (node && /^(?:type_)?identifier$|^shorthand_property_identifier$/.test(node.type)) names.add(node.text);
  };
  for (const node of root.namedChildren) {
    if (node.type === "export_statement" && !node.childForFieldName("source")) {
      add(node.childForFieldName("value"));
      for (const clause of node.namedChildren) {
        if (clause.type !== "export_clause") continue;
        for (const specifier of clause.namedChildren) add(specifier.childForFieldName("name"));
      }
    }
    const assignment = node.type === "expression_statement" ? node.namedChildren[0] : undefined;
    if (assignment?.type !== "assignment_expression") continue;
    if (!/^(?:module\.)?exports\b/.test(assignment.childForFieldName("left")?.text ?? "")) continue;
    const value = assignment.childForFieldName("right");
    add(value);
    if (value?.type !== "object") continue;
    for (const member of value.namedChildren) add(member.type === "pair" ? member.childForFieldName("value") : member);
  }
  return names;
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
    plainer: withoutGlobal,
    declarations: (root) => {
      const found: Draft[] = [];
      statements(found, root, TOP);
      const later = exportedLater(root);
      if (later.size === 0) return found;
      return found.map((draft) =>
        later.has(draft.name.split(".")[0] as string) ? { ...draft, exported: true } : draft,
      );
    },
  };
}

export const typescript = language("typescript");
export const tsx = language("tsx");
export const javascript = language("javascript");
