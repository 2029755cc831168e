// Changes fields of a plan file and not one other byte (spec 3.4): comments, key order, quotes, line ends, byte order
// mark, list style and body stay. What cannot be changed so is refused. Pure.
import type { Node, Pair, YAMLMap, YAMLSeq } from "yaml";
import { isAlias, isMap, isScalar, isSeq, yamlDocument } from "../config/yaml.ts";
import { ForemergeError } from "../errors.ts";
import { type Fields, type FieldValue, type Frontmatter, findFrontmatter } from "./frontmatter.ts";
import { readYamlFields } from "./frontmatter-yaml.ts";
import { sameField } from "./status.ts";

/** Fields to set; null takes a field out. Values are text or lists of text. */
export type FieldChanges = ReadonlyMap<string, FieldValue>;

/** A replacement of a stretch of the YAML text. */
interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The bytes of the file with these fields changed. The same bytes when every field has its value already.
 * @throws ForemergeError INVALID_STATE when the file has no readable frontmatter, or a field is written in a way that
 * cannot be changed alone (an anchor that other fields use)
 */
export function editFrontmatter(path: string, bytes: Buffer, changes: FieldChanges): Buffer {
  const found = findFrontmatter(bytes);
  if (!found || "problem" in found) throw refusal(path, found?.problem ?? "it has no frontmatter");
  const before = readYamlFields(found.yaml, found.line);
  if ("problem" in before) throw refusal(path, before.problem);
  let yaml = found.yaml;
  for (const [name, value] of changes) {
    const document = yamlDocument(yaml);
    if (!isMap(document.contents)) throw refusal(path, "its frontmatter is no mapping");
    const editor = new Editor(yaml, document.contents as YAMLMap.Parsed, found.eol);
    const splice = editor.change(name, value, before.fields.get(name) ?? null);
    if (splice) yaml = yaml.slice(0, splice.from) + splice.text + yaml.slice(splice.to);
  }
  if (yaml === found.yaml) return bytes;
  verify(path, yaml, found, before.fields, changes);
  return Buffer.concat([bytes.subarray(0, found.start), Buffer.from(yaml, "utf8"), bytes.subarray(found.end)]);
}

function refusal(path: string, why: string): ForemergeError {
  return new ForemergeError("INVALID_STATE", `${path} cannot be rewritten: ${why}`, {
    hint: "change the field by hand",
  });
}

/** The new text says exactly what was meant, and nothing else differently; otherwise nothing is written. */
function verify(path: string, yaml: string, found: Frontmatter, before: Fields, changes: FieldChanges): void {
  const after = readYamlFields(yaml, found.line);
  const names = "problem" in after ? [] : [...new Set([...before.keys(), ...after.fields.keys(), ...changes.keys()])];
  const held = names.every((name) => {
    const meant = changes.has(name) ? (changes.get(name) ?? null) : (before.get(name) ?? null);
    return "problem" in after || sameField(after.fields.get(name) ?? null, meant);
  });
  if ("problem" in after || !held) throw refusal(path, "a field is written in a way that cannot be changed alone");
}

type Entry = Pair<Node, Node | null>;

class Editor {
  readonly yaml: string;
  readonly top: YAMLMap.Parsed;
  readonly eol: string;

  constructor(yaml: string, top: YAMLMap.Parsed, eol: string) {
    this.yaml = yaml;
    this.top = top;
    this.eol = eol;
  }

  change(name: string, value: FieldValue, before: FieldValue): Splice | undefined {
    const pair = this.top.items.find(({ key }) => isScalar(key) && String(key.value) === name) as Entry | undefined;
    if (!pair) return value === null ? undefined : this.#insert(name, value);
    if (value === null) return this.#remove(pair);
    if (sameField(before, value)) return undefined;
    const node = pair.value;
    const range = node?.range;
    if (!node || !range) return this.#after(pair, value);
    if (isSeq(node) && Array.isArray(value)) return this.#list(node as YAMLSeq, value as readonly FieldValue[]);
    if (isScalar(node) && (node.value === null || node.value === undefined) && range[0] === range[1]) {
      return this.#after(pair, value);
    }
    if (typeof value === "string" && !isAlias(node) && isScalar(node)) {
      const block = node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL";
      const text = scalarText(value, node.type === "QUOTE_DOUBLE" ? '"' : node.type === "QUOTE_SINGLE" ? "'" : "");
      return { from: range[0], to: range[1], text: block ? text + this.eol : text };
    }
    // Another kind of value than before: the whole value goes.
    const to = this.#lineEnds(range[1]) ? this.#trimmedEnd(range[1], range[0]) : range[1];
    return { from: range[0], to, text: valueText(value) };
  }

