// Properties of a schema (JSON Schema, also as OpenAPI uses it) as spans: nested objects, items, allOf and the like.
import type { Node } from "yaml";
import type { Span } from "../text-outline.ts";
import type { Entry, YamlReader } from "./yaml-nodes.ts";

const MAX_DEPTH = 24;

/** The schema itself under a name, and its properties under `name.property`. */
export function schemaSpans(reader: YamlReader, entry: Entry, name: string, namespace?: string): Span[] {
  return [
    schemaSpan(reader, entry, name, undefined, namespace),
    ...propertySpans(reader, entry.value, name, namespace),
  ];
}

/**
 * Properties below a schema node, also through `items`, `allOf`, `anyOf`, `oneOf`, `additionalProperties`. A node that
 * stands on the way to itself, by an alias, ends the way there.
 */
export function propertySpans(
  reader: YamlReader,
  schema: Node | undefined,
  prefix: string,
  namespace: string | undefined,
): Span[] {
  const spans: Span[] = [];
  const way = new Set<Node>();
  let isCut = false;
  /** @param read the schemas that gave the properties below this prefix: none gives them twice */
  const visit = (written: Node | undefined, prefix: string, read: Set<Node>, depth: number): void => {
    const node = reader.resolve(written);
    if (!node || way.has(node) || read.has(node)) return;
    if (depth > MAX_DEPTH) {
      if (!isCut) reader.problem(node.range?.[0] ?? 0, `nested more than ${MAX_DEPTH} deep: not read below`);
      isCut = true;
      return;
    }
    way.add(node);
    read.add(node);
    const required = new Set(reader.texts(reader.get(node, "required")));
    for (const property of reader.entries(reader.get(node, "properties"))) {
      const name = prefix === "" ? property.key : `${prefix}.${property.key}`;
      spans.push(schemaSpan(reader, property, name, required.has(property.key), namespace));
      visit(property.value, name, new Set(), depth + 1);
    }
    for (const key of ["items", "additionalProperties", "not", "if", "then", "else"]) {
      visit(reader.get(node, key), prefix, read, depth + 1);
    }
    for (const key of ["allOf", "anyOf", "oneOf", "prefixItems"]) {
      for (const inner of reader.items(reader.get(node, key))) visit(inner, prefix, read, depth + 1);
    }
    way.delete(node);
  };
  visit(schema, prefix, new Set(), 0);
  return spans;
}

/** @param required undefined for a schema, else whether the property must be given */
export function schemaSpan(
  reader: YamlReader,
  entry: Entry,
  name: string,
  required: boolean | undefined,
  namespace: string | undefined,
): Span {
  reader.element();
  const type = typeOf(reader, entry.value, 0);
  const values = reader.texts(reader.get(entry.value, "enum"));
  const list = required === undefined ? reader.texts(reader.get(entry.value, "required")).sort() : [];
  const doc = reader.text(reader.get(entry.value, "description"))?.split("\n")[0]?.trim();
  return {
    name,
    kind: required === undefined ? "schema" : "schema_property",
    from: entry.from,
    to: entry.to,
    header: [type, required ? "required" : "", values.join(" "), list.join(" ")].join(" | "),
    facts: {
      ...(namespace ? { namespace } : {}),
      ...(type === undefined ? {} : { type }),
      ...(required === undefined ? {} : { required }),
      ...(values.length > 0 ? { values } : {}),
      ...(list.length > 0 ? { parameters: list.map((name) => ({ name, named: true as const })) } : {}),
      references: referencesIn(reader, entry.value),
      ...(doc ? { doc: doc.slice(0, 200) } : {}),
    },
  };
}

/** A schema's type in one word: `string`, `string(uuid)`, `array<Label>`, `string | null`, the name behind `$ref`. */
export function typeOf(reader: YamlReader, schema: Node | undefined, depth: number): string | undefined {
  if (depth > 4) return undefined;
  const reference = reader.text(reader.get(schema, "$ref"));
  if (reference !== undefined) return referenceName(reference);
  const types = reader.texts(reader.get(schema, "type"));
  const single = reader.text(reader.get(schema, "type"));
  const all = types.length > 0 ? types : single === undefined ? [] : [single];
  if (reader.text(reader.get(schema, "nullable")) === "true") all.push("null");
  if (all.length === 0) return undefined;
  const format = reader.text(reader.get(schema, "format"));
  return all
    .map((type) => {
      if (type === "array") return `array<${typeOf(reader, reader.get(schema, "items"), depth + 1) ?? "any"}>`;
      return format !== undefined && type !== "null" ? `${type}(${format})` : type;
    })
    .sort()
    .join(" | ");
}

/** `#/components/schemas/Account` → `schemas.Account`, `#/$defs/Address` → `Address`. */
export function referenceName(reference: string): string {
  const pointer = reference.slice(reference.indexOf("#") + 1);
  const parts = pointer
    .split("/")
    .filter((part) => part !== "")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (parts.length === 0) return reference.replace(/^.*\//, "");
  if (parts[0] === "components" && parts.length >= 3) return parts.slice(1).join(".");
  if (parts[0] === "definitions" || parts[0] === "$defs") return parts.slice(1).join(".");
  return parts.join(".");
}

/** Names behind every `$ref` below a node, without going into properties (they say their own). */
export function referencesIn(reader: YamlReader, node: Node | undefined): string[] {
  const found = new Set<string>();
  const seen = new Set<Node>();
  const visit = (written: Node | undefined, level: number): void => {
    const inner = reader.resolve(written);
    if (!inner || level > MAX_DEPTH || found.size > 200 || seen.has(inner)) return;
    seen.add(inner);
    for (const entry of reader.entries(inner)) {
      if (entry.key === "$ref") {
        const reference = reader.text(entry.value);
        if (reference !== undefined) found.add(referenceName(reference));
      } else if (entry.key !== "properties") {
        visit(entry.value, level + 1);
      }
    }
    for (const item of reader.items(inner)) visit(item, level + 1);
  };
  visit(node, 0);
  return [...found].sort();
}
