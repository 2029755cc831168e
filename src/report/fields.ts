// `--fields a,b`: a document reduced to the fields that were asked for, and as a table of just these. Pure.
import type { Document, View } from "../commands/command.ts";
import { invalidInput } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { type Cell, fields as fieldList, table } from "./table.ts";

/** Where the records of a document stand, when it is not its only list of objects. */
const LIST: Readonly<Record<string, string>> = {
  check: "findings",
  publish: "findings",
  ci: "findings",
  drift: "findings",
  status: "work",
  "plan-check": "pairs",
  intent: "intent",
  conflict: "conflict",
  resolution: "decision",
};

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The names in `--fields a,b.c`. */
export function fieldNames(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.some((name) => name === "")) {
    throw invalidInput(`--fields ${JSON.stringify(text)} has an empty name`, "write --fields id,severity");
  }
  return [...new Set(names)];
}

/** Key and records of a document; a single thing is a list of one. */
function recordsOf(document: Document): { readonly key: string; readonly records: readonly Fields[] } | undefined {
  const name = /^foremerge\.([a-z-]+)\//.exec(document.schema)?.[1] ?? "";
  const key =
    (Object.hasOwn(LIST, name) ? LIST[name] : undefined) ??
    Object.keys(document).find(
      (each) => Array.isArray(document[each]) && (document[each] as unknown[]).some(isObject),
    ) ??
    Object.keys(document).find((each) => Array.isArray(document[each]));
  if (key === undefined) return undefined;
  const value = document[key];
  if (isObject(value)) return { key, records: [value] };
  return Array.isArray(value) ? { key, records: value.filter(isObject) } : undefined;
}

/** Value at a dotted name; undefined when there is none. */
function valueAt(record: Fields, name: string): unknown {
  if (Object.hasOwn(record, name)) return record[name];
  let value: unknown = record;
  for (const step of name.split(".")) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** The fields of a record, nested as they were; what it does not have is null. */
function pick(record: Fields, names: readonly string[]): Record<string, unknown> {
  const out: Record<string, unknown> = Object.create(null);
  for (const name of names) {
    const steps = Object.hasOwn(record, name) ? [name] : name.split(".");
    let at = out;
    for (const step of steps.slice(0, -1)) {
      if (!isObject(at[step])) at[step] = Object.create(null);
      at = at[step] as Record<string, unknown>;
    }
    at[steps.at(-1) as string] = valueAt(record, name) ?? null;
  }
  return out;
}

interface Selection {
  readonly key: string | undefined;
  readonly records: readonly Fields[];
  /** Names found in the records, and names of the document itself. */
  readonly inside: readonly string[];
  readonly outside: readonly string[];
}

/** Sorts names into those of the records and those of the document. @throws INVALID_INPUT for a name that nobody has */
function select(document: Document, names: readonly string[]): Selection {
  const found = recordsOf(document);
  const records = found?.records ?? [];
  const outside = names.filter(
    (name) => !records.some((record) => valueAt(record, name) !== undefined) && valueAt(document, name) !== undefined,
  );
  const inside = names.filter((name) => !outside.includes(name));
  const unknown = inside.find((name) => !records.some((record) => valueAt(record, name) !== undefined));
  if (unknown !== undefined && (records.length > 0 || found === undefined)) {
    const known = [...new Set([...records.flatMap(Object.keys), ...Object.keys(document)])].sort();
    throw invalidInput(
      `--fields ${JSON.stringify(unknown)} names nothing in this answer`,
      `write names from: ${known.join(", ")}${nearest(unknown, known)}`,
    );
  }
  return { key: found?.key, records, inside, outside };
}

/** The document with `schema`, `as_of_event` and the fields that were asked for, which it names in `fields`. */
export function selectFields(document: Document, names: readonly string[]): Document {
  const { key, records, inside, outside } = select(document, names);
  const picked = records.map((record) => pick(record, inside));
  const list = key === undefined || inside.length === 0 ? {} : { [key]: isObject(document[key]) ? picked[0] : picked };
  return {
    schema: document.schema,
    as_of_event: document.as_of_event,
    fields: names,
    ...pick(document, outside),
    ...list,
  };
}

/** A line of ndjson reduced in the same way: a record, or a document of its own. */
export function selectLine(line: unknown, names: readonly string[]): unknown {
  if (!isObject(line)) return line;
  return typeof line.schema === "string" ? selectFields(line as Document, names) : pick(line, names);
}

/** The same for people: one column a field. */
export function fieldsText(view: View, document: Document, names: readonly string[]): string {
  const { records, inside, outside } = select(document, names);
  const head = fieldList(
    view,
    outside.map((name) => [name, cellOf(valueAt(document, name))] as const),
  );
  if (inside.length === 0) return head;
  const columns = inside.map((title) => ({ title }));
  return (
    head +
    table(
      view,
      columns,
      records.map((record) => inside.map((name) => cellOf(valueAt(record, name)))),
    )
  );
}

function cellOf(value: unknown): Cell {
  if (typeof value === "string" || typeof value === "number") return value;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((each) => (typeof each === "string" ? each : plain(each)));
  return plain(value);
}

/** Scopes read as they are written; anything else is JSON. */
function plain(value: unknown): string {
  if (isObject(value) && typeof value.kind === "string" && typeof value.key === "string") {
    return `${value.kind}:${value.key}${typeof value.operation === "string" ? `=${value.operation}` : ""}`;
  }
  return JSON.stringify(value) ?? "";
}
