// Properties of a JSON Schema document: below its title (or file name), and below the names of its definitions.
import type { Node } from "yaml";
import type { Outline } from "../outline.ts";
import { type Span, textOutline } from "../text-outline.ts";
import { propertySpans, schemaSpan, schemaSpans } from "./schema-spans.ts";
import { YamlReader } from "./yaml-nodes.ts";

export function jsonSchemaOutline(path: string, text: string): Outline {
  const reader = new YamlReader(text, path.toLowerCase().endsWith(".json"));
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/(?:\.schema)?\.(?:json|ya?ml)$/i, "");
  const spans: Span[] = [];
  for (const root of reader.roots) {
    if (root === reader.root || reader.get(root, "$schema")) spans.push(...documentSpans(reader, root, file));
    else reader.problem(root.range?.[0] ?? 0, "a document that does not say that it is a JSON Schema: not read");
  }
  return textOutline(path, "json-schema", text, { spans, problems: reader.problems });
}

function documentSpans(reader: YamlReader, root: Node, file: string): Span[] {
  const title = reader.text(reader.get(root, "title"));
  const name = title !== undefined && /^[\w-]+$/.test(title) ? title : file;
  const spans: Span[] = [];
  if (root.range) {
    // The root may be named or left out: `Person.email` and `email` are one property of this file.
    const whole = { key: name, value: root, from: root.range[0], to: root.range[1] };
    spans.push(schemaSpan(reader, whole, name, undefined, undefined));
    spans.push(...propertySpans(reader, root, name, name));
  }
  for (const section of ["$defs", "definitions"]) {
    for (const entry of reader.entries(reader.get(root, section))) {
      spans.push(...schemaSpans(reader, entry, entry.key));
    }
  }
  return spans;
}
