// Properties of a JSON Schema document: below its title (or file name), and below the names of its definitions.
import type { Outline } from "../outline.ts";
import { type Span, textOutline } from "../text-outline.ts";
import { propertySpans, schemaSpans } from "./schema-spans.ts";
import { YamlReader } from "./yaml-nodes.ts";

export function jsonSchemaOutline(path: string, text: string): Outline {
  const reader = new YamlReader(text);
  const title = reader.text(reader.get(reader.root, "title"));
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/(?:\.schema)?\.(?:json|ya?ml)$/i, "");
  const root = title !== undefined && /^[\w-]+$/.test(title) ? title : file;
  const spans: Span[] = [];
  if (reader.root?.range) {
    // The root may be named or left out: `Person.email` and `email` are one property of this file.
    const whole = { key: root, value: reader.root, from: reader.root.range[0], to: reader.root.range[1] };
    const [self] = schemaSpans(reader, whole, root);
    if (self) spans.push(self);
    spans.push(...propertySpans(reader, reader.root, root, root, 0));
  }
  for (const section of ["$defs", "definitions"]) {
    for (const entry of reader.entries(reader.get(reader.root, section))) {
      spans.push(...schemaSpans(reader, entry, entry.key));
    }
  }
  return textOutline(path, "json-schema", text, { spans, problems: reader.problems });
}
