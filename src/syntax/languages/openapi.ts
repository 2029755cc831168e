// Operations and schemas of OpenAPI 2 and 3 documents: `GET /accounts/{id}`, `schemas.Account.email`.
import type { Node } from "yaml";
import type { Outline, Parameter } from "../outline.ts";
import { type Span, textOutline } from "../text-outline.ts";
import { propertySpans, referencesIn, schemaSpans, typeOf } from "./schema-spans.ts";
import { type Entry, YamlReader } from "./yaml-nodes.ts";

const VERBS: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
]);

/** Parts of `components` that others refer to by name. */
const COMPONENTS = ["parameters", "responses", "requestBodies", "headers", "securitySchemes"] as const;

export function openapiOutline(path: string, text: string): Outline {
  const reader = new YamlReader(text, path.toLowerCase().endsWith(".json"));
  const spans: Span[] = [];
  for (const root of reader.roots) {
    const says = reader.get(root, "openapi") ?? reader.get(root, "swagger");
    if (says || reader.roots.length === 1) spans.push(...documentSpans(reader, root));
    else reader.problem(root.range?.[0] ?? 0, "a document that does not say that it is OpenAPI: not read");
  }
  return textOutline(path, "openapi", text, { spans, problems: reader.problems });
}

function documentSpans(reader: YamlReader, root: Node): Span[] {
  const spans: Span[] = [];
  for (const section of ["paths", "webhooks"]) {
    for (const item of reader.entries(reader.get(root, section))) {
      const shared = parametersOf(reader, reader.get(item.value, "parameters"));
      for (const entry of reader.entries(item.value)) {
        if (VERBS.has(entry.key.toLowerCase())) spans.push(operation(reader, item.key, entry, shared));
      }
    }
  }
  const components = reader.get(root, "components");
  for (const schema of reader.entries(reader.get(components, "schemas") ?? reader.get(root, "definitions"))) {
    spans.push(...schemaSpans(reader, schema, `schemas.${schema.key}`));
  }
  for (const part of COMPONENTS) {
    for (const entry of reader.entries(
      reader.get(components, part) ?? (components ? undefined : reader.get(root, part)),
    )) {
      const name = `${part}.${entry.key}`;
      reader.element();
      spans.push({
        name,
        kind: "schema",
        from: entry.from,
        to: entry.to,
        facts: { references: referencesIn(reader, entry.value), ...sharedFacts(reader, part, entry.value) },
      });
      for (const media of reader.entries(reader.get(entry.value, "content"))) {
        spans.push(...propertySpans(reader, reader.get(media.value, "schema"), name, undefined));
      }
    }
  }
  return spans;
}

/** What a shared parameter or body asks of a caller of the operations that refer to it. */
function sharedFacts(reader: YamlReader, part: string, value: Node | undefined): { parameters?: readonly Parameter[] } {
  if (part === "parameters" && value) return { parameters: [parameterOf(reader, value)] };
  return part === "requestBodies" ? { parameters: bodyOf(reader, value) } : {};
}

function operation(reader: YamlReader, address: string, entry: Entry, shared: readonly Parameter[]): Span {
  reader.element();
  const parameters = [...shared, ...parametersOf(reader, reader.get(entry.value, "parameters"))];
  const body = reader.get(entry.value, "requestBody");
  const id = reader.text(reader.get(entry.value, "operationId"));
  const doc = reader.text(reader.get(entry.value, "summary")) ?? reader.text(reader.get(entry.value, "description"));
  const responses = reader.entries(reader.get(entry.value, "responses"));
  const returns = responses
    .map((response) => `${response.key}:${contentType(reader, response.value) ?? ""}`)
    .sort()
    .join(" ");
  const all = [...parameters, ...bodyOf(reader, body)];
  return {
    name: `${entry.key.toUpperCase()} ${address}`,
    kind: "operation",
    from: entry.from,
    to: entry.to,
    // Parameters that the whole path shares are part of it.
    header: `(${all.map(signature).join(", ")}) ${returns}`,
    facts: {
      ...(id === undefined ? {} : { also: [id] }),
      parameters: all,
      returns,
      references: referencesIn(reader, entry.value),
      ...(doc ? { doc: doc.split("\n")[0]?.trim().slice(0, 200) ?? "" } : {}),
    },
  };
}

function signature(parameter: Parameter): string {
  return `${parameter.name}${parameter.optional ? "?" : ""}: ${parameter.type ?? "any"}`;
}

function parametersOf(reader: YamlReader, list: Node | undefined): Parameter[] {
  return reader.items(list).map((item) => parameterOf(reader, item));
}

function parameterOf(reader: YamlReader, item: Node): Parameter {
  const reference = reader.text(reader.get(item, "$ref"));
  const name = reader.text(reader.get(item, "name")) ?? reference ?? "_";
  const place = reader.text(reader.get(item, "in"));
  const type = typeOf(reader, reader.get(item, "schema") ?? item, 0);
  const required = reader.text(reader.get(item, "required")) === "true" || place === "path" || reference !== undefined;
  return {
    name: place === undefined ? name : `${place} ${name}`,
    named: true as const,
    ...(type === undefined ? {} : { type }),
    ...(required ? {} : { optional: true as const }),
  };
}

/** The body and, where its schema is written in place, its properties: what a caller must and may send. */
function bodyOf(reader: YamlReader, body: Node | undefined): Parameter[] {
  if (!body) return [];
  const schema = reader.get(reader.entries(reader.get(body, "content"))[0]?.value, "schema");
  const type = typeOf(reader, schema, 0) ?? reader.text(reader.get(body, "$ref"));
  const required = new Set(reader.texts(reader.get(schema, "required")));
  const isRequired = reader.text(reader.get(body, "required")) === "true";
  return [
    {
      name: "body",
      named: true,
      ...(type === undefined ? {} : { type }),
      ...(isRequired ? {} : { optional: true as const }),
    },
    ...reader.entries(reader.get(schema, "properties")).map((property): Parameter => {
      const inner = typeOf(reader, property.value, 0);
      return {
        name: `body.${property.key}`,
        named: true,
        ...(inner === undefined ? {} : { type: inner }),
        ...(required.has(property.key) ? {} : { optional: true as const }),
      };
    }),
  ];
}

function contentType(reader: YamlReader, response: Node | undefined): string | undefined {
  const media = reader.entries(reader.get(response, "content"))[0];
  return typeOf(reader, reader.get(media?.value, "schema") ?? reader.get(response, "schema"), 0);
}
