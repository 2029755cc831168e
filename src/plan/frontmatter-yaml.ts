// Frontmatter through the YAML parser: every form that YAML has, aliases bounded, with the line of what is wrong.
import type { Document, Node } from "yaml";
import { isAlias, isMap, isScalar, isSeq, yamlDocument } from "../config/yaml.ts";
import type { FieldValue, FrontmatterProblem, ReadFrontmatter } from "./frontmatter.ts";

/** Values that one node may hold, aliases written out; more is a bomb. */
const MOST_VALUES = 10_000;
const DEEPEST = 64;

class Unreadable extends Error {}

/** The fields of a frontmatter text, or the first thing that is wrong with it. */
export function readYamlFields(yaml: string, firstLine: number): ReadFrontmatter | FrontmatterProblem {
  const document = yamlDocument(yaml);
  const error = document.errors[0];
  if (error) {
    const what = error.message.split("\n")[0]?.replace(/ at line \d+.*$/, "") ?? "it does not parse";
    return { problem: `the frontmatter is no valid YAML: ${what}`, line: lineOf(yaml, error.pos[0], firstLine) };
  }
  const top = document.contents;
  if (!isMap(top)) return { problem: "the frontmatter is no mapping of fields to values", line: firstLine };
  const fields = new Map<string, FieldValue>();
  const lines = new Map<string, number>();
  const budget = { left: MOST_VALUES };
  for (const pair of top.items) {
    const key = pair.key as Node;
    const place = lineOf(yaml, key.range?.[0] ?? 0, firstLine);
    try {
      const name = keyText(key);
      fields.set(name, fieldValueOf(pair.value as Node | null, document, budget, 0));
      lines.set(name, place);
    } catch (caught) {
      if (caught instanceof Unreadable) return { problem: caught.message, line: place };
      throw caught;
    }
  }
  return { fields, lines };
}

/** The line of a file that an offset of its YAML stands in. */
export function lineOf(yaml: string, offset: number, firstLine: number): number {
  let line = firstLine;
  for (let at = yaml.indexOf("\n"); at !== -1 && at < offset; at = yaml.indexOf("\n", at + 1)) line++;
  return line;
}

function keyText(key: unknown): string {
  if (!isScalar(key)) throw new Unreadable("a field's name is no plain text");
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

function fieldValueOf(node: Node | null, document: Document, budget: { left: number }, depth: number): FieldValue {
  if (--budget.left < 0) throw new Unreadable("its aliases expand too far");
  if (depth > DEEPEST) throw new Unreadable("it is nested too deep");
  if (node === null) return null;
  if (isAlias(node)) {
    const target = node.resolve(document);
    if (!target) throw new Unreadable(`the alias *${node.source} stands for nothing`);
    return fieldValueOf(target, document, budget, depth + 1);
  }
  if (isScalar(node)) {
    if (typeof node.value === "string") return node.value;
    return node.value === null || node.value === undefined ? null : (node.source ?? String(node.value));
  }
  if (isSeq(node)) return node.items.map((item) => fieldValueOf(item as Node | null, document, budget, depth + 1));
  if (isMap(node)) {
    const map = new Map<string, FieldValue>();
    for (const pair of node.items) {
      map.set(keyText(pair.key), fieldValueOf(pair.value as Node | null, document, budget, depth + 1));
    }
    return map;
  }
  throw new Unreadable("it holds a value of an unknown kind");
}
