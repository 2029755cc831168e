// Properties of a schema (JSON Schema, also as OpenAPI uses it) as spans: nested objects, items, allOf and the like.
import type { Node } from "yaml";
import type { Span } from "../text-outline.ts";
import type { Entry, YamlReader } from "./yaml-nodes.ts";

const MAX_DEPTH = 24;

/** The schema itself under a name, and its properties under `name.property`. */
export function schemaSpans(reader: YamlReader, entry: Entry, name: string, namespace?: string): Span[] {
  return [
    schemaSpan(reader, entry, name, undefined, namespace),
    ...propertySpans(reader, entry.value, name, namespace, 0),
  ];
}

/** Properties below a schema node, also through `items`, `allOf`, `anyOf`, `oneOf`, `additionalProperties`. */
export function propertySpans(
  reader: YamlReader,
  schema: Node | undefined,
  prefix: string,
  namespace: string | undefined,
  depth: number,
): Span[] {
  if (depth > MAX_DEPTH) return [];
  const spans: Span[] = [];
  const required = new Set(reader.texts(reader.get(schema, "required")));
  for (const property of reader.entries(reader.get(schema, "properties"))) {
    const name = prefix === "" ? property.key : `${prefix}.${property.key}`;
    spans.push(schemaSpan(reader, property, name, required.has(property.key), namespace));
    spans.push(...propertySpans(reader, property.value, name, namespace, depth + 1));
  }
  for (const key of ["items", "additionalProperties", "not", "if", "then", "else"]) {
    const inner = reader.get(schema, key);
    if (inner) spans.push(...propertySpans(reader, inner, prefix, namespace, depth + 1));
  }
  for (const key of ["allOf", "anyOf", "oneOf", "prefixItems"]) {
    for (const inner of reader.items(reader.get(schema, key))) {
      spans.push(...propertySpans(reader, inner, prefix, namespace, depth + 1));
    }
  }
  return spans;
}

function schemaSpan(
  reader: YamlReader,
  entry: Entry,
  name: string,
  required: boolean | undefined,
  namespace: string | undefined,
): Span {
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
      references: referencesIn(reader, entry.value, 0),
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
export function referencesIn(reader: YamlReader, node: Node | undefined, depth: number): string[] {
  const found = new Set<string>();
  const visit = (inner: Node | undefined, level: number): void => {
    if (level > MAX_DEPTH || found.size > 200) return;
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
  visit(node, depth);
  return [...found].sort();
}