  /** A value where none stands: behind the colon of its key. */
  #after(pair: Entry, value: FieldValue): Splice {
    const colon = this.yaml.indexOf(":", pair.key.range?.[1] ?? 0);
    return { from: colon + 1, to: colon + 1, text: ` ${valueText(value)}` };
  }

  #insert(name: string, value: FieldValue): Splice {
    const text = `${name}: ${valueText(value)}`;
    if (this.top.flow) {
      const brace = (this.top.range?.[1] ?? 0) - 1;
      const lead = this.top.items.length > 0 ? ", " : "";
      const at = this.#trimmedEnd(brace, this.top.range?.[0] ?? 0);
      return { from: at, to: at, text: lead + text };
    }
    const indent = " ".repeat(this.#column(this.top.items[0] as Entry | undefined));
    const open = this.yaml !== "" && !this.yaml.endsWith("\n") ? this.eol : "";
    return { from: this.yaml.length, to: this.yaml.length, text: `${open}${indent}${text}${this.eol}` };
  }

  #remove(pair: Entry): Splice {
    const start = pair.key.range?.[0] ?? 0;
    const end = pair.value?.range?.[1] ?? pair.key.range?.[1] ?? start;
    if (this.top.flow) {
      const comma = /^\s*,\s*/.exec(this.yaml.slice(end));
      if (comma) return { from: start, to: end + comma[0].length, text: "" };
      const before = /,\s*$/.exec(this.yaml.slice(0, start));
      return { from: start - (before?.[0].length ?? 0), to: end, text: "" };
    }
    const from = this.yaml.lastIndexOf("\n", start - 1) + 1;
    // A block's range ends behind its last line end; any other value ends on a line that goes with it.
    if (end > start && this.yaml[end - 1] === "\n") return { from, to: this.#lastLineOf(start, end), text: "" };
    const next = this.yaml.indexOf("\n", end);
    return { from, to: next === -1 ? this.yaml.length : next + 1, text: "" };
  }

  /** Where the last line of a block ends: comments behind it, at the margin, belong to what follows. */
  #lastLineOf(start: number, end: number): number {
    const lines = this.yaml.slice(start, end).split("\n");
    lines.pop();
    while (lines.length > 1 && /^\s*(#.*)?$/.test((lines[lines.length - 1] as string).replace(/\r$/, ""))) lines.pop();
    return start + lines.join("\n").length + 1;
  }

  #list(node: YAMLSeq, value: readonly FieldValue[]): Splice | undefined {
    const old = node.items.map((item) => (isScalar(item) ? String(item.value) : undefined));
    const range = node.range as [number, number, number];
    const appended = value.length > old.length && old.every((item, i) => item === value[i]);
    const added = value.slice(old.length);
    if (node.flow) {
      if (!appended) return { from: range[0], to: range[1], text: valueText(value) };
      const at = this.#trimmedEnd(range[1] - 1, range[0]);
      const lead = old.length === 0 || this.yaml[at - 1] === "," ? (old.length === 0 ? "" : " ") : ", ";
      return { from: at, to: at, text: lead + added.map((item) => scalarText(String(item), "", true)).join(", ") };
    }
    const first = node.items[0] as Node | undefined;
    const dash = this.yaml.lastIndexOf("-", (first?.range?.[0] ?? range[0]) - 1);
    const indent = this.yaml.slice(this.yaml.lastIndexOf("\n", dash) + 1, dash);
    const gap = this.yaml.slice(dash + 1, first?.range?.[0] ?? dash + 2);
    const line = (item: FieldValue): string => `${indent}-${gap}${scalarText(String(item), "")}`;
    if (!appended) {
      if (value.length === 0) return this.#emptied(node, indent);
      return this.#kept(node, value, line);
    }
    const last = (node.items[node.items.length - 1] as Node).range as [number, number, number];
    const lineEnd = this.yaml.indexOf("\n", last[1]);
    const at = lineEnd === -1 ? this.yaml.length : lineEnd + 1;
    const open = lineEnd === -1 ? this.eol : "";
    return { from: at, to: at, text: open + added.map((item) => line(item) + this.eol).join("") };
  }

  /** A block list whose items are others: lines of items that stay are kept, with their comments. */
  #kept(node: YAMLSeq, value: readonly FieldValue[], line: (item: FieldValue) => string): Splice {
    const lines = new Map<string, string>();
    const starts = node.items.map((item) => this.yaml.lastIndexOf("\n", (item as Node).range?.[0] ?? 0) + 1);
    const ends = node.items.map((item) => {
      const end = this.yaml.indexOf("\n", (item as Node).range?.[1] ?? 0);
      return end === -1 ? this.yaml.length : end + 1;
    });
    node.items.forEach((item, i) => {
      if (isScalar(item)) lines.set(String(item.value), this.yaml.slice(starts[i], ends[i]));
    });
    const text = value.map((item) => lines.get(String(item)) ?? line(item) + this.eol).join("");
    return { from: starts[0] as number, to: ends[ends.length - 1] as number, text };
  }

  /** A block list that loses its last item: an empty flow list behind the colon. */
  #emptied(node: YAMLSeq, indent: string): Splice {
    const colon = this.yaml.lastIndexOf(":", (node.range?.[0] ?? 0) - indent.length);
    const last = (node.items[node.items.length - 1] as Node).range as [number, number, number];
    const end = this.yaml.indexOf("\n", last[1]);
    const to = end === -1 ? this.yaml.length : this.yaml[end - 1] === "\r" ? end - 1 : end;
    return { from: colon + 1, to, text: " []" };
  }

  #column(pair: Entry | undefined): number {
    const start = pair?.key.range?.[0] ?? 0;
    return start - (this.yaml.lastIndexOf("\n", start - 1) + 1);
  }

  #lineEnds(at: number): boolean {
    return at === this.yaml.length || this.yaml[at - 1] === "\n" || /^[ \t]*\r?\n/.test(this.yaml.slice(at));
  }

  /** The end of the text before `at`, blanks and line ends left out, not before `from`. */
  #trimmedEnd(at: number, from: number): number {
    let end = at;
    while (end > from + 1 && /\s/.test(this.yaml[end - 1] as string)) end--;
    return end;
  }
}

function valueText(value: FieldValue): string {
  if (Array.isArray(value)) return `[${value.map((item) => scalarText(String(item), "", true)).join(", ")}]`;
  if (value instanceof Map) throw new TypeError("a mapping is no field value that is written");
  return scalarText(String(value ?? "~"), "");
}

/** Text that YAML could take for something else when it stands without quotes. */
const NEEDS_QUOTES =
  /^$|^[\s\-?:,[\]{}#&*!|>'"%@`~.=]|^\d|\s$|: |:$| #|[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]|^(true|false|yes|no|on|off|null|y|n)$/i;

/** A scalar in the quotes that stood there, or in none where none are needed. */
function scalarText(value: string, quote: string, inFlow = false): string {
  if (quote === "'" && !/[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]/.test(value)) return `'${value.replaceAll("'", "''")}'`;
  // Whole numbers and truth values are what their fields hold.
  const plain =
    /^(true|false|\d{1,9})$/.test(value) || (!NEEDS_QUOTES.test(value) && !(inFlow && /[,[\]{}:]/.test(value)));
  return quote === "" && plain ? value : doubleQuoted(value);
}

/** JSON's quoting is YAML's, but for characters that YAML wants escaped and JSON does not. */
function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
