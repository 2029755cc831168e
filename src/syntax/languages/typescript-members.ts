// Members of TypeScript and JavaScript: what stands in the body of a class, an interface or an object type, and the
// functions of an object literal.
import type { Draft } from "../code-outline.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { fieldText, foldSpaces, MAX_DEPTH, unquote } from "./node-text.ts";
import { apartOf, isFunction, parametersOf, propertyType, typeOf, typeParts } from "./typescript-signature.ts";

/** Where a declaration stands: what goes before its name, and what wraps it. */
export interface Place {
  readonly prefix: string;
  readonly depth: number;
  /** Outermost node that belongs to the declaration (`export …`, `declare …`). */
  readonly outer?: SyntaxNode;
  readonly exported: boolean;
  readonly isDefault?: boolean;
}

/** The declared name with its prefix; an anonymous default export is called `default`. */
export function named(node: SyntaxNode, place: Place): string {
  return name(fieldText(node, "name") ?? "default", place);
}

export function name(simple: string, place: Place): string {
  return place.prefix === "" ? simple : `${place.prefix}.${simple}`;
}

export function callable(
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

export function withMembers(
  found: Draft[],
  node: SyntaxNode,
  outer: SyntaxNode,
  qualified: string,
  kind: Draft["kind"],
  place: Place,
  from?: SyntaxNode,
): void {
  const body = node.childForFieldName("body");
  found.push({
    name: qualified,
    kind,
    node: outer,
    from,
    nameNode: node.childForFieldName("name") ?? undefined,
    body,
    exported: place.exported,
  });
  if (body) members(found, body, { prefix: qualified, depth: place.depth + 1, exported: place.exported });
}

export function members(found: Draft[], body: SyntaxNode, place: Place): void {
  if (place.depth > MAX_DEPTH) return;
  let decorator: SyntaxNode | undefined;
  for (const member of body.namedChildren) {
    if (member.type === "decorator") {
      decorator ??= member;
      continue;
    }
    if (member.type === "comment") continue;
    memberOf(found, member, place, decorator);
    decorator = undefined;
  }
}

function memberOf(found: Draft[], member: SyntaxNode, place: Place, decorator: SyntaxNode | undefined): void {
  const key = member.childForFieldName("name") ?? member.childForFieldName("property");
  if (!key) return;
  const qualified = name(memberName(key), place);
  switch (member.type) {
    case "method_definition":
    case "method_signature":
    case "abstract_method_signature": {
      const kind = key.text === "constructor" ? "constructor" : "method";
      found.push({ ...callable(member, member, qualified, kind, place, decorator), nameNode: key });
      if (kind === "constructor") promoted(found, member, place);
      return;
    }
    case "public_field_definition":
    case "field_definition": {
      const value = member.childForFieldName("value");
      const from = decorator ?? member;
      if (value && isFunction(value)) {
        found.push({ ...callable(value, member, qualified, "method", place, from), nameNode: key });
        return;
      }
      found.push({
        name: qualified,
        kind: "property",
        node: member,
        from,
        nameNode: key,
        body: value,
        type: () => propertyType(member),
        apart: () => typeParts(member),
        exported: place.exported,
      });
      return;
    }
    case "property_signature":
      found.push({
        name: qualified,
        kind: "property",
        node: member,
        nameNode: key,
        type: () => propertyType(member),
        apart: () => typeParts(member),
        exported: place.exported,
      });
  }
}

/** Parameters of a constructor that declare a property: `constructor(private readonly store: Store)`. */
function promoted(found: Draft[], member: SyntaxNode, place: Place): void {
  for (const node of member.childForFieldName("parameters")?.namedChildren ?? []) {
    const key = node.childForFieldName("pattern");
    const declares = node.children.some(({ type }) => type === "accessibility_modifier" || type === "readonly");
    if (key?.type !== "identifier" || !declares) continue;
    found.push({
      name: name(key.text, place),
      kind: "property",
      node,
      nameNode: key,
      body: node.childForFieldName("value"),
      type: () => propertyType(node),
      apart: () => typeParts(node),
      exported: place.exported,
    });
  }
}

export function memberName(key: SyntaxNode): string {
  return key.type === "string" ? unquote(key.text) : foldSpaces(key.text);
}

/** Functions of an object literal are addressable as members of the constant that holds them. */
export function functionsOf(found: Draft[], object: SyntaxNode, place: Place): void {
  if (place.depth > MAX_DEPTH) return;
  for (const member of object.namedChildren) {
    if (member.type === "method_definition") memberOf(found, member, place, undefined);
    if (member.type !== "pair") continue;
    const key = member.childForFieldName("key");
    const value = member.childForFieldName("value");
    if (!key || !value) continue;
    const qualified = name(memberName(key), place);
    if (isFunction(value)) found.push({ ...callable(value, member, qualified, "method", place), nameNode: key });
  }
}
