// The plain subset of YAML in which plan files are nearly always written, read without the YAML parser: a check over a
// thousand nodes would otherwise spend its time parsing. Whatever stands outside the subset is left to the parser;
// what is read here reads the same there (a property test holds the two together).
import type { FieldValue, ReadFrontmatter } from "./frontmatter.ts";

const KEY = /^([A-Za-z_][\w-]*):(?: +(.*))?$/;
/** A scalar that needs no quotes, in a block: begins harmlessly, and holds no `: `, ` #` or control character. */
const PLAIN = /^[A-Za-z0-9_./\p{L}][^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]*$/u;
const PLAIN_IN_FLOW =
  /^[A-Za-z0-9_./\p{L}](?:[^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff,[\]{}:#"'&*!|>%@`]|:(?=[A-Za-z0-9_./]))*$/u;
const NULL = new Set(["", "~", "null", "Null", "NULL"]);

/** Marks a value outside the subset. */
const OUTSIDE = Symbol("outside the subset");
type Read = FieldValue | typeof OUTSIDE;

/** The fields, or undefined when anything stands outside the subset. `firstLine`: line of the file of the first one. */
export function readPlainFields(yaml: string, firstLine: number): ReadFrontmatter | undefined {
  const lines = yaml.split(/\r?\n/);
  const fields = new Map<string, FieldValue>();
  const places = new Map<string, number>();
  for (let i = 0; i < lines.length; ) {
    const line = lines[i] as string;
    if (isEmpty(line)) {
      i++;
      continue;
    }
    const pair = KEY.exec(line);
    if (!pair || line.includes("\t")) return undefined;
    const key = pair[1] as string;
    if (fields.has(key)) return undefined;
    places.set(key, firstLine + i);
    const written = withoutComment(pair[2] ?? "");
    if (written !== "") {
      const value = inline(written);
      if (value === OUTSIDE) return undefined;
      fields.set(key, value);
      i++;
      // A line that is indented would continue the value.
      const next = nextLine(lines, i);
      if (next !== undefined && (lines[next] as string).startsWith(" ")) return undefined;
      continue;
    }
    const list = blockList(lines, i + 1);
    if (list === undefined) return undefined;
    fields.set(key, list.items.length === 0 ? null : list.items);
    i = list.next;
  }
  return { fields, lines: places };
}

const isEmpty = (line: string): boolean => /^ *(#.*)?$/.test(line);

function nextLine(lines: readonly string[], from: number): number | undefined {
  for (let i = from; i < lines.length; i++) if (!isEmpty(lines[i] as string)) return i;
  return undefined;
}

/** `text # why` without the comment; a `#` without a blank before it belongs to the text. */
function withoutComment(text: string): string {
  if (text.startsWith("#")) return "";
  if (!text.includes("#")) return text.trimEnd();
  const quoted = /^(?:"[^"\\]*"|'[^']*')/.exec(text)?.[0] ?? "";
  const rest = text.slice(quoted.length);
  const at = rest.search(/ #/);
  return (quoted + (at === -1 ? rest : rest.slice(0, at))).trimEnd();
}

/** A scalar or a flow list on one line. */
function inline(text: string): Read {
  if (!text.startsWith("[")) return scalar(text, PLAIN);
  if (!text.endsWith("]")) return OUTSIDE;
  const inner = text.slice(1, -1).trim();
  if (inner === "") return [];
  const items: FieldValue[] = [];
  const ITEM = /\s*("[^"\\]*"|'[^']*'|[^,"'[\]{}]+?)\s*(,|$)/y;
  for (let at = 0; at < inner.length; at = ITEM.lastIndex) {
    ITEM.lastIndex = at;
    const found = ITEM.exec(inner);
    if (!found) return OUTSIDE;
    const item = scalar(found[1] as string, PLAIN_IN_FLOW);
    if (item === OUTSIDE) return OUTSIDE;
    items.push(item);
    if (found[2] === "") return items;
  }
  return OUTSIDE; // a comma at the end
}

function scalar(text: string, plain: RegExp): Read {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const inner = text.slice(1, -1);
    if (text.length < 2 || !text.endsWith(quote) || inner.includes(quote) || inner.includes("\\")) return OUTSIDE;
    return /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]/.test(inner) ? OUTSIDE : inner;
  }
  if (NULL.has(text)) return null;
  if (!plain.test(text) || text.includes(": ") || text.endsWith(":") || text.includes(" #")) return OUTSIDE;
  return text;
}

/** A block list of scalars and of mappings of one level; no items when the next line begins no list. */
function blockList(lines: readonly string[], from: number): { items: FieldValue[]; next: number } | undefined {
  const items: FieldValue[] = [];
  let i = from;
  let indent: number | undefined;
  for (;;) {
    const at = nextLine(lines, i);
    if (at === undefined) return { items, next: lines.length };
    const line = lines[at] as string;
    const dash = /^( *)-( +)(.*)$/.exec(line);
    if (!dash) return line.startsWith(" ") || line.startsWith("-") ? undefined : { items, next: at };
    if (line.includes("\t") || (indent !== undefined && dash[1]?.length !== indent)) return undefined;
    indent = (dash[1] as string).length;
    const column = indent + 1 + (dash[2] as string).length;
    const first = KEY.exec(dash[3] as string);
    if (!first) {
      const text = withoutComment(dash[3] as string);
      const value = text === "" || text.startsWith("- ") || text === "-" ? OUTSIDE : inline(text);
      if (value === OUTSIDE || continues(lines, at + 1, indent)) return undefined;
      items.push(value);
      i = at + 1;
      continue;
    }
    const entry = blockMap(lines, at, column, first);
    if (!entry) return undefined;
    items.push(entry.map);
    i = entry.next;
  }
}

/** True when the next line with text is indented deeper than the list's dashes: it would continue the item. */
function continues(lines: readonly string[], from: number, indent: number): boolean {
  const at = nextLine(lines, from);
  return at !== undefined && indentOf(lines[at] as string) > indent;
}

const indentOf = (line: string): number => (/^ */.exec(line) as RegExpExecArray)[0].length;

/** A mapping that begins behind a dash; its other keys stand in the column of the first one. */
function blockMap(
  lines: readonly string[],
  at: number,
  column: number,
  first: RegExpExecArray,
): { map: ReadonlyMap<string, FieldValue>; next: number } | undefined {
  const map = new Map<string, FieldValue>();
  let pair = first;
  let i = at;
  for (;;) {
    const key = pair[1] as string;
    const written = withoutComment(pair[2] ?? "");
    const value = written === "" ? OUTSIDE : inline(written);
    if (value === OUTSIDE || map.has(key)) return undefined;
    map.set(key, value);
    const next = nextLine(lines, i + 1);
    if (next === undefined) return { map, next: lines.length };
    const line = lines[next] as string;
    const indent = indentOf(line);
    if (indent < column) {
      // Back at the dashes or at the top level; anything between is no list of this form.
      return { map, next };
    }
    const more = KEY.exec(line.slice(column));
    if (indent !== column || line.includes("\t") || !more) return undefined;
    pair = more;
    i = next;
  }
}
