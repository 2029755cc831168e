// Whether a written type became wider or narrower, as far as its text says so without knowing what names stand for.

/** `unknown`: the texts differ and nobody can say from them alone which holds more. */
export type TypeChange = "same" | "wider" | "narrower" | "unknown";

/** Types that hold everything. */
const TOP: ReadonlySet<string> = new Set([
  "any",
  "unknown",
  "Any",
  "typing.Any",
  "mixed",
  "interface{}",
  "object",
  "Object",
  "dynamic",
]);

/** From narrow to wide, within one family. */
const LADDERS: readonly (readonly string[])[] = [
  ["tinyint", "smallint", "int2", "mediumint", "int", "integer", "int4", "bigint", "int8"],
  ["real", "float4", "float", "double", "double precision", "float8"],
  ["integer", "number"],
  ["date", "timestamp", "timestamptz"],
  ["json", "jsonb"],
];

const SAME_WORD: Readonly<Record<string, string>> = {
  int2: "smallint",
  integer: "int",
  int4: "int",
  int8: "bigint",
  float8: "double precision",
  float4: "real",
  bool: "boolean",
  "character varying": "varchar",
  character: "char",
  decimal: "numeric",
};

export function typeChange(before: string | undefined, after: string | undefined): TypeChange {
  if (before === after) return "same";
  if (before === undefined || after === undefined) return "unknown";
  const old = members(before);
  const now = members(after);
  const lost = old.filter((type) => !now.some((other) => holds(other, type)));
  const won = now.filter((type) => !old.some((other) => holds(other, type)));
  if (lost.length === 0 && won.length === 0) return "same";
  if (lost.length === 0) return "wider";
  if (won.length === 0) return "narrower";
  if (old.length === 1 && now.length === 1) return sizedChange(old[0] as string, now[0] as string);
  return "unknown";
}

/** The members of a union; `T?`, `?T`, `Optional[T]` and `Union[A, B]` are unions too. */
function members(text: string): string[] {
  const type = text.replace(/\s+/g, " ").trim();
  const optional =
    /^(?:typing\.)?Optional\[(.*)\]$/.exec(type)?.[1] ??
    /^\?(\w[\w\\]*)$/.exec(type)?.[1] ??
    /^([\w.<>[\], ]+)\?$/.exec(type)?.[1];
  if (optional !== undefined) return [...members(optional), "null"];
  const union = /^(?:typing\.)?Union\[(.*)\]$/.exec(type)?.[1];
  const parts = union === undefined ? splitTop(type, "|") : splitTop(union, ",");
  return [...new Set(parts.map((part) => canonical(part.trim())).filter((part) => part !== ""))];
}

function canonical(type: string): string {
  return /^(?:None|undefined|nil)$/.test(type) ? "null" : type;
}

/** Cuts at a mark outside of brackets and quotes. */
function splitTop(text: string, mark: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let current = "";
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] as string;
    if (quote !== "") {
      if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'" || letter === "`") quote = letter;
    else if ("([{<".includes(letter)) depth++;
    else if (")]}".includes(letter) || (letter === ">" && text[i - 1] !== "=")) depth = Math.max(0, depth - 1);
    if (letter === mark && depth === 0 && quote === "") {
      parts.push(current);
      current = "";
    } else {
      current += letter;
    }
  }
  parts.push(current);
  return parts;
}

/** True when every value of `inner` is one of `outer`. */
function holds(outer: string, inner: string): boolean {
  if (outer === inner || TOP.has(outer)) return true;
  if (/^(["'`]).*\1$/.test(inner)) return outer === "string" || outer === "str";
  if (/^-?\d[\d._]*$/.test(inner)) return outer === "number";
  if (inner === "true" || inner === "false") return outer === "boolean" || outer === "bool";
  return false;
}

interface Sized {
  readonly word: string;
  readonly sizes: readonly number[];
}

function sized(type: string): Sized {
  const found = /^([a-z][\w ]*?)\s*(?:\(\s*([\d\s,]+)\s*\))?$/i.exec(type);
  const word = (found?.[1] ?? type).toLowerCase();
  return {
    word: SAME_WORD[word] ?? word,
    sizes: (found?.[2] ?? "")
      .split(",")
      .filter((n) => n.trim() !== "")
      .map(Number),
  };
}

/** Database and schema types: `varchar(20)` into `varchar(40)` or `text`, `int` into `bigint`, `string` into `string(uuid)`. */
function sizedChange(before: string, after: string): TypeChange {
  const format = /^(\w+)\(([a-z][\w-]*)\)$/;
  const [oldFormat, newFormat] = [format.exec(before), format.exec(after)];
  if (newFormat && newFormat[1] === before) return "narrower";
  if (oldFormat && oldFormat[1] === after) return "wider";
  const inner = /^(\w+)<(.*)>$/;
  const [oldInner, newInner] = [inner.exec(before), inner.exec(after)];
  if (oldInner && newInner && oldInner[1] === newInner[1] && oldInner[1] === "array") {
    return typeChange(oldInner[2], newInner[2]);
  }
  const [old, now] = [sized(before), sized(after)];
  if (old.word === now.word) return sizeChange(old.sizes, now.sizes);
  const texts = /^(?:n?varchar2?|n?char|citext|string)$/;
  if (texts.test(old.word) && /^(?:long|medium)?text$|^clob$/.test(now.word)) return "wider";
  if (texts.test(now.word) && /^(?:long|medium)?text$|^clob$/.test(old.word)) return "narrower";
  for (const ladder of LADDERS) {
    const [low, high] = [rung(ladder, old.word), rung(ladder, now.word)];
    if (low >= 0 && high >= 0) return low < high ? "wider" : low > high ? "narrower" : "same";
  }
  return "unknown";
}

function rung(ladder: readonly string[], word: string): number {
  return ladder.findIndex((step) => (SAME_WORD[step] ?? step) === word);
}

function sizeChange(old: readonly number[], now: readonly number[]): TypeChange {
  if (old.length === 0 && now.length === 0) return "same";
  if (now.length === 0) return "wider";
  if (old.length === 0) return "narrower";
  if (old.length !== now.length) return "unknown";
  const grows = now.some((size, i) => size > (old[i] as number));
  const shrinks = now.some((size, i) => size < (old[i] as number));
  return grows && shrinks ? "unknown" : grows ? "wider" : shrinks ? "narrower" : "same";
}
